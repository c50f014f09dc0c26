using Reloaded.VFS.Cli.Bisecting;
using Reloaded.VFS.Cli.Commands.Playing;

namespace Reloaded.VFS.Cli.Commands.Repairing;

/// <summary><c>rvfs bisect</c>, which finds the mod that makes the game fail.</summary>
internal static class BisectCommand
{
    private const string Examples = """
        Starts the game without mods and with all of them, to see that the mods are to blame; then again and again, each time with half of
        the mods that may be the bad one. It asks how each start went. Of 32 mods it finds the bad one in at most 8 starts.
        Nothing is changed on disk: order.txt stays as it is.

        Examples:
          rvfs bisect game.exe                             Asks after each start: good or bad?
          rvfs bisect --exit-code game.exe                 Bad is a start that ends with another exit code than 0 (a crash)
          rvfs bisect --judge 'grep -q OK game.log' game.exe   Bad is where the command fails
        """;

    public static Command Create(string[] originalArguments)
    {
        GameArguments common = new();
        Option<bool> exitCode = Syntax.Flag("--exit-code", "Judge by the game's exit code: 0 is good");
        Option<string?> judge = Syntax.Text("--judge", "COMMAND",
            "Judge by the exit code of a command that runs after the game: 0 is good");
        CommandWithExamples command = new(Examples, "bisect", "Find the mod that makes a game fail, by halves.") { exitCode, judge };
        common.AddTo(command);
        command.SetAction(result =>
        {
            if (result.GetValue(exitCode) && result.GetValue(judge) is not null)
                throw new CliException("Judge either by --exit-code or by --judge COMMAND.",
                    "The command has the game's exit code in RVFS_EXIT_CODE.");
            BisectOracle chosen = result.GetValue(judge) is { } text ? BisectOracle.OfCommand(text)
                : result.GetValue(exitCode) ? BisectOracle.OfExitCode()
                : BisectOracle.OfUser(Console.In, Console.Error);
            return Search(common.Read(result, originalArguments), chosen, result.InvocationConfiguration.Output);
        });
        return command;
    }

    private static int Search(RunOptions options, BisectOracle oracle, TextWriter output)
    {
        VfsConfiguration configuration = GameArguments.Configure(options);
        LoadOrder order = LoadOrder.Of(configuration);
        string[] all = [.. order.Mods.Select(m => m.Name)];
        string[] active = [.. order.Mods.Where(m => m.IsLoaded).Select(m => m.Name)];
        if (active.Length == 0)
            throw new CliException(ExitCodes.NothingFound, $"No mod in '{order.ModsFolder}' is on, so there is none to look for.");
        ModBisection search = new(active);
        // The preferences that count are beside the order.
        _ = TemporaryPlace.Find();
        string folder = Directory.CreateTempSubdirectory("rvfs-bisect-").FullName, file = Path.Combine(folder, OrderFile.Name);
        try
        {
            if (File.Exists(order.PreferenceFile))
                File.Copy(order.PreferenceFile, PreferenceFile.PathOf(order.ModsFolder, file));
            int start = 0;
            if (WhyNone(active, IsBad) is { } why)
            {
                output.WriteLine(why);
                return ExitCodes.NothingFound;
            }

            Narrow(search, active.Length, IsBad);

            bool IsBad(string what, IReadOnlyList<string> trial)
            {
                Messages.Say($"start {++start}, {what}");
                BisectOrder.Write(file, all, trial);
                bool bad = oracle.IsBad(RunCommand.Execute(options with { Order = file }));
                Messages.Say(bad ? "bad" : "good");
                return bad;
            }
        }
        finally
        {
            DiskRemoval.DeleteTree(folder);
        }

        if (search.Found is { } found)
        {
            output.WriteLine($"{found} is the bad mod.");
            return ExitCodes.Ok;
        }

        output.WriteLine(
            $"No mod is bad by itself. With all of them it fails, so that it takes two: one of them may be {search.Suspects[0]}.");
        return ExitCodes.NothingFound;
    }

    /// <summary>Returns the reason why the mods aren't the cause, or null if they are.</summary>
    private static string? WhyNone(string[] active, Func<string, IReadOnlyList<string>, bool> isBad) =>
        isBad("without mods, to see whether it fails without them, too", []) ? "It fails without mods, too: no mod is to blame."
        : isBad($"with {(active.Length == 1 ? "the only mod" : $"all {active.Length} mods")}, to see that it fails", active) ? null
        : "It doesn't fail with all mods: there is no bad mod to look for.";

    private static void Narrow(ModBisection search, int count, Func<string, IReadOnlyList<string>, bool> isBad)
    {
        // The start with all mods was one with this mod alone.
        if (count == 1)
            search.Mark(bad: true);
        while (search.Next.Count > 0)
        {
            IReadOnlyList<string> trial = search.Next;
            search.Mark(isBad(
                $"with {trial.Count} of {count} mods ({search.MostStartsLeft - 1} more starts at most): "
                    + $"{string.Join(", ", trial)}", trial));
        }
    }
}
