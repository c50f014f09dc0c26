using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Cli.Starting.Wine;

namespace Reloaded.VFS.Cli.Commands.Playing;

/// <summary><c>rvfs install</c>, after which the game has its mods however it is started.</summary>
internal static class InstallCommand
{
    private const string Examples = """
        A DLL is put beside the game's program under a name that the game loads by itself. No file that is there is changed.
        Afterwards the game has the mods of rvfs/mods however it is started. rvfs uninstall takes all of it away.

        Examples:
          rvfs install game.exe               Put it there, and say what Wine or Proton have to be told
          rvfs install --registry game.exe    Tell Wine once and for all (not for games of Steam)
        """;

    public static Command Create()
    {
        Option<bool> registry = Syntax.Flag("--registry",
            "Under Wine: set in the prefix's registry that this game takes the DLL from its folder");
        Argument<string?> game = GameOf();
        CommandWithExamples command = new(Examples, "install",
            "Put the VFS beside a game, so that it has its mods however it is started.") { registry, game };
        command.SetAction(result =>
        {
            TextWriter output = result.InvocationConfiguration.Output;
            string path = FindOwn(Find(result, game));
            // This comes before a prefix is searched for, or created.
            Installation.Check(path, WineRun.IsLibrary32There, out _);
            GamePrefix prefix = GamePrefix.Find(path);
            (Placement placement, InstallManifest manifest) = new Installation(PublishedFolder(), output).Install(path, prefix);
            if (placement.IsLate)
                Messages.Warn($"the game loads {placement.Module} only when it first needs it: what it opens before isn't redirected.",
                    "rvfs run is there before everything.");
            // What is set needs no line to be typed.
            bool isSet = result.GetValue(registry) && prefix.Steam is null;
            if (!isSet)
                SayWhatWineNeeds(path, prefix, placement, output);
            if (result.GetValue(registry))
                SetRegistry(path, prefix, placement, manifest, output);
        });
        return command;
    }

    public static Argument<string?> GameOf() =>
        new("GAME") { Arity = ArgumentArity.ZeroOrOne, Description = GameArguments.GameDescription + ". Default: the one in this folder" };

    /// <summary>Finds the game's program by a path of either system, its folder or its name.</summary>
    /// <exception cref="CliException">There is no such game.</exception>
    public static string Find(ParseResult result, Argument<string?> game)
    {
        string? given = result.GetValue(game) is { } word ? Typed(word) : null;
        return given is null || (GameOption.Of(result) is not null && GameFile.TryFind(GameQuestion.HostPath(given)) is null)
            ? NamedGame.Find(GameOption.Of(result)).FindProgram()
            : GameArguments.TryFindProgram(given) ?? given;
    }

    /// <summary>Finds the game's program, which must not be a mod's, because a mod's folder isn't the game's.</summary>
    /// <exception cref="CliException">There is no such file, or it is a mod's.</exception>
    private static string FindOwn(string given)
    {
        var options = new RunOptions { Game = given };
        StartedProgram program = GameArguments.FindProgram(options);
        program.SayGameFolder(options);
        string name = Path.GetFileName(program.Path);
        return program.Mod is not { } mod ? program.Path
            : throw new CliException(ExitCodes.CannotRun,
                $"'{name}' is a file of '{mod}': rvfs install puts a DLL beside the program's file, and that folder isn't the game's.",
                $"Name the game's own program, or start this one with rvfs run {name}.");
    }

    private static string Typed(string given) => OperatingSystem.IsWindows() ? UnixPath.ToWindows(given) : given;

    /// <summary>Returns the folder of rvfs.exe, which contains the DLL and the proxy.</summary>
    private static string PublishedFolder() =>
        OperatingSystem.IsWindows() ? LauncherFolder.Path : Path.GetDirectoryName(WineRun.FindLauncher())!;

    private static void SayWhatWineNeeds(string game, GamePrefix prefix, Placement placement, TextWriter output)
    {
        if (OperatingSystem.IsWindows() && !WineFunctions.IsWine)
        {
            output.WriteLine("Start the game as always.");
            return;
        }

        if (placement.Way != InstallWay.Proxy)
            output.WriteLine($"{placement.Module} was there before; if the game isn't started with this already, it is needed:");
        if (prefix.Steam is not null)
        {
            output.WriteLine("In Steam, in the game's properties, as its launch options:");
            output.WriteLine("  " + WineSettings.Line(placement.Module, "%command%"));
            return;
        }

        output.WriteLine("Start the game with Wine's own DLL of that name in the second place:");
        string name = Path.GetFileName(game);
        name = name.Contains(' ') ? $"\"{name}\"" : name;
        output.WriteLine("  " + WineSettings.Line(placement.Module, "wine " + name));
        output.WriteLine("  or once and for all: rvfs install --registry " + name);
        output.WriteLine("With Proton, as the game's launch options:");
        output.WriteLine("  " + WineSettings.Line(placement.Module, "%command%"));
    }

    private static void SetRegistry(string game, GamePrefix prefix, Placement placement, InstallManifest manifest, TextWriter output)
    {
        if (OperatingSystem.IsWindows() && !WineFunctions.IsWine)
        {
            output.WriteLine("On Windows there is nothing to set.");
            return;
        }

        if (prefix.Steam is not null)
            throw new CliException("The game is installed, but nothing was set: its prefix is Proton's, and another Wine would change it.",
                "Use the launch options above.");
        if (WineSettings.Plan(prefix.Prefix, game, placement.Module) is { } value)
        {
            // The manifest is written first, so that rvfs uninstall removes the setting, whenever this process ends.
            (manifest with { Registry = value }).Write(GameFolder.Read(game).Own);
            WineSettings.Set(value);
        }

        output.WriteLine($"Set in the Wine prefix: HKEY_CURRENT_USER\\{WineSettings.KeyOf(game)}.");
    }
}

/// <summary><c>rvfs uninstall</c>, which restores a game's folder to its state before <c>rvfs install</c>.</summary>
internal static class UninstallCommand
{
    private const string Examples = """
        Takes away what rvfs install has put beside the game's program, and says whether the folder is as it was.
        Mods, rvfs.json and files that have changed since stay.

        Example:
          rvfs uninstall game.exe
        """;

    public static Command Create()
    {
        Argument<string?> game = InstallCommand.GameOf();
        CommandWithExamples command = new(Examples, "uninstall", "Take away what rvfs install has put beside a game.") { game };
        command.SetAction(result =>
            new Removal(result.InvocationConfiguration.Output).Uninstall(GameFile.Find(GameQuestion.HostPath(InstallCommand.Find(result, game))))
                ? ExitCodes.Ok
                : ExitCodes.Failed);
        return command;
    }
}
