using System.Diagnostics;
using System.Text.Json;
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
using Reloaded.VFS.Hooks.Patching;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Mods.AntiCheat;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Host;

/// <summary>
/// The virtual file system of this process, from its start on. Thread-safe: one lock, taken by the C interface only, never by a hook nor
/// by the thread that follows the mods.
/// Members throw; <see cref="LastError.Guard"/> makes statuses of that.
/// </summary>
internal static unsafe class VfsHost
{
    private static readonly Lock s_lock = new();

    /// <summary>One for the process: the hooks keep it. A start that failed leaves it empty.</summary>
    private static VirtualFileSystem? s_files;

    private static IReadOnlyList<Hooks.HookState> s_hooks = [];
    private static readonly List<string> s_roots = [];
    private static StartReport? s_report;
    private static Diagnostic? s_caseTable;
    private static bool s_prepared;
    private static bool s_started;
    private static StartOrigin s_origin;
    private static bool s_enabled;
    private static LiveWatcher? s_watcher;

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
            DateTimeOffset time = DateTimeOffset.Now;
            long began = Stopwatch.GetTimestamp();
            if (NativeMachine.WhyRefused() is { } refusal)
                return Refuse(RvfsStatus.Machine, refusal, getRequest(), time);
            Prepare();
            StartRequest request = getRequest();
            VfsConfiguration configuration = WithDefaults(request);
            var diagnostics = new List<Diagnostic>(request.Diagnostics);
            if (s_caseTable is not null)
                diagnostics.Add(s_caseTable);
            if (WarmUp.Lookups == 0)
                diagnostics.Add(Diagnostic.Notice("the runtime could not be made to stop a thread before the hooks went in"));

            RvfsStatus status;
            ModCounts counts;
            ModSet mods;
            AppliedMods applied;
            List<AddedFolder> laid = [];
            DateTime scanned = DateTime.UtcNow;
            try
            {
                counts = FileSystemSetup.Add(s_files!, configuration, request.Folders, s_roots, diagnostics, laid, out mods, out applied);
                status = Install(request, configuration, counts.Mods, diagnostics);
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
                Game = GameProcess.Program,
                ProcessId = Environment.ProcessId,
                InstructionSet = InstructionSet.Name,
                Running = s_started,
                Targets = configuration.Targets,
                ModsFolder = configuration.Mods,
                Mods = counts.Mods,
                Files = counts.Files,
                Replaces = counts.Replaces,
                Hooks = [.. s_hooks.Select(ToReport)],
                Diagnostics = diagnostics,
                Milliseconds = Math.Round(Stopwatch.GetElapsedTime(began).TotalMilliseconds, 1),
            };
            string? reportFile = ReportFiles.Write(s_report, configuration);
            if (s_started)
            {
                HookManager.FollowChildren(new FollowedChildren(configuration, request.IsChild, reportFile,
                    diagnostic => Say(diagnostic, reportFile, configuration.Log)));
                Follow(new LiveMods(s_files!, mods, applied), laid, scanned, reportFile, configuration.Log);
            }

            // What the start needed goes back to the system: from here on the heap hardly grows.
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
            return status;
        }
    }

    /// <summary>Lays a real folder over a virtual one, above everything. Returns its handle.</summary>
    public static ulong AddFolder(string source, string target)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            if (!Directory.Exists(source))
                throw new RvfsException(RvfsStatus.NotFound, $"There is no folder {source}.");
            AddRoot(target);
            AddedFolder laid = AddedFolder.Lay(s_files!, source, target);
            s_watcher?.Add(laid);
            ulong handle = ToHandle(laid.Layer);
            HookManager.FoldersAdded();
            EventFile.AddLayers(s_files!);
            return handle;
        }
    }

    /// <summary>Lays a real file over a virtual path, above everything. Returns its handle.</summary>
    public static ulong AddFile(string source, string target)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            if (!File.Exists(source))
                throw new RvfsException(RvfsStatus.NotFound, $"There is no file {source}.");
            AddRoot(Path.GetDirectoryName(target) ?? target);
            ulong handle = ToHandle(s_files!.AddFile(source, target));
            HookManager.FoldersAdded();
            EventFile.AddLayers(s_files!);
            return handle;
        }
    }

    /// <summary>Takes back what <see cref="AddFolder"/> or <see cref="AddFile"/> laid.</summary>
    public static void Remove(ulong handle)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            if (handle is 0 or > int.MaxValue || !s_files!.Remove((int)handle))
                throw new RvfsException(RvfsStatus.UnknownHandle, $"No redirection has the handle {handle}.");
            s_watcher?.Forget((int)handle);
        }
    }

    /// <summary>Lets what was laid under a handle take part or not.</summary>
    public static void SetEnabled(ulong handle, bool enabled)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            if (handle is 0 or > int.MaxValue || !s_files!.SetEnabled((int)handle, enabled))
                throw new RvfsException(RvfsStatus.UnknownHandle, $"No redirection has the handle {handle}.");
            if (enabled)
                HookManager.FoldersAdded();
        }
    }

    /// <summary>Puts what was laid under some handles in a new order, the winner last.</summary>
    public static void Reorder(ReadOnlySpan<ulong> handles)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            int[] layers = new int[handles.Length];
            for (int i = 0; i < layers.Length; i++)
                layers[i] = handles[i] <= int.MaxValue ? (int)handles[i] : 0;
            try
            {
                s_files!.Reorder(layers);
            }
            catch (ArgumentException e)
            {
                throw new RvfsException(RvfsStatus.UnknownHandle, e.Message);
            }
        }
    }

    /// <summary>Takes the hooks out and forgets every redirection. A start may follow.</summary>
    public static void Stop()
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            s_watcher?.Stop();
            s_watcher = null;
            HookManager.Uninstall();
            s_hooks = [];
            s_started = false;
            s_enabled = false;
            Clear();
        }
    }

    /// <summary>Turns redirecting on or off.</summary>
    public static void SetEnabled(bool enabled)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            if (enabled)
                HookManager.Enable();
            else
                HookManager.Disable();
            s_enabled = enabled;
        }
    }

    /// <summary>What is behind a path, as <c>rvfs_which</c> says it.</summary>
    public static byte[] Which(string path)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            return WhichJson.Write(s_files!, path);
        }
    }

    /// <summary>Its part of <c>rvfs_describe</c>.</summary>
    public static void Describe(Utf8JsonWriter json)
    {
        lock (s_lock)
        {
            json.WriteBoolean("started", s_started);
            json.WriteBoolean("startedByItself", s_started && s_origin == StartOrigin.Automatic);
            json.WriteBoolean("enabled", s_enabled);
            json.WriteString("events", EventFile.FilePath);
            json.WriteStartArray("hooks");
            foreach (Hooks.HookState hook in s_hooks)
            {
                json.WriteStartObject();
                json.WriteString("function", hook.Function);
                json.WriteBoolean("installed", hook.Installed);
                json.WriteString("detail", hook.Detail);
                json.WriteString("kind", hook.Kind switch
                {
                    PatchKind.Atomic => "jump",
                    PatchKind.ThroughPadding => "padding",
                    PatchKind.Suspended => "suspended",
                    _ => null,
                });
                json.WriteString("jumpsTo", hook.Entry?.JumpsTo);
                json.WriteString("before", hook.Entry?.Before);
                json.WriteString("entry", hook.Entry?.Bytes);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            if (s_files is not null)
            {
                VirtualFileSystemStatistics figures = s_files.Statistics;
                json.WriteNumber("layers", figures.Layers);
                json.WriteNumber("folders", figures.Folders);
                json.WriteNumber("files", figures.Files);
                json.WriteNumber("nativeBytes", figures.NativeBytes);
            }

            s_watcher?.Figures.Write(json);
            if (s_report?.Milliseconds is double milliseconds)
                json.WriteNumber("startMilliseconds", milliseconds);
        }
    }

    /// <summary>Reports a start that isn't even tried: nothing of this process has been touched.</summary>
    private static RvfsStatus Refuse(RvfsStatus status, Diagnostic cause, StartRequest request, DateTimeOffset time)
    {
        VfsConfiguration configuration = WithDefaults(request);
        StartReport report = new()
        {
            Version = ImageVersion.Text,
            System = SystemName.Get(),
            Time = time,
            Game = GameProcess.Program,
            ProcessId = Environment.ProcessId,
            InstructionSet = InstructionSet.Name,
            Targets = configuration.Targets,
            ModsFolder = configuration.Mods,
            Diagnostics = [.. request.Diagnostics, cause],
        };
        ReportFiles.Write(report, configuration);
        return LastError.Set(status, [cause]);
    }

    /// <summary>What must happen once, before any path is folded and any hook is in.</summary>
    private static void Prepare()
    {
        if (s_prepared)
            return;
        SystemLibraries.UseSystemFolderOnly();
        NativeServices services;
        NativeImports.rvfs_native_get_services(&services);
        EventFile.Prepare(services);
        WarmUp.Run();
        s_caseTable = SystemCaseTable.Apply();
        s_files = new VirtualFileSystem();
        s_prepared = true;
    }

    private static VfsConfiguration WithDefaults(StartRequest request)
    {
        VfsConfiguration filled = request.Configuration.WithDefaults(GameProcess.Folder);
        return request.UseDefaultMods ? filled : filled with { Mods = request.Configuration.Mods };
    }

    private static RvfsStatus Install(StartRequest request, VfsConfiguration configuration, IReadOnlyList<ModReport> mods,
        List<Diagnostic> diagnostics)
    {
        if (!configuration.Offline && AntiCheatDetector.FindFirst(configuration.Targets.Prepend(GameProcess.Folder)) is { } found)
        {
            diagnostics.Add(
                Diagnostic.Error($"this game has anti-cheat software ({found.Product}), which may ban players whose game is changed") with
                {
                    File = found.Path,
                    Fix = "nothing is redirected; if you play offline only, set \"offline\": true in rvfs.json",
                });
            return LastError.Set(RvfsStatus.AntiCheat, diagnostics);
        }

        // A mod that order.txt lists and nobody has is a warning; to somebody who wants all or nothing it is missing.
        bool isIncomplete = diagnostics.Exists(d => d.IsError) || mods.Any(m => m.State is ModState.Missing or ModState.Error);
        if (configuration.OnError == ErrorPolicy.Stop && isIncomplete)
            return LastError.Set(RvfsStatus.Configuration, diagnostics);

        NativeServices services;
        NativeImports.rvfs_native_get_services(&services);
        if (EventFile.Open(configuration, services) is { } blind)
            diagnostics.Add(blind);
        EventFile.AddLayers(s_files!);
        if (s_hooks.Count == 0)
        {
            s_hooks = HookManager.Install(s_files!, services);
        }

        foreach (Hooks.HookState hook in s_hooks.Where(h => h is { Installed: false, Required: true }))
            diagnostics.Add(Diagnostic.Error($"{hook.Function} could not be hooked: {hook.Detail}"));
        if (s_hooks.Any(h => h is { Installed: false, Required: true }))
            return LastError.Set(RvfsStatus.Hooks, diagnostics);

        HookManager.ShowRealNames(configuration.Names == NamePolicy.Real);
        OwnFiles.Hide(s_files!, s_roots);
        HookManager.UpdatePrefixes(s_roots);
        OwnImageName.Correct();
        HookManager.FindEarlierHandles();
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
    private static void Follow(LiveMods live, List<AddedFolder> laid, DateTime scanned, string? reportFile, string? log)
    {
        s_watcher = LiveWatcher.Start(s_files!, live, laid, scanned, Path.GetDirectoryName(reportFile),
            diagnostic => Say(diagnostic, reportFile, log), message => ReportFiles.AppendLog(log, message));
        if (s_watcher is { } watcher)
            HookManager.ReportChanges(watcher.Post);
    }

    private static void Say(Diagnostic diagnostic, string? reportFile, string? log)
    {
        if (reportFile is not null)
            ReportFiles.Add(reportFile, diagnostic);
        ReportFiles.AppendLog(log, diagnostic.ToString());
    }

    /// <summary>After a start that failed: the next one begins with nothing.</summary>
    private static void Clear()
    {
        using IDisposable update = s_files!.BeginUpdate();
        foreach (LayerInfo layer in s_files.GetLayers())
            s_files.Remove(layer.Handle);
        foreach (string root in s_roots)
            s_files.RemoveTarget(root);
        s_roots.Clear();
    }

    /// <summary>The gates must let a name through before a layer can answer for it.</summary>
    private static void AddRoot(string target)
    {
        string root = VirtualPath.Canonicalize(target);
        if (s_roots.Contains(root, StringComparer.OrdinalIgnoreCase))
            return;
        s_roots.Add(root);
        HookManager.UpdatePrefixes(s_roots);
    }

    private static ulong ToHandle(int layer) => (ulong)layer;

    private static void ThrowIfNotStarted()
    {
        if (!s_started)
            throw new RvfsException(RvfsStatus.NotStarted, "Not started: call rvfs_start or rvfs_start_config first.");
    }

    private static HookReport ToReport(Hooks.HookState hook) => new()
    {
        Function = hook.Function,
        State = hook.Installed
            ? Mods.Reports.HookState.Installed
            : hook.Required ? Mods.Reports.HookState.Failed : Mods.Reports.HookState.Absent,
        Detail = hook.Detail,
        IsBehindOthers = hook.IsBehindOthers,
        OtherModule = hook.IsBehindOthers ? hook.Entry?.Module : null,
    };
}
