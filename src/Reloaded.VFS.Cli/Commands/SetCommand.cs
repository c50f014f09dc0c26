using Reloaded.VFS.Cli.Commands.Looking;
using Reloaded.VFS.Cli.Overwriting;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs set</c>, which manages orders, preferences and overwrite folders side by side.</summary>
internal static class SetCommand
{
    private const string Examples = """
        A set has its own order, preferences and overwrite folder; the mods are the same. It lies in rvfs/sets/NAME.
        A new set begins with the order and the preferences that count without it.

        Examples:
          rvfs set                          Lists the sets; '*' marks the one that counts
          rvfs set hard                     Shows the set 'hard'
          rvfs set hard --new               Makes it
          rvfs set hard --delete            Deletes it, and what the game has written in it
          rvfs mods --set hard              The mods as this set has them
          rvfs run --set hard game.exe      Play with it
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string?> name = Syntax.Optional("NAME", "The set");
        Option<bool> isNew = Syntax.Flag("--new", "Make the set"),
            delete = Syntax.Flag("--delete", "Delete the set, and what the game has written in it"),
            yes = Syntax.Flag("--yes", "With --delete: don't ask");
        CommandWithExamples command = new(Examples, "set",
            "List sets, show, make or delete one: an order, preferences and an overwrite folder of its own.") { name, isNew, delete, yes };
        question.AddTo(command);
        command.SetAction(result =>
        {
            (bool makes, bool deletes, bool json) = (result.GetValue(isNew), result.GetValue(delete), question.WantsJson(result));
            if (((bool[])[makes, deletes, json]).Count(given => given) > 1 || (result.GetValue(yes) && !deletes))
                throw new CliException("Say one of --new, --delete and --json. --yes goes with --delete only.");
            // A set that the environment names already can be made.
            if (makes && result.GetValue(name) is { } made && NameComparer.Instance.Equals(made, SetPlaces.FromEnvironment()))
                Environment.SetEnvironmentVariable(SetPlaces.Variable, null);
            VfsConfiguration configuration = question.ConfigureAndReport(result);
            string sets = SetPlaces.FolderOf(configuration.Mods!)
                ?? throw new CliException($"'{configuration.Mods}' is a whole volume: there is no place for sets beside it.");
            TextWriter output = result.InvocationConfiguration.Output;
            if (result.GetValue(name) is not { } set)
            {
                if (makes || deletes)
                    throw new CliException("The name is missing.", "rvfs set NAME --new makes a set.");
                List(Folders(sets), configuration, json, output);
                return;
            }

            if (ModName.WhyNoMod(set) is { } cause)
                throw new CliException($"'{ModName.Show(set)}' can't be the name of a set: {cause}.");
            string folder = Folders(sets).FirstOrDefault(other => NameComparer.Instance.Equals(Path.GetFileName(other), set))
                ?? Path.Combine(sets, set);
            if (makes)
                Make(folder, configuration, output);
            else if (!Directory.Exists(folder))
                throw Missing(set, sets);
            else if (deletes)
                Delete(folder, configuration, result.GetValue(yes), output);
            else if (json)
                List([folder], configuration, json, output);
            else
                Show(folder, configuration, output);
        });
        return command;
    }

    private static string[] Folders(string sets) => Directory.Exists(sets)
        ? [.. Directory.GetDirectories(sets).Where(folder => !folder.EndsWith(DefaultExcludes.TemporaryEnding, StringComparison.Ordinal))
            .Order(NameComparer.Instance)]
        : [];

    private static CliException Missing(string set, string sets)
    {
        string? near = NearestName.Find(set, Folders(sets).Select(folder => Path.GetFileName(folder)));
        return new(ExitCodes.NothingFound, $"There is no set '{set}'.",
            (near is null ? "" : $"Did you mean '{near}'? ") + $"rvfs set \"{set}\" --new makes it.");
    }

    private static void List(string[] folders, VfsConfiguration configuration, bool json, TextWriter output)
    {
        if (json)
        {
            SetOutput[] sets = [.. folders.Select(folder => Describe(folder, configuration))];
            OutputJson.Write(output, new SetsOutput(sets));
            return;
        }

        int width = folders.Length == 0 ? 0 : folders.Max(folder => Path.GetFileName(folder).Length);
        foreach (string folder in folders)
        {
            char mark = IsUsed(folder, configuration) ? '*' : ' ';
            output.WriteLine($"{mark} {Path.GetFileName(folder).PadRight(width)}  {Count(OrderIn(folder, configuration))}");
        }

        if (folders.Length == 0)
            output.WriteLine("No sets. 'rvfs set NAME --new' makes one.");
    }

    private static SetOutput Describe(string folder, VfsConfiguration configuration)
    {
        LoadOrder order = OrderIn(folder, configuration);
        return new(Path.GetFileName(folder), folder, IsUsed(folder, configuration), order.Preferences.Count,
            [.. order.Mods.Select(mod => new SetModOutput(mod.Name, mod.IsLoaded))]);
    }

    private static bool IsUsed(string folder, VfsConfiguration configuration) => configuration.Order == SetPlaces.OrderOf(folder);

    private static void Show(string folder, VfsConfiguration configuration, TextWriter output)
    {
        LoadOrder order = OrderIn(folder, configuration);
        output.WriteLine($"{Path.GetFileName(folder)}  {Count(order)}{(IsUsed(folder, configuration) ? "  (the one that counts)" : "")}");
        output.WriteLine($"  order        {SetPlaces.OrderOf(folder)}");
        output.WriteLine($"  preferences  {Counted.Of(order.Preferences.Count, "rule")}");
        output.WriteLine($"  overwrite    {SetPlaces.OverwriteOf(folder)}");
        foreach (Mod mod in order.Mods)
            output.WriteLine($"  {(mod.IsLoaded ? '+' : '-')} {mod.Name}");
    }

    /// <summary>Deletes a set whose folder contains only what rvfs has made. For other programs that is one step.</summary>
    private static void Delete(string folder, VfsConfiguration configuration, bool isSure, TextWriter output)
    {
        string name = Path.GetFileName(folder), overwrite = SetPlaces.OverwriteOf(folder), known = OverwritePlaces.KnownPartsOf(overwrite);
        if (IsUsed(folder, configuration))
            throw new CliException($"The set '{name}' is the one that counts.", "Take its name out of --set, RVFS_SET or rvfs.json first.");
        string[] own = [SetPlaces.OrderOf(folder), Path.Combine(folder, PreferenceFile.Name), overwrite, known,
            OverwritePlaces.TemporaryOf(overwrite), OverwritePlaces.JournalOf(overwrite)];
        if (Directory.EnumerateFileSystemEntries(folder).FirstOrDefault(entry => !own.Contains(entry)) is { } other)
            throw new CliException($"'{folder}' has '{Path.GetFileName(other)}', which rvfs hasn't put there.", "Move it away first.");
        int files = ((string[])[overwrite, known]).Where(Directory.Exists)
            .Sum(place => Directory.GetFiles(place, "*", SearchOption.AllDirectories).Length);
        string written = files == 0 ? "" : $", and {Counted.Of(files, "file")} that the game has written in it";
        Confirmation.Ask(GameQuestion.NameOf(configuration), $"Delete the set '{name}'{written}?", isSure);
        OverwriteUse.Acquire(overwrite).Dispose();

        string away = folder + DefaultExcludes.TemporaryEnding;
        if (Directory.Exists(away))
            DiskRemoval.DeleteTree(away);
        DiskRemoval.Rename(folder, away);
        DiskRemoval.DeleteTree(away);
        output.WriteLine($"{name}: deleted.");
    }

    /// <summary>Creates a set's folder, which gets its name once it is complete.</summary>
    private static void Make(string folder, VfsConfiguration configuration, TextWriter output)
    {
        if (Directory.Exists(folder))
            throw new CliException($"There is a set '{Path.GetFileName(folder)}' already.",
                $"rvfs set \"{Path.GetFileName(folder)}\" shows it.");
        OrderChange order = new(configuration);
        string temporary = folder + DefaultExcludes.TemporaryEnding, preferences = order.Order.PreferenceFile;
        if (Directory.Exists(temporary))
            DiskRemoval.DeleteTree(temporary);
        Directory.CreateDirectory(temporary);
        order.SaveTo(SetPlaces.OrderOf(temporary));
        if (File.Exists(preferences))
            File.Copy(preferences, PreferenceFile.PathOf(configuration.Mods!, SetPlaces.OrderOf(temporary)));
        DiskRemoval.Rename(temporary, folder);
        string name = Path.GetFileName(folder);
        output.WriteLine($"{name}: made ({folder})");
        output.WriteLine($"rvfs run --set \"{name}\" plays with it; \"set\": \"{name}\" in rvfs.json makes it the usual one.");
    }

    private static LoadOrder OrderIn(string folder, VfsConfiguration configuration) =>
        LoadOrder.Of(configuration with { Order = SetPlaces.OrderOf(folder) });

    private static string Count(LoadOrder order) => $"{order.Mods.Count(mod => mod.IsLoaded)} of {Counted.Of(order.Mods.Count, "mod")} on";
}
