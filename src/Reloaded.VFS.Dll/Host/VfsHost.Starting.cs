using System.Diagnostics;
using System.Text.Json;
using Reloaded.VFS.Dll.Children;
using Reloaded.VFS.Dll.Reporting;
using Reloaded.VFS.Dll.Watching;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Caching;
#if CORECLR
using Reloaded.VFS.Mods.Laying;
#endif
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Dll.Host;

/// <content>The start: the request, the hooks, the thread that follows the mods.</content>
internal static partial class VfsHost
{
    /// <summary>
    /// The steps of a start, in their order. Every step that may refuse the start precedes the first change of an earlier run's files.
    /// </summary>
    private static readonly (string Name, Func<Starting, RvfsStatus> Run)[] s_startSteps =
    [
        ("mods", AddMods),
        ("refusals", StartRefusals.Find),
        ("events", OpenEvents),
        ("hooks", InstallHooks),
        ("overwrite", AddOverwrite),
        ("folders", AddMapParents),
        ("undo", RecordChanges),
        ("names", PrepareNames),
#if CORECLR
        ("rehearsal", Rehearse),
#endif
        ("redirecting", Redirect),
    ];

    /// <summary>
    /// Starts the VFS, unless it is started. An automatic start gives way to one with arguments: it is stopped, and the new one runs.
    /// </summary>
    public static RvfsStatus Start(StartOrigin origin, Func<StartRequest> getRequest)
    {
        lock (s_lock)
        {
            if (s_started && s_origin == StartOrigin.Automatic && origin == StartOrigin.Arguments)
                Stop();
            if (s_started)
            {
                // The start is requested now, but keeps its own request.
                s_origin = StartOrigin.BesideGame > s_origin ? StartOrigin.BesideGame : s_origin;
                return RvfsStatus.AlreadyStarted;
            }

            s_origin = origin;
            StartSteps steps = s_steps = new StartSteps();
            DateTimeOffset time = DateTimeOffset.UtcNow;
            if (EmulationCheck.WhyRefused() is { } refusal)
                return Refuse(RvfsStatus.Machine, refusal, getRequest(), time);
#if CORECLR
            if (!s_prepared)
                CoreClr.Rehearsal.BeginAhead();
#endif
            Prepare();
            steps.End("runtime");
            StartRequest request = getRequest();
            var start = new Starting(request, WithDefaults(request), time);
            if (s_caseTable is not null)
                start.Diagnostics.Add(s_caseTable);
            steps.End("configuration");
            RvfsStatus status = Run(start, steps);
            Report(start, steps);
            steps.End("report");
            // The changes of a run whose start has failed aren't recorded.
            if (!s_started && !request.IsChild)
                UndoJournal.NoteOvertaken(OverwritePlaces.FolderOf(start.Configuration));
            if (s_started)
                Follow(start);
            steps.End("watching");
            // If the mods are followed, their thread does it a second later, so that it costs a short-lived program nothing.
            if (!s_started || s_watcher is null)
                GiveBackMemory();
            steps.End("memory");
#if CORECLR
            CoreClr.HostedRuntime.StartEnded();
#endif
            return status;
        }
    }

    /// <summary>Runs the steps up to the first one that refuses the start; nothing of the start is then left.</summary>
    private static RvfsStatus Run(Starting start, StartSteps steps)
    {
        try
        {
            foreach ((string name, Func<Starting, RvfsStatus> run) in s_startSteps)
            {
                RvfsStatus status = run(start);
                steps.End(name);
                if (status != RvfsStatus.Ok)
                    return LastError.Set(status, start.Diagnostics);
            }

            return RvfsStatus.Ok;
        }
        finally
        {
            FileSystemSetup.Publish(start);
            if (!s_started)
                Clear();
        }
    }

    private static RvfsStatus AddMods(Starting start)
    {
        FileSystemSetup.Add(s_files!, start, s_roots);
        s_confirmedFolders = start.ConfirmedFolders;
        return RvfsStatus.Ok;
    }

    private static RvfsStatus OpenEvents(Starting start)
    {
        if (EventFile.Open(start.Configuration, NativeImports.Services, start.Request.IsChild) is { } blind)
            start.Diagnostics.Add(blind);
        return RvfsStatus.Ok;
    }

    private static RvfsStatus InstallHooks(Starting start)
    {
        foreach ((string variable, string module) in HookManager.StandIns)
        {
            start.Diagnostics.Add(Diagnostic.Warning(
                $"the environment variable {variable} is set: functions of '{module}' stand in for the system's, as in a test; "
                    + "the game may not see mods", fix: $"start the game without {variable}"));
        }

#if CORECLR
        CoreClr.Rehearsal.EndAhead();
#endif
        if (s_hooks.Count == 0)
            s_hooks = HookManager.Install(s_files!, NativeImports.Services);
        int errors = start.Diagnostics.Count;
        start.Diagnostics.AddRange(s_hooks.Where(hook => hook is { Installed: false, Required: true })
            .Select(hook => Diagnostic.Error($"{hook.Function} could not be hooked: {hook.Detail}")));
        return start.Diagnostics.Count > errors ? RvfsStatus.Hooks : RvfsStatus.Ok;
    }

    private static RvfsStatus AddOverwrite(Starting start)
    {
        OverwriteFolder? overwrite = null;
        int others = start.Added.Count;
        if (start.Configuration.Writes == WritePolicy.Overwrite
            && (overwrite = OverwriteSetup.Add(
                s_files!, start.Configuration, start.Applied.Targets, start.Diagnostics, start.Added, TellLater)) is null)
            return RvfsStatus.Configuration;
        s_overwriteLayer = overwrite is null ? null : start.Added[others].Layer;
        HookManager.WriteTo(overwrite);
        return RvfsStatus.Ok;
    }

    private static RvfsStatus AddMapParents(Starting start)
    {
        MapParentsSetup.Add(s_files!, start.Mods, start.Applied, start.Diagnostics, start.Added);
        FileSystemSetup.Publish(start);
        s_inheritedTree = start.Inherited?.Trees.IsTaken == true;
        EventFile.AddLayers(s_files!);
        return RvfsStatus.Ok;
    }

    private static RvfsStatus RecordChanges(Starting start)
    {
        // Under the policy overwrite nothing in a mod changes.
        bool isInPlace = start.Configuration.Writes == WritePolicy.Game;
        if (isInPlace)
            UnfinishedMarkers.Remove(start.Mods.UnfinishedMarkers);
        HookManager.Record(isInPlace && !start.IsSetMissing
            ? JournalSetup.OpenInPlace(start.Configuration, start.Diagnostics, TellLater)
            : null);
        return RvfsStatus.Ok;
    }

    private static RvfsStatus PrepareNames(Starting start)
    {
        HookManager.ShowRealNames(start.Configuration.Names == NamePolicy.Real);
        OwnFiles.Hide(
            s_files!, s_roots, start.Applied.Targets.Where(target => !target.IsConfigured).Select(target => target.VirtualFolder));
        s_files!.EndExpecting();
        HookManager.UpdatePrefixes(s_roots);
        HookManager.CorrectImageName();
        HookManager.FindEarlierHandles(start.Request.IsBeforeProgram, start.Request.InheritsNothing);
        return RvfsStatus.Ok;
    }

#if CORECLR
    private static RvfsStatus Rehearse(Starting start)
    {
        if (start.Applied.Targets is [AppliedTarget first, ..])
            CoreClr.Rehearsal.Run(s_files!, first.VirtualFolder);
        return RvfsStatus.Ok;
    }
#endif

    private static RvfsStatus Redirect(Starting start)
    {
        s_started = true;
        if (start.Request.Disabled)
        {
            HookManager.Disable();
            return RvfsStatus.Ok;
        }

        HookManager.Enable();
        s_enabled = true;
        if (start.Request.IsInMod)
            HookManager.CorrectWorkingFolder();
        return RvfsStatus.Ok;
    }

    private static void Report(Starting start, StartSteps steps)
    {
        s_report = NewReport(start.Time, start.Configuration) with
        {
            Running = s_started,
            ModsFolder = start.Mods.Configuration.Mods,
            Mods = start.Counts.Mods,
            Files = start.Counts.Files,
            Replaces = start.Counts.Replaces,
            Hooks = [.. s_hooks.Select(ToReport)],
            Diagnostics = start.Diagnostics,
            Milliseconds = steps.Milliseconds,
        };
        start.Diagnostics.ForEach(LogSink.Add);
        string? reportFile = start.ReportFile = ReportWriter.Write(s_report, start.Configuration);
        s_tell = diagnostic => Say(diagnostic, reportFile, start.Configuration.Log);
    }

    /// <summary>
    /// Starts the reporting of faults, and follows children and mods: the latter on a thread of its own, for which the start doesn't wait.
    /// </summary>
    private static void Follow(Starting start)
    {
        (string? reportFile, string? log) = (start.ReportFile, start.Configuration.Log);
        HookManager.ReportFaults((outcome, cause) => TellLater(Diagnostic.Warning($"{outcome}: {UnexpectedError.Describe(cause)}")));
        HookManager.ReportLostMarker((marker, cause) => TellLater(Diagnostic.Warning(
            "what the game deletes may reappear at its next start: no marker can be created: " + ErrorCause.Of(cause),
            file: NtPath.ToWin32(marker),
            fix: StartLock.IsDiskFull(cause) ? "make room on the volume"
                : cause is UnauthorizedAccessException ? "give the user who plays the right to write to the mod's folder"
                : null)));
        var sharing = new TreeSharing(s_files!, () => s_watcher, start.Scanned);
        if (start.Inherited is { } inherited)
            sharing.Inherit(inherited.Section);
        HookManager.FollowChildren(new FollowedChildren(start.Configuration, start.Request.IsChild, start.Request.WithoutMods,
            IsFollower(start.Request, start.Configuration), sharing.Pass, reportFile, diagnostic => Say(diagnostic, reportFile, log)));
        var live = new LiveMods(s_files!, start.Mods, start.Applied) { TargetAdded = AddRootFolder };
        s_watcher = LiveWatcher.Start(s_files!, live, start.Added, new LiveNeeds(start.Scanned, Path.GetDirectoryName(reportFile),
            diagnostic => Say(diagnostic, reportFile, log), message => SayEvent(message, log), GiveBackMemory)
        { IsInherited = start.Inherited is not null });
        if (s_watcher is { } watcher)
            HookManager.ReportChanges(watcher.Post);
    }

    /// <summary>Determines whether the program only accompanies the game, so that the game that it starts is followed.</summary>
    private static bool IsFollower(StartRequest request, VfsConfiguration configuration) =>
        request.Follows || (request.IsChild && OwnProcess.ModeIn(configuration) == ChildMode.Follow);

    /// <summary>Returns the start's memory to the system: from here on the heap hardly grows.</summary>
    private static void GiveBackMemory() => GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);

    /// <summary>Reports a start that isn't attempted: nothing in this process has been changed.</summary>
    private static RvfsStatus Refuse(RvfsStatus status, Diagnostic cause, StartRequest request, DateTimeOffset time)
    {
        VfsConfiguration configuration = WithDefaults(request);
        LogSink.Add(cause);
        ReportWriter.Write(NewReport(time, configuration) with { Diagnostics = [.. request.Diagnostics, cause] }, configuration);
        return LastError.Set(status, [cause]);
    }

    private static StartReport NewReport(DateTimeOffset time, VfsConfiguration configuration) => new()
    {
        Version = ImageVersion.Text,
        System = SystemName.Get(),
        Time = time,
        Game = OwnProcess.Program,
        ProcessId = Environment.ProcessId,
        InstructionSet = InstructionSet.Name,
        Targets = configuration.Targets,
        ModsFolder = configuration.Mods,
    };

    /// <summary>Runs what must be done once, before any path is folded and any hook is installed.</summary>
    private static void Prepare()
    {
        if (s_prepared)
            return;
        SystemLibraries.UseSystemFolderOnly();
        if (NtFunctions.IsWine)
            DiskRemoval.FindReal = static path => ProcessPlaces.Find(path)?.Real;
        EventFile.Prepare(NativeImports.Services);
        WarmUp.Run();
        ImageCode.Apply();
        s_caseTable = SystemCaseTable.Apply();
        if (NtFunctions.IsWine)
            CachedMods.OwnStamps = new NtFolderStamps(FolderState.TryGetTimes, FolderState.TryGetId);
        s_files = new VirtualFileSystem { OpenNames = OpenNames.Of, SourceAdded = SourceRoots.Add };
        s_prepared = true;
    }

    private static VfsConfiguration WithDefaults(StartRequest request)
    {
        VfsConfiguration filled = request.Configuration.WithDefaults(OwnProcess.Folder) with
        {
            KnownFolders = known => SystemFolders.FindKnown(KnownFolders.IdOf(known)),
        };
        return request.UseDefaultMods ? filled : filled with { Mods = request.Configuration.Mods };
    }

    /// <summary>Reports a diagnostic after the report is written. Can be called on any thread.</summary>
    private static void TellLater(Diagnostic diagnostic) => s_tell?.Invoke(diagnostic);

    private static void SayEvent(string message, string? log)
    {
        LogSink.Add(RvfsLogLevel.Event, message);
        ReportWriter.AppendLog(log, message);
    }

    private static void Say(Diagnostic diagnostic, string? reportFile, string? log)
    {
        LogSink.Add(diagnostic);
        if (reportFile is not null)
            StartReportFile.TryAdd(reportFile, diagnostic);
        ReportWriter.AppendLog(log, diagnostic.ToString());
    }
}

/// <summary>The steps of the last start and the time of each. Not thread-safe: used while the host's lock is held.</summary>
internal sealed class StartSteps
{
    private readonly List<(string Name, double Milliseconds)> _steps = [];
    private readonly long _began = Stopwatch.GetTimestamp();
    private long _last = Stopwatch.GetTimestamp();

    public double Milliseconds => Math.Round(Stopwatch.GetElapsedTime(_began).TotalMilliseconds, 1);

    /// <summary>Notes the end of a step; the next begins.</summary>
    /// <param name="name">The step's name in <c>rvfs_describe</c>.</param>
    public void End(string name)
    {
        long now = Stopwatch.GetTimestamp();
        _steps.Add((name, Stopwatch.GetElapsedTime(_last, now).TotalMilliseconds));
        _last = now;
    }

    /// <summary>Writes an object of names and milliseconds, in the order of the steps.</summary>
    public void Write(Utf8JsonWriter json)
    {
        json.WriteStartObject("startSteps");
        foreach ((string name, double milliseconds) in _steps)
            json.WriteNumber(name, Math.Round(milliseconds, 2));
        json.WriteEndObject();
    }
}
