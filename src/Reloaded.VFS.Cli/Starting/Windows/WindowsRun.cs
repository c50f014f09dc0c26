using System.Diagnostics;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Starting.Windows;

/// <summary>
/// The implementation of <c>rvfs run</c> on Windows and under Wine, which creates the game suspended, loads the DLL into it, resumes it,
/// and waits for its whole process tree.
/// </summary>
internal sealed class WindowsRun
{
    private readonly RunOptions _options;
    private readonly StartedProgram _program;
    private readonly GameExecutable _executable;
    private readonly bool _isOfSteam = SteamAppId.IsGiven;

    private WindowsRun(RunOptions options, StartedProgram program)
    {
        _options = program.Complete(options);
        _program = program;
        _executable = GameExecutable.Read(program.File);
    }

    private string Game => _program.Path;
    private string GameFolder => Path.GetDirectoryName(Game)!;

    /// <summary>Gets the game's folder on disk or, if only mods have that folder, the mod's, which the DLL treats as the game's.</summary>
    private string OwnFolder => Directory.Exists(GameFolder) ? GameFolder : Path.GetDirectoryName(_program.File)!;

    private string GameName => Path.GetFileName(Game);

    /// <summary>Runs the game to its end.</summary>
    /// <returns>The game's exit code, all 32 bits, or one of <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CliException">The game couldn't be started.</exception>
    public static int Execute(RunOptions options)
    {
        WindowsRun run;
        try
        {
            run = Read(options);
        }
        catch (CliException e) when (LineWithoutMods.Accepts(options))
        {
            Messages.Warn($"{LineWithoutMods.Why(options, e)}; it runs as it is, without mods.");
            return LineWithoutMods.AsProgram(options) is { } program ? Read(program).RunPlain() : LineWithoutMods.Open(options, e);
        }

        if (run.IsFirst && !options.NoMods)
            run._program.SayGameFolder(options);

        SteamAppId.Apply(run.Game);
        return options.NoMods ? run.RunPlain() : run.RunWithMods();
    }

    // The launcher for Linux has said and kept for its own runs what there is to say and to keep.
    private bool IsFirst => _options is { ExitFile: null, Wrapped: false };

    private static WindowsRun Read(RunOptions options)
    {
        WindowsRun run = new(options,
            StartedProgram.Find(options.Game,
                options.NoMods ? null : folder => RunConfiguration.ReadWithoutReport(options, folder, [])));
        run.ThrowIfWrongBitness();
        return run;
    }

    private void ThrowIfWrongBitness()
    {
        if (_executable.IsAnyCpu)
            Messages.Say($"{GameName} is a .NET program for any CPU, and runs as a 64-bit process.");
        if (!_options.NoMods && _executable.WhyNoMods(Game, Library32.IsIn(LauncherFolder.Path)) is { } why)
            throw new CliException(ExitCodes.CannotRun, why.Cause, $"{why.Cure} To play without mods: rvfs run --no-mods GAME.EXE");
        if (_executable.Is64Bit)
            return;
        // Wine without 32-bit support reports success, but nothing has run.
        if (!Directory.Exists(Path.Combine(SystemFolders.Windows, "syswow64")))
            throw new CliException(ExitCodes.CannotRun, $"'{Game}' is a 32-bit program, and this system runs only 64-bit ones.",
                "Under Wine, install 32-bit support (wine32) and create a new prefix.");
    }

    private int RunPlain()
    {
        NoteUnrecorded(_options);
        using LaunchedGame process = Create();
        return (int)RunToEnd(process);
    }

    private int RunWithMods()
    {
        if (_options.EventsFile is { } given)
            return RunWithMods(given);
        // If the file can't be created, the DLL reports the problem.
        string? events = FileErrors.Ignore(() => EventFiles.Create(on: false), null);
        try
        {
            return RunWithMods(events);
        }
        finally
        {
            EventFiles.Delete(events);
        }
    }

    private int RunWithMods(string? events)
    {
        StartPlan plan;
        try
        {
            plan = StartPlan.Make(_options with { EventsFile = events }, Game, is32Bit: !_executable.Is64Bit);
        }
        catch (Exception e) when (e is not CliException && !_options.Strict && _program.Mod is null)
        {
            Messages.Warn($"{GameName} runs without its mods: {UnexpectedError.Describe(e)}.");
            return RunPlain();
        }

        plan.Show();
        if (plan.Strict && plan.HasErrors)
            return Stop(plan);
        if (!plan.CanStart)
        {
            ThrowIfOfMod(plan);
            Messages.Warn($"{GameName} runs without its mods.");
            plan.SaveReport();
            return RunPlain();
        }

        ModDlls dlls = ModDlls.Find(GameFolder, plan.Configuration, plan.Order);
        Advise(plan, dlls);
        LaunchedGame process = Create();
        try
        {
            return Enter(plan, dlls, ref process) is { } ended ? (int)ended : RunEntered(plan, process, events);
        }
        finally
        {
            process.Dispose();
        }
    }

    /// <summary>Reports which of the mods' programs and DLLs aren't used, and how they would be.</summary>
    private void Advise(StartPlan plan, ModDlls dlls)
    {
        if (_program.Mod is null && dlls.FindProgram(GameName) is { } other)
            plan.Add(WhyNotThat(other.File, other.Mod));
        // If rvfs for Linux has started this process, it has set the variable. Wine reads it from the Linux environment only, which a
        // program in Wine can't change.
        if (WineFunctions.IsWine && _options.ExitFile is null && !_options.Wrapped
            && DllOverrides.Missing(null, dlls, plan.Configuration, plan.Order, DllOverrides.In(Environment.SystemDirectory))
                is { Length: > 0 } overrides)
            plan.Add(Diagnostic.Notice("Wine prefers its own DLLs to mods' DLLs of the same names, unless it is told otherwise",
                fix: $"start Wine with WINEDLLOVERRIDES=\"{overrides}\""));
    }

    /// <summary>Loads the DLL into the process, which may be replaced by another one.</summary>
    /// <returns>The exit code if the program has ended or isn't to run, or null if it waits to run.</returns>
    private uint? Enter(StartPlan plan, ModDlls dlls, ref LaunchedGame process)
    {
        WithheldImports? withheld = WithholdImports(plan, dlls, process);
        GameEntry entry = new(process, plan.Dll, is32Bit: !_executable.Is64Bit);
        (InjectionOutcome outcome, string error, uint missing) = Progress.Of("reading the mods",
            () => entry.Start(plan.ConfigurationText, withheld, plan.CheckMeanwhile));
        // Start hasn't called this if the process couldn't be entered.
        plan.CheckMeanwhile();
        // A process that ended this early usually lacks one of its own DLLs: the exit code says so, and a second attempt would end the same
        // way.
        if (missing != 0 || outcome == InjectionOutcome.GameEnded)
        {
            if (missing != 0)
                plan.ReadReport(null);
            plan.Add(Diagnostic.Error(error.TrimEnd('.')));
            plan.SaveReport();
            if (missing != 0)
                process.Terminate(missing);
            return RunToEnd(process);
        }

        plan.ReadReport(outcome == InjectionOutcome.Started ? null : error);
        if (plan.Strict && plan.HasErrors)
        {
            process.Terminate();
            return (uint)Stop(plan);
        }

        // Only the VFS resolves the withheld imports. A 32-bit program that couldn't import the DLL has ended.
        if (outcome == InjectionOutcome.TimedOut
            || (outcome == InjectionOutcome.Failed && (withheld is not null || process.TryGetExitCode(out _))))
        {
            process.Terminate();
            process.Dispose();
            process = Create();
        }

        return null;
    }

    /// <summary>Runs the program, with its mods or, if the DLL couldn't start, without.</summary>
    private int RunEntered(StartPlan plan, LaunchedGame process, string? events)
    {
        if (!plan.IsRunning)
        {
            ThrowIfOfMod(plan, process);
            Messages.Warn($"{GameName} runs without its mods.");
            NoteUnrecorded(_options);
        }

        uint code;
        ArchiveWatch? archives = null;
        try
        {
            code = RunToEnd(process, plan.Configuration, plan.EndStart, plan.ShowLate,
                () =>
                {
                    archives = plan.IsRunning ? new ArchiveWatch(plan.Configuration) : null;
                    // What the preparations have left isn't needed for as long as the game runs.
                    GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
                });
        }
        finally
        {
            archives?.Dispose();
        }

        plan.SaveExit(code);
        plan.RememberOriginals();
        if (events is not null && NtStatusNames.Describe(code) is not null)
            SayLastFiles(events);
        return (int)code;
    }

    /// <summary>
    /// Withholds the program's imports until the VFS runs, if a mod brings a DLL that the program imports. Returns null if no mod does, or
    /// if they can't be withheld.
    /// </summary>
    private WithheldImports? WithholdImports(StartPlan plan, ModDlls dlls, LaunchedGame process)
    {
        IReadOnlyList<string> imported = dlls.FindImported(_program.File);
        if (imported.Count == 0)
            return null;
        if (WithheldImports.TryTake(process.Handle, out string cause) is { } withheld)
            return withheld;
        foreach (string name in imported)
        {
            // Beside a mod's program the DLL is found anyway.
            if (_program.Mod is not null && File.Exists(Path.Combine(Path.GetDirectoryName(_program.File)!, name)))
                continue;
            bool isHidden = dlls.IsHidden(name);
            string? mod = ModOrNull(dlls.ModOf(name));
            string hider = mod is null ? "the overwrite folder" : "the mod";
            plan.Add(Diagnostic.Warning(isHidden
                ? $"{name} is loaded, though {hider} hides it: {GameName} imports it, and {cause}"
                : $"{name} isn't used: {GameName} imports it, and {cause}", mod: mod, fix: isHidden ? null : $"copy it beside {GameName}"));
        }

        return null;
    }

    /// <summary>Refuses to run a mod's program without its mods, because it lies in a folder that isn't the game's.</summary>
    private void ThrowIfOfMod(StartPlan plan, LaunchedGame? process = null)
    {
        if (_program.Mod is not { } mod)
            return;
        process?.Terminate();
        plan.SaveReport();
        throw new CliException(ExitCodes.Failed, $"{GameName} belongs to '{mod}', and can't be started without mods.",
            "The messages above say what is wrong with the mods.");
    }

    /// <summary>
    /// Returns the warning that the game's own program is started, although a mod has one of the same name, which the game itself would
    /// start.
    /// </summary>
    private Diagnostic WhyNotThat(string file, string mod) => Diagnostic.Warning(
        $"the game's own {GameName} is started, although {(ModOrNull(mod) is null ? "the overwrite folder" : "a mod")} "
            + "has a program of that name",
        file: file, mod: ModOrNull(mod), fix: $"to play with that program, copy it over {GameName}; otherwise delete it");

    private static string? ModOrNull(string? mod) => mod == ModResolver.OverwriteName ? null : mod;

    /// <summary>Shows the mods' files that each thread opened last before a crash, because they often point to its cause.</summary>
    private static void SayLastFiles(string events)
    {
        try
        {
            using EventReader reader = EventReader.Open(events, version: null);
            string[] lines = [.. EventText.LastFiles(reader.ReadCrashRings())];
            Messages.Say(lines.Length == 0
                ? "the game hadn't opened any mod's file."
                : "the mods' files that each thread opened last, newest first:");
            foreach (string line in lines)
                Messages.Say("  " + line);
        }
        catch (Exception e) when (e is EventFileException or IOException or UnauthorizedAccessException)
        {
            Messages.Warn($"the files that the game opened last aren't known: {ErrorCause.Of(e)}.");
        }
    }

    private int Stop(StartPlan plan)
    {
        plan.SaveReport();
        Messages.Error($"because of the problems above, {GameName} wasn't started.",
            _options.Strict
                ? "Correct them, or play in spite of them: leave out --strict."
                : "Correct them, or play in spite of them: remove \"onError\": \"stop\" from rvfs.json.");
        return ExitCodes.StoppedByStrict;
    }

    /// <summary>Notes that the changes of this run aren't recorded for 'rvfs undo'.</summary>
    private void NoteUnrecorded(RunOptions options)
    {
        try
        {
            UndoJournal.NoteOvertaken(OverwritePlaces.FolderOf(RunConfiguration.ReadWithoutReport(options, GameFolder, [])));
        }
        catch (CliException)
        {
            // Without a configuration, the place of the journal isn't known.
        }
    }

    private LaunchedGame Create()
    {
        string line = CommandLine.QuoteProgram(Game) + (_options.RawArguments ?? CommandLine.Join(_options.Arguments));
        return LaunchedGame.CreateSuspended(_program.File, line, _options.InOwnFolder ? OwnFolder : null);
    }

    private uint RunToEnd(LaunchedGame process, VfsConfiguration? configuration = null, Action? whenItRuns = null,
        Action? nowAndThen = null, Action? afterAWhile = null)
    {
        if (process.Tree is null)
            Messages.Warn($"Windows doesn't let rvfs track the processes of {GameName}; rvfs waits for the first one only.");
        CtrlC.LeaveToGame(_executable.IsConsole ? null : process.Tree);
        long began = Stopwatch.GetTimestamp();
        process.Resume(endWithLauncher: _options.ExitFile is not null);
        if (IsFirst)
            KnownGames.Remember(Game, _program.GameFolder);
        whenItRuns?.Invoke();
        ChildModes modes = new(configuration ?? new());
        process.WaitForAll(nowAndThen, afterAWhile, name => modes.Of(name) == ChildMode.Leave, names => Messages.Say(
            $"{GameName} has ended; rvfs waits for the programs that it started and that still run: {string.Join(", ", names)}."));
        TimeSpan lasted = Stopwatch.GetElapsedTime(began);
        if (!process.TryGetExitCode(out uint code))
            throw new CliException(ExitCodes.Failed, $"The exit code of {GameName} can't be read.");
        if (NtStatusNames.Describe(code) is { } meaning)
            Messages.Say(string.Create(CultureInfo.InvariantCulture, $"{GameName} ended with 0x{code:X8}, {meaning}."));
        if (_options.ExitFile is { } file)
            ExitFile.End(file, code);
        else if (!_isOfSteam && !_options.Wrapped && !_options.NoMods)
            SteamRestart.Explain(Game, lasted, code, Environment.ProcessPath!);
        return code;
    }
}
