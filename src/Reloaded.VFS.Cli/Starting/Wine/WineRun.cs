using System.Diagnostics;
using System.Runtime.InteropServices;
using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Starting.Wine;

/// <summary>
/// The implementation of <c>rvfs run</c> on Linux, which checks what can be seen from here, then has rvfs.exe run the game under Wine.
/// </summary>
internal static class WineRun
{
    private static readonly TimeSpan UntilItRuns = TimeSpan.FromSeconds(3);

    /// <summary>Runs the game to its end.</summary>
    /// <returns>The game's exit code in the 8 bits that Linux has (<see cref="ExitCodes.ToUnix"/>), or one of
    /// <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CliException">The game couldn't be started.</exception>
    public static int Execute(RunOptions options)
    {
        // The game may be named by its Windows path.
        string prefix = WineInstallation.FindPrefix();
        StartedProgram program = StartedProgram.Find(ToLinux(options.Game, prefix),
            options.NoMods ? null : at => new PrefixConfiguration(prefix).Read(options, at).WithDefaults(at));
        if (!options.NoMods)
            program.SayGameFolder(options);
        options = program.Complete(options);
        string game = program.Path, folder = Path.GetDirectoryName(game)!;
        GameExecutable executable = GameExecutable.Read(program.File);
        // Without rvfs.exe nothing can be said about the DLLs beside it.
        string launcher = FindLauncher();
        if (!options.NoMods && executable.WhyNoMods(game, IsLibrary32There) is { } why)
            throw new CliException(ExitCodes.CannotRun, why.Cause, $"{why.Cure} To play without mods: rvfs run --no-mods GAME.EXE");

        WineInstallation wine = WineInstallation.Find();
        VfsConfiguration configuration = new PrefixConfiguration(wine.Prefix).Read(options, folder);
        if (!options.NoMods && !configuration.Offline)
            AntiCheat.ThrowIfFound(folder, configuration.Targets);
        using var keeping = new FolderCaching(options.NoMods ? null : configuration.WithDefaults(folder).Mods);
        CachedMods.OwnStamps = LinuxFolders.Instance;
        wine.EnsurePrefix();
        string? report = options.NoMods || configuration.Report is not null
            ? null
            : ReportFiles.CreatePath([folder, configuration.Targets[0]]);
        // These steps are faster here than under Wine. rvfs.exe repeats them, and reports the mods' problems.
        string overrides = "";
        if (!options.NoMods)
        {
            Attempt.Make(() =>
            {
                VfsConfiguration filled = configuration.WithDefaults(folder);
                DanglingLinks.Warn(filled);
                foreach (Diagnostic quiet in QuietFolders.Find(filled.Mods, Environment.GetEnvironmentVariable))
                    Messages.Show(quiet);
                CacheRefresh refresh = new(filled);
                _ = refresh.Run();
                overrides = FindOverrides(game, filled, refresh.Order, wine.Prefix);
            }, "the preparations on Linux failed");
        }

        keeping.WaitIfFirst();
        return Run(wine, launcher, program, options, report, overrides);
    }

    private static int Run(WineInstallation wine, string launcher, StartedProgram program, RunOptions options, string? report,
        string overrides)
    {
        string game = program.Path;
        WinePaths paths = new(wine.Prefix);
        string exitFile = ExitFile.NewPath(TemporaryPlace.Find());
        ProcessStartInfo start = wine.Prepare([launcher, "run", .. Arguments(options, wine.Prefix, paths, game, exitFile, report)]);
        if (overrides.Length > 0)
            start.Environment[DllOverrides.Variable] =
                DllOverrides.Join(Environment.GetEnvironmentVariable(DllOverrides.Variable), overrides);
        using EndingSignals signals = new();
        try
        {
            long began = Stopwatch.GetTimestamp();
            int code = WineAttempts.Run(() => StartAndWait(start, program.File, signals),
                () => signals.Received is not null || File.Exists(exitFile),
                status => FormattableString.Invariant($"Wine ended with status {status} before rvfs.exe began"));
            PosixSignal? endedBy = signals.Received;
            if (report is not null && File.Exists(report))
                ReportFiles.Remember(report);
            if (File.Exists(exitFile))
                KnownGames.Remember(game, program.GameFolder);
            if (report is not null && endedBy is { } signal)
                StartReportFile.TryAdd(report, Diagnostic.Notice($"rvfs received {signal} and ended the game"));
            // Without a code, rvfs.exe has reported why.
            if (ExitFile.Read(exitFile) is not { } exitCode)
                return code;
            if (endedBy is null && !options.NoMods && !SteamAppId.IsGiven)
                SteamRestart.Explain(game, Stopwatch.GetElapsedTime(began), exitCode, Environment.ProcessPath!);
            return ExitCodes.ToUnix(exitCode);
        }
        finally
        {
            DiskRemoval.DeleteFile(exitFile);
        }
    }

    /// <summary>Returns the overrides that Wine needs for the DLLs that mods bring, or an empty string if none are needed.</summary>
    private static string FindOverrides(string game, VfsConfiguration configuration, LoadOrder? order, string prefix) =>
        DllOverrides.Missing(Environment.GetEnvironmentVariable(DllOverrides.Variable),
            ModDlls.Find(Path.GetDirectoryName(game)!, configuration, order), configuration, order,
            DllOverrides.In(Path.Combine(prefix, "drive_c", "windows", "system32")));

    private static List<string> Arguments(RunOptions options, string prefix, WinePaths paths, string game, string exitFile, string? report)
    {
        // ExitFile expects this option first.
        List<string> arguments = [ExitFile.Option, paths.ToWindows(exitFile)];
        if (TerminalSize.Tell() is { } screen)
            arguments.AddRange([TerminalSize.Option, screen]);
        if (report is not null)
            arguments.AddRange(["--report-file", paths.ToWindows(report)]);
        if (options.EventsFile is not null)
            arguments.AddRange(["--events-file", paths.ToWindows(options.EventsFile)]);
        if (options.InOwnFolder)
            arguments.Add(RunOptions.OwnFolderOption);
        arguments.AddRange(options.ToWords(path => paths.ToWindows(ToLinux(path, prefix))));
        arguments.Add(paths.ToWindows(game));
        arguments.AddRange(options.Arguments);
        return arguments;
    }

    /// <summary>Returns a path of the command line, of either system, as an absolute Linux path in the letter case on disk.</summary>
    /// <exception cref="CliException">The path is on a drive that the prefix lacks.</exception>
    private static string ToLinux(string path, string prefix) => new PrefixConfiguration(prefix).ToLinux(path)
        ?? throw new CliException(ExitCodes.NotFound, $"'{path}' is on no drive of the Wine prefix '{prefix}'.",
            "Give the Linux path, or set WINEPREFIX.");

    /// <summary>Returns the path of rvfs.exe, which belongs beside this program or in the sibling folder that publishing creates.</summary>
    /// <exception cref="CliException">rvfs.exe isn't there.</exception>
    public static string FindLauncher() => TryFindLauncher()
        ?? throw new CliException(ExitCodes.Failed, $"rvfs.exe is missing; it belongs beside rvfs, in '{OwnFolder()}'.",
            "Unpack Reloaded VFS again, with rvfs.exe and reloaded_vfs.dll.");

    /// <summary>Gets a value indicating whether the DLL for 32-bit games is beside rvfs.exe.</summary>
    public static bool IsLibrary32There => OperatingSystem.IsWindows() ? Library32.IsIn(LauncherFolder.Path)
        : TryFindLauncher() is { } launcher && Library32.IsIn(Path.GetDirectoryName(launcher)!);

    /// <summary>Returns the path of rvfs.exe, or null if it isn't there.</summary>
    public static string? TryFindLauncher() =>
        ((string[])[OwnFolder(), Path.GetFullPath(Path.Combine(OwnFolder(), "..", "win-x64"))])
            .Select(folder => Path.Combine(folder, OwnNames.Launcher)).FirstOrDefault(File.Exists);

    /// <summary>Returns the folder that contains this program. A link in ~/bin leads to the real place.</summary>
    public static string OwnFolder()
    {
        string path = Environment.ProcessPath ?? AppContext.BaseDirectory;
        string real = File.Exists(path) && File.ResolveLinkTarget(path, returnFinalTarget: true) is { } target ? target.FullName : path;
        return Path.GetDirectoryName(real) is { Length: > 0 } folder ? folder : AppContext.BaseDirectory;
    }

    private static int StartAndWait(ProcessStartInfo start, string program, EndingSignals signals)
    {
        using Process process = WineInstallation.Start(start);
        signals.Watch(process);
        if (!process.WaitForExit(UntilItRuns))
        {
            // What the preparations have left isn't needed for as long as the game runs.
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
            process.WaitForExit();
        }

        if (signals.After(process.ExitCode) is not { } signal)
            return process.ExitCode;
        // Whoever sent the signal may continue as soon as this process is gone.
        _ = RunningGame.Lasts(() => RunningGame.IsRunning(program));
        return EndingSignals.StatusOf(signal);
    }
}
