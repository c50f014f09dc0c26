using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Dll.Children;
using Reloaded.VFS.Dll.Interface;
using Reloaded.VFS.Dll.Reporting;
using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Dll.Start;
using Reloaded.VFS.Dll.Watching;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Hooks.Children;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.AntiCheat;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Host;

/// <content>The start: what is asked for, the hooks, who follows the mods.</content>
internal static unsafe partial class VfsHost
{
    /// <summary>
    /// Starts, unless it has. An automatic start gives way to one with arguments: it is stopped, and that one runs.
    /// </summary>
    public static RvfsStatus Start(StartOrigin origin, Func<StartRequest> getRequest)
    {
        lock (s_lock)
        {
            if (s_started && s_origin == StartOrigin.Automatic && origin == StartOrigin.Arguments)
                Stop();
            if (s_started)
            {
                // Asked for now, with what it has.
                s_origin = StartOrigin.BesideGame > s_origin ? StartOrigin.BesideGame : s_origin;
                return RvfsStatus.AlreadyStarted;
            }

            s_origin = origin;
            DateTimeOffset time = DateTimeOffset.UtcNow;
            StartSteps steps = s_steps = new StartSteps();
            if (EmulationCheck.WhyRefused() is { } refusal)
                return Refuse(RvfsStatus.Machine, refusal, getRequest(), time);
            Prepare();
            steps.End("runtime");
            StartRequest request = getRequest();
            VfsConfiguration configuration = WithDefaults(request);
            steps.End("configuration");
            var diagnostics = new List<Diagnostic>(request.Diagnostics);
            if (s_caseTable is not null)
                diagnostics.Add(s_caseTable);
            Diagnostic? missingSet = FindMissingSet(configuration);
            if (missingSet is not null)
                diagnostics.Add(missingSet);

            RvfsStatus status;
            ModCounts counts;
            ModSet mods;
            AppliedMods applied;
            List<AddedFolder> added = [];
            DateTime scanned = DateTime.UtcNow;
            try
            {
                counts = FileSystemSetup.Add(s_files!, configuration, request.WithoutMods, request.Folders, s_roots, diagnostics, added,
                    out mods, out applied, out s_confirmedFolders);
                if (request.IsOfOptions)
                    RemoveKeys(diagnostics);
                steps.End("mods");
                status = Install(request, configuration, mods, counts.Mods, applied, added, missingSet is not null, diagnostics, steps);
            }
            finally
            {
                if (!s_started)
                    Clear();
            }

            s_report = new StartReport
            {
                Version = ImageVersion.Text,
                System = SystemName.Get(),
                Time = time,
                Game = OwnProcess.Program,
                ProcessId = Environment.ProcessId,
                InstructionSet = InstructionSet.Name,
                Running = s_started,
                Targets = configuration.Targets,
                ModsFolder = mods.Configuration.Mods,
                Mods = counts.Mods,
                Files = counts.Files,
                Replaces = counts.Replaces,
                Hooks = [.. s_hooks.Select(ToReport)],
                Diagnostics = diagnostics,
                Milliseconds = steps.Milliseconds,
            };
            string? reportFile = ReportWriter.Write(s_report, configuration);
            steps.End("report");
            s_tell = diagnostic => Say(diagnostic, reportFile, configuration.Log);
            if (s_started)
            {
                HookManager.ReportFaults((outcome, cause) => TellLater(
                    Diagnostic.Warning($"{outcome}: {UnexpectedError.Describe(cause)}")));
                HookManager.ReportLostMarker((marker, cause) => TellLater(Diagnostic.Warning(
                    "what the game deletes may be there again when it starts next: no marker can be made: "
                        + ErrorCause.Of(cause)) with
                {
                    File = NtPath.ToWin32(marker),
                    Fix = StartLock.IsDiskFull(cause) ? "make room on the volume"
                        : cause is UnauthorizedAccessException ? "let the user who plays write to the mod's folder"
                        : null,
                }));
                HookManager.FollowChildren(new FollowedChildren(configuration, request.IsChild, request.WithoutMods,
                    IsFollower(request, configuration), reportFile,
                    diagnostic => Say(diagnostic, reportFile, configuration.Log)));
                Follow(new LiveMods(s_files!, mods, applied), added, scanned, reportFile, configuration.Log);
            }

            steps.End("watching");
            // Where the mods are followed, their thread does it a second later: a program that has ended by then doesn't pay for it.
            if (!s_started || s_watcher is null)
                GiveBackMemory();
            steps.End("memory");
            return status;
        }
    }

    /// <summary>Whether the program only looks after the game, so that the game that it starts is followed.</summary>
    private static bool IsFollower(StartRequest request, VfsConfiguration configuration) =>
        request.Follows || (request.IsChild && OwnProcess.ModeIn(configuration) == ChildMode.Follow);

    /// <summary>What the start needed goes back to the system: from here on the heap hardly grows.</summary>
    private static void GiveBackMemory() => GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);

    /// <summary>Reports a start that isn't even tried: nothing of this process has been touched.</summary>
    private static RvfsStatus Refuse(RvfsStatus status, Diagnostic cause, StartRequest request, DateTimeOffset time)
    {
        VfsConfiguration configuration = WithDefaults(request);
        StartReport report = new()
        {
            Version = ImageVersion.Text,
            System = SystemName.Get(),
            Time = time,
            Game = OwnProcess.Program,
            ProcessId = Environment.ProcessId,
            InstructionSet = InstructionSet.Name,
            Targets = configuration.Targets,
            ModsFolder = configuration.Mods,
            Diagnostics = [.. request.Diagnostics, cause],
        };
        ReportWriter.Write(report, configuration);
        return LastError.Set(status, [cause]);
    }

    /// <summary>What must happen once, before any path is folded and any hook is in.</summary>
    private static void Prepare()
    {
        if (s_prepared)
            return;
        SystemLibraries.UseSystemFolderOnly();
        if (NtFunctions.IsWine)
            DiskRemoval.FindReal = static path => ProcessPlaces.Find(path)?.Real;
        NativeServices services;
        NativeImports.rvfs_native_get_services(&services);
        EventFile.Prepare(services);
        WarmUp.Run();
        ImageCode.Apply();
        s_caseTable = SystemCaseTable.Apply();
        if (NtFunctions.IsWine)
            KeptMods.OwnStamps = new NtFolderStamps(FolderState.TryGetTimes, FolderState.TryGetId);
        s_files = new VirtualFileSystem { OpenNames = OpenNames.Of };
        s_prepared = true;
    }

    private static Diagnostic? FindMissingSet(VfsConfiguration configuration) =>
        configuration.SetName is { } set && Path.GetDirectoryName(configuration.Overwrite) is { } folder && !Directory.Exists(folder)
            ? Diagnostic.Error(configuration.Writes == WritePolicy.Overwrite
                ? $"there is no set '{set}', whose overwrite folder takes what the game writes; nothing is redirected"
                : $"there is no set '{set}'") with
            {
                File = folder,
                Key = "set",
                Fix = "rvfs set NAME makes one",
            }
            : null;

    /// <summary>Whether a folder that the caller of <c>rvfs_start</c> named isn't there. Not once hooks are in.</summary>
    private static bool IsNotThere(StartRequest request) => request.IsOfOptions
        && request.Configuration.Targets.Concat(request.Folders.Select(folder => folder.Source))
            .Concat(request.Configuration.Mods is { } mods ? [mods] : [])
            .Any(folder => !Directory.Exists(folder));

    /// <summary>Takes the keys of a configuration, which there isn't, from what is said of its values.</summary>
    private static void RemoveKeys(List<Diagnostic> diagnostics)
    {
        for (int i = 0; i < diagnostics.Count; i++)
        {
            if (diagnostics[i].Key is "targets" or "mods")
                diagnostics[i] = diagnostics[i] with { Key = null };
        }
    }

    private static VfsConfiguration WithDefaults(StartRequest request)
    {
        VfsConfiguration filled = request.Configuration.WithDefaults(OwnProcess.Folder) with
        {
            KnownFolders = known => SystemFolders.FindKnown(KnownFolders.IdOf(known)),
        };
        return request.UseDefaultMods ? filled : filled with { Mods = request.Configuration.Mods };
    }

    /// <summary>
    /// Installs the hooks. Whatever refuses the start comes before the first change of what an earlier run has left: unchanged copies, its
    /// journal.
    /// </summary>
    private static RvfsStatus Install(StartRequest request, VfsConfiguration configuration, ModSet set, IReadOnlyList<ModReport> mods,
        AppliedMods applied, List<AddedFolder> added, bool isSetMissing, List<Diagnostic> diagnostics, StartSteps steps)
    {
        IEnumerable<string> folders = configuration.Targets.Prepend(OwnProcess.Folder);
        AntiCheatFinding? found = AntiCheatDetector.FindFirst(folders, set.TargetNames, out string? unlisted);
        if (found is not null && configuration.Offline)
            diagnostics.Add(Diagnostic.Warning(
                $"this game has anti-cheat software ({found.Product}), which may ban players whose game is changed; it is passed over, "
                    + "because \"offline\" says that the game is played offline only") with
            {
                File = found.Path,
            });
        else if (found is not null)
        {
            diagnostics.Add(
                Diagnostic.Error($"this game has anti-cheat software ({found.Product}), which may ban players whose game is changed") with
                {
                    File = found.Path,
                    Fix = "nothing is redirected; if you play offline only, set \"offline\": true in rvfs.json",
                });
            return LastError.Set(RvfsStatus.AntiCheat, diagnostics);
        }

        if (unlisted is not null && !configuration.Offline)
            diagnostics.Add(Diagnostic.Warning("this folder can't be listed, so anti-cheat software in it isn't found") with
            {
                File = unlisted,
            });

        // A mod that order.txt lists and that isn't there is a warning; where all or nothing is wanted it is missing.
        bool isIncomplete = diagnostics.Exists(d => d.IsError) || mods.Any(m => m.State is ModState.Missing or ModState.Error);
        if (configuration.OnError == ErrorPolicy.Stop && isIncomplete)
            return LastError.Set(IsNotThere(request) ? RvfsStatus.NotFound : RvfsStatus.Configuration, diagnostics);

        // No folder is made for a set that isn't there: the next start would take it for one that is.
        if (isSetMissing && configuration.Writes == WritePolicy.Overwrite)
            return LastError.Set(RvfsStatus.Configuration, diagnostics);

        NativeServices services;
        NativeImports.rvfs_native_get_services(&services);
        if (EventFile.Open(configuration, services) is { } blind)
            diagnostics.Add(blind);
        steps.End("events");
        if (s_hooks.Count == 0)
            s_hooks = HookManager.Install(s_files!, services);
        steps.End("hooks");

        foreach (HookOutcome hook in s_hooks.Where(h => h is { Installed: false, Required: true }))
            diagnostics.Add(Diagnostic.Error($"{hook.Function} could not be hooked: {hook.Detail}"));
        if (s_hooks.Any(h => h is { Installed: false, Required: true }))
            return LastError.Set(RvfsStatus.Hooks, diagnostics);

        // Under the other policy nothing in a mod changes.
        if (configuration.Writes == WritePolicy.Game)
            UnfinishedMarkers.Remove(set.UnfinishedMarkers);
        OverwriteFolder? overwrite = null;
        int others = added.Count;
        if (configuration.Writes == WritePolicy.Overwrite
            && (overwrite = OverwriteSetup.Add(s_files!, configuration, applied.Targets, diagnostics, added, TellLater)) is null)
            return LastError.Set(RvfsStatus.Configuration, diagnostics);
        s_overwriteLayer = overwrite is null ? null : added[others].Layer;
        EventFile.AddLayers(s_files!);
        steps.End("overwrite");
        HookManager.WriteTo(overwrite);
        HookManager.Record(configuration.Writes == WritePolicy.Game && !isSetMissing
            ? JournalSetup.OpenInPlace(configuration, diagnostics, TellLater)
            : null);
        HookManager.ShowRealNames(configuration.Names == NamePolicy.Real);
        OwnFiles.Hide(s_files!, s_roots, applied.Targets.Where(target => !target.IsConfigured).Select(target => target.VirtualFolder));
        HookManager.UpdatePrefixes(s_roots);
        OwnImageName.Correct();
        HookManager.FindEarlierHandles(request.IsBeforeProgram);
        steps.End("names");
        s_started = true;
        if (!request.Disabled)
        {
            HookManager.Enable();
            s_enabled = true;
            if (request.IsInMod)
                WorkingFolder.Correct();
        }

        return RvfsStatus.Ok;
    }

    /// <summary>From here on the mods are followed, by a thread that has its own time: the start doesn't wait for it.</summary>
    private static void Follow(LiveMods live, List<AddedFolder> added, DateTime scanned, string? reportFile, string? log)
    {
        live.TargetAdded = AddRootFolder;
        s_watcher = LiveWatcher.Start(s_files!, live, added, scanned, Path.GetDirectoryName(reportFile),
            diagnostic => Say(diagnostic, reportFile, log), message => ReportWriter.AppendLog(log, message), GiveBackMemory);
        if (s_watcher is { } watcher)
            HookManager.ReportChanges(watcher.Post);
    }

    /// <summary>What there is to tell once the report is written. Any thread.</summary>
    private static void TellLater(Diagnostic diagnostic) => s_tell?.Invoke(diagnostic);

    private static void Say(Diagnostic diagnostic, string? reportFile, string? log)
    {
        if (reportFile is not null)
            StartReportFile.TryAdd(reportFile, diagnostic);
        ReportWriter.AppendLog(log, diagnostic.ToString());
    }
}
