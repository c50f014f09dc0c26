using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Cli.Starting.Wine;

namespace Reloaded.VFS.Cli.Starting.Wrapping;

/// <summary>
/// The implementation of <c>rvfs run %command%</c>, which puts the launcher for Windows in the game's place in a wrapper's command line,
/// sets the environment for Wine and the container, and replaces this process by that line. Steam, Proton and the container stay as they
/// are, and no process of rvfs stays on this side.
/// </summary>
/// <param name="line">The wrapper's line, with the position of the game in it.</param>
internal sealed class WrappedRun(RunOptions options, WrapperLine line)
{
    private readonly string[] _words = [options.Game, .. options.Arguments];

    // Null if this side can't see the program.
    private StartedProgram? _program;
    private RunOptions _options = options;

    public static WrapperLine Read(RunOptions options) =>
        WrapperLine.Read([options.Game, .. options.Arguments], IsWindowsProgram, CommandPath.Exists);

    /// <summary>Replaces this process by the line.</summary>
    /// <returns>Never returns: if the replacement fails, an exception is thrown.</returns>
    /// <exception cref="CliException">The line can't be run.</exception>
    public int Execute()
    {
        // The words of the line are the last ones that were passed to this process.
        byte[][] words = UnixProcess.ReadWords()[^_words.Length..];
        if (WhyWithout() is { } cause)
        {
            Messages.Warn($"{cause}; the line runs as it is, without mods.");
            throw UnixProcess.Replace(words);
        }

        string launcher = FindLauncher();
        if (!_options.NoMods)
            Attempt.Make(Prepare, "the preparations on Linux failed");
        WineStart? start = line.Runner == GameRunner.Wine ? WineStart.Read(_words[(line.RunnerIndex + 1)..line.Game]) : null;
        // To start, a word with a leading slash is an option, and to explorer it leads nowhere unless a drive does.
        if (start is { AcceptsUnixPath: false })
            launcher = new WinePaths(WineInstallation.FindPrefix()).ToWindows(launcher);
        // The options are repeated for the Windows side, with absolute paths in this system's form.
        string[] own = ["run", "--wrapped", .. start is { UsesOwnFolder: true } ? [RunOptions.OwnFolderOption] : (string[])[],
            .. _options.ToWords(Absolute)];
        List<byte[]> replaced = [.. words[..line.Game], UnixProcess.ToWord(launcher), .. own.Select(UnixProcess.ToWord),
            .. words[line.Game..]];
        throw UnixProcess.Replace(replaced);
    }

    /// <summary>Gets the game's program as this side sees it, or null if it is named by a path of the prefix.</summary>
    private string? Game =>
        _words[line.Game] is var word && ConfigurationPath.IsWindowsAbsolute(word) && !File.Exists(word) ? null : Path.GetFullPath(word);

    private bool HasContainer => line.Runner is GameRunner.Proton or GameRunner.Umu;

    private string? WhyWithout()
    {
        if (line.Kind == LineKind.WrapperWithoutGame)
            return "the command line names no Windows game (.exe)";
        if (_options.NoMods || Game is not { } game)
            return null;
        try
        {
            string? prefix = FindPrefix();
            _program = StartedProgram.Find(game, folder => new PrefixConfiguration(prefix).Read(_options, folder).WithDefaults(folder));
            _program.SayGameFolder(_options);
            _options = _program.Complete(_options);
            KnownGames.Remember(_program.Path, _program.GameFolder);
            return GameExecutable.Read(_program.File).WhyNoMods(game, WineRun.IsLibrary32There)?.Cause.TrimEnd('.');
        }
        catch (CliException e)
        {
            return e.OwnText.TrimEnd('.');
        }
    }

    private static string Absolute(string path) =>
        ConfigurationPath.IsWindowsAbsolute(path) && !Path.Exists(path) ? path : Path.GetFullPath(path);

    /// <summary>
    /// Returns the launcher for Windows: the one without a console window, if there is one, and in a place that the container shows.
    /// </summary>
    private string FindLauncher()
    {
        string launcher = WineRun.FindLauncher();
        string windowless = Path.Combine(Path.GetDirectoryName(launcher)!, "rvfsw.exe");
        launcher = File.Exists(windowless) ? windowless : launcher;
        return HasContainer && !View().Shows(Path.GetDirectoryName(launcher)!) ? LauncherCopy.Make(launcher, UserFolders.Data) : launcher;
    }

    /// <summary>Sets the variables for the DLLs that mods bring, and for the folders that the container doesn't show.</summary>
    private void Prepare()
    {
        if (WineLocale.Missing(Environment.GetEnvironmentVariable, HasContainer) is { } locale)
            UnixProcess.SetVariable(locale.Name, locale.Value);
        if (_program is null)
            return;
        string folder = Path.GetDirectoryName(_program.Path)!;
        string? prefix = FindPrefix();
        VfsConfiguration configuration = new PrefixConfiguration(prefix).Read(_options, folder).WithDefaults(folder);
        DanglingLinks.Warn(configuration);
        foreach (Diagnostic quiet in QuietFolders.Find(configuration.Mods, Environment.GetEnvironmentVariable))
            Messages.Show(quiet);
        // The container shows only what is there at that time, and nothing runs on beside the game that this process becomes.
        var keeping = new FolderCaching(configuration.Mods);
        CacheRefresh refresh = new(configuration);
        _ = refresh.Run();
        keeping.Wait();
        if (HasContainer)
            ShowFolders(configuration, folder);
        string? script = line.Runner == GameRunner.Proton ? _words[line.RunnerIndex] : null;
        string[] folders = ProtonDlls.FindFolders(prefix, script);
        string? given = Environment.GetEnvironmentVariable(DllOverrides.Variable);
        string overrides = DllOverrides.Missing(given, ModDlls.Find(folder, configuration, refresh.Order), configuration, refresh.Order,
            name => ProtonDlls.Have(folders, name));
        if (overrides.Length > 0)
            UnixProcess.SetVariable(DllOverrides.Variable, DllOverrides.Join(given, overrides));
    }

    private string? FindPrefix() =>
        HasContainer && Environment.GetEnvironmentVariable("STEAM_COMPAT_DATA_PATH") is { Length: > 0 } data ? Path.Combine(data, "pfx")
        : line.Runner == GameRunner.Umu && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("WINEPREFIX")) ? null
        : WineInstallation.FindPrefix();

    /// <summary>
    /// Adds the folders with mods, and those that links in them lead to. Each folder is added by itself, because the container refuses a
    /// whole volume.
    /// </summary>
    private void ShowFolders(VfsConfiguration configuration, string gameFolder)
    {
        // umu would take the launcher's folder for the game's.
        if (line.Runner == GameRunner.Umu && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("STEAM_COMPAT_INSTALL_PATH")))
            UnixProcess.SetVariable("STEAM_COMPAT_INSTALL_PATH", gameFolder);
        MakeOverwriteFolder(configuration);
        ContainerView view = View();
        List<string> added = [];
        foreach ((string path, bool canMount) in view.NotShown(ModPlaces.Of(configuration, _options.Config).Where(Directory.Exists)))
        {
            if (canMount)
            {
                if (!added.Exists(above => IsIn(path, above)))
                    added.Add(path);
            }
            else
            {
                Messages.Warn($"the game's container can't show '{path}': the game doesn't see what is in it.",
                    "Move it into your home folder.");
            }
        }

        if (added.Count == 0)
            return;
        string variable = line.Runner == GameRunner.Umu ? ContainerView.ContainersVariable : ContainerView.MountsVariable;
        string? given = Environment.GetEnvironmentVariable(variable);
        UnixProcess.SetVariable(variable, string.Join(':', string.IsNullOrEmpty(given) ? added : [given, .. added]));
        Messages.Say($"the game's container also shows {string.Join(", ", added)}");
        // umu then enters the running container, which shows only what it was given when it began.
        if (line.Runner == GameRunner.Umu && Environment.GetEnvironmentVariable("UMU_CONTAINER_NSENTER") is { Length: > 0 })
            Messages.Warn("a container that already runs doesn't show them, and UMU_CONTAINER_NSENTER makes umu enter that one.",
                "End the programs in it first, or unset UMU_CONTAINER_NSENTER.");
    }

    /// <summary>Determines whether a folder is in the container because another one is, under that one's path or real path.</summary>
    private static bool IsIn(string path, string above) =>
        ContainerView.IsBelow(path, above) || (RealPath.Of(above) is { } real && ContainerView.IsBelow(path, real));

    /// <summary>Creates the overwrite folder, because the container shows only what is there when it begins.</summary>
    private static void MakeOverwriteFolder(VfsConfiguration configuration)
    {
        string folder = OverwritePlaces.FolderOf(configuration);
        // A folder on a drive that the prefix lacks doesn't exist here, and the DLL uses another one. A set that doesn't exist isn't
        // created, so that it is reported.
        bool isSetMissing = SetPlaces.NameOf(configuration) is not null && !Directory.Exists(Path.GetDirectoryName(configuration.Order));
        if ((configuration.Writes != WritePolicy.Overwrite && !configuration.Undo) || !folder.StartsWith('/') || isSetMissing)
            return;
        // The DLL reports the problem.
        FileErrors.Ignore(() =>
            Directory.CreateDirectory(configuration.Writes == WritePolicy.Overwrite ? folder : Path.GetDirectoryName(folder)!), null);
    }

    private ContainerView View() => new(
        // umu-run overwrites this variable.
        name => line.Runner == GameRunner.Umu && name == ContainerView.MountsVariable ? null : Environment.GetEnvironmentVariable(name),
        Environment.CurrentDirectory, RealPath.Of);

    /// <summary>Determines whether a word is the path of a file that begins as Windows programs do.</summary>
    private static bool IsWindowsProgram(string word) => FileErrors.Ignore(() =>
    {
        if (!File.Exists(word))
            return false;
        using FileStream stream = File.OpenRead(word);
        Span<byte> head = stackalloc byte[2];
        return stream.ReadAtLeast(head, 2, throwOnEndOfStream: false) == 2 && head.SequenceEqual("MZ"u8);
    }, false);
}

/// <summary>The DLLs that Wine or Proton itself brings. A mod's DLL of such a name needs an entry in <c>WINEDLLOVERRIDES</c>.</summary>
internal static class ProtonDlls
{
    // These are below the folder of the proton script; older ones have "dist".
    private static readonly string[] s_folders =
        ["files/lib/wine/x86_64-windows", "files/lib64/wine/x86_64-windows", "dist/lib64/wine/x86_64-windows", "dist/lib64/wine",
            "dist/lib/wine/x86_64-windows"];

    /// <summary>Returns the folders to search: of the prefix, which may not exist before the first start, and of Proton.</summary>
    /// <param name="prefix">The Wine prefix, or null if it isn't known.</param>
    /// <param name="script">Proton's script, or null for another runner.</param>
    public static string[] FindFolders(string? prefix, string? script)
    {
        List<string> folders = [];
        if (prefix is not null)
            folders.Add(Path.Combine(prefix, "drive_c", "windows", "system32"));
        if (script is not null && Path.GetDirectoryName(Path.GetFullPath(script)) is { } proton)
            folders.AddRange(s_folders.Select(folder => Path.Combine(proton, folder)));
        return [.. folders.Where(Directory.Exists)];
    }

    public static bool Have(string[] folders, string name) =>
        folders.Any(folder => File.Exists(Path.Combine(folder, name.ToLowerInvariant())));
}
