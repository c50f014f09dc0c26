using System.Text.Json;
using Reloaded.VFS.Dll.Reporting;
using Reloaded.VFS.Dll.Watching;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Hooks.Patching;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Memory;

namespace Reloaded.VFS.Dll.Host;

/// <content>
/// What a loader asks and sets besides redirections: the policy of writes, the state, its description in JSON, and who supplies a name.
/// </content>
internal static partial class VfsHost
{
    private static (WritePolicy Writes, string? Overwrite)? s_policy;

    /// <summary>Gets the statistics of <c>rvfs_stats</c>, but for the size.</summary>
    public static RvfsStatistics Statistics
    {
        get
        {
            lock (s_lock)
            {
                ThrowIfNotStarted();
                VirtualFileSystemStatistics figures = s_files!.Statistics;
                return new RvfsStatistics
                {
                    Enabled = s_enabled ? 1u : 0,
                    Mods = (ulong)(s_report?.Mods.Count ?? 0),
                    Layers = (ulong)figures.Layers,
                    Folders = (ulong)figures.Folders,
                    Files = (ulong)figures.Files,
                    Hooks = (ulong)s_hooks.Count(hook => hook.Installed),
                    NativeBytes = (ulong)figures.NativeBytes,
                    HeapBytes = (ulong)GC.GetTotalMemory(forceFullCollection: false),
                    FollowedFolders = s_watcher is { } watcher ? (ulong)(watcher.Figures.Watched + watcher.Figures.Polled) : 0,
                    Changes = (ulong)(s_watcher?.Figures.Applied ?? 0),
                    StartMicroseconds = (ulong)((s_report?.Milliseconds ?? 0) * 1000),
                };
            }
        }
    }

    /// <summary>Sets where the game's writes go from the next start on that this process asks for.</summary>
    /// <param name="overwrite">The overwrite folder; null for the default.</param>
    /// <exception cref="RvfsException">The VFS has started, and no start with arguments would replace that start.</exception>
    public static void SetPolicy(WritePolicy writes, string? overwrite)
    {
        lock (s_lock)
        {
            // Files that are open for writing belong to the policy under which they were opened.
            if (s_started && s_origin != StartOrigin.Automatic)
                throw new RvfsException(RvfsStatus.Started, "The VFS has started: set the policy before a start, or after rvfs_stop.");
            s_policy = (writes, overwrite);
        }
    }

    /// <summary>Returns a request with the policy of <see cref="SetPolicy"/>, which precedes that of a configuration file.</summary>
    public static StartRequest WithPolicy(StartRequest request)
    {
        lock (s_lock)
        {
            return s_policy is not (var writes, var overwrite) ? request : request with
            {
                Configuration = request.Configuration with { Writes = writes, Overwrite = overwrite ?? request.Configuration.Overwrite },
            };
        }
    }

    /// <summary>Waits until a start in progress is done, and what was changed on disk before this call is visible.</summary>
    /// <param name="milliseconds">The longest time; <see cref="uint.MaxValue"/> for no limit.</param>
    /// <exception cref="RvfsException">The wait timed out, or the VFS hasn't started.</exception>
    public static void WaitReady(uint milliseconds)
    {
        long until = milliseconds == uint.MaxValue ? long.MaxValue : Environment.TickCount64 + milliseconds;
        if (!s_lock.TryEnter(milliseconds > int.MaxValue ? Timeout.Infinite : (int)milliseconds))
            throw new RvfsException(RvfsStatus.Timeout, "A start, or another call, took longer.");
        LiveWatcher? watcher;
        try
        {
            ThrowIfNotStarted();
            watcher = s_watcher;
        }
        finally
        {
            s_lock.Exit();
        }

        // Not under the lock: the thread that follows the mods may take a while.
        if (watcher?.WaitUntilSettled(until) == false)
            throw new RvfsException(RvfsStatus.Timeout, "Following the changes on disk took longer.");
    }

    /// <summary>Returns the path of a folder to list, in the form <c>\\?\C:\game\data</c>.</summary>
    public static string FolderToList(string folder)
    {
        lock (s_lock)
            ThrowIfNotStarted();
        return NtPath.CanonicalToLongWin32(VirtualPath.Canonicalize(folder));
    }

    /// <summary>
    /// Returns what is really behind a path that the process sees, and the mod or redirection that supplies it; null for the game itself.
    /// </summary>
    /// <param name="path">The path, as <see cref="FolderToList"/> returns the folder's.</param>
    public static (string Source, string? Mod) FindSource(string path)
    {
        string canonical = VirtualPath.Canonicalize(path);
        lock (s_lock)
        {
            ThrowIfNotStarted();
            Snapshot snapshot = s_files!.Snapshot;
            LookupResult found = s_enabled ? snapshot.Lookup(canonical) : default;
            // Of a name that no mod has, the backing is where it would be.
            if (found.Kind is not (LookupKind.File or LookupKind.Folder) || !found.IsBacked)
                return (NtPath.CanonicalToWin32(canonical), null);
            char[] backing = new char[found.BackingLength];
            found.CopyBacking(backing);
            GC.KeepAlive(snapshot);
            return (WhichJson.RealPath(new string(backing)), WhichJson.NameOf(s_files.GetLayer(found.Layer)));
        }
    }

    /// <summary>Returns the JSON of <c>rvfs_which</c> for a path.</summary>
    public static byte[] Which(string path)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            return WhichJson.Write(s_files!, path);
        }
    }

    /// <summary>Writes the VFS's part of <c>rvfs_describe</c>.</summary>
    public static void Describe(Utf8JsonWriter json)
    {
        lock (s_lock)
        {
            json.WriteBoolean("started", s_started);
            json.WriteBoolean("startedByItself", s_started && s_origin == StartOrigin.Automatic);
            json.WriteBoolean("enabled", s_enabled);
            json.WriteBoolean("answersInGate", HookManager.AnswersInGate);
            json.WriteString("events", EventFile.FilePath);
            json.WriteObjects("hooks", s_hooks, hook =>
            {
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
            });
            if (s_files is not null)
            {
                VirtualFileSystemStatistics figures = s_files.Statistics;
                json.WriteNumber("layers", figures.Layers);
                json.WriteNumber("folders", figures.Folders);
                json.WriteNumber("files", figures.Files);
                json.WriteNumber("nativeBytes", figures.NativeBytes);
                json.WriteNumber("nativeArenas", NativeArena.Live);
            }

            json.WriteBoolean("inheritedTree", s_inheritedTree);
            json.WriteNumber("confirmedFolders", s_confirmedFolders);
            s_watcher?.Figures.Write(json);
            if (s_report?.Milliseconds is double milliseconds)
                json.WriteNumber("startMilliseconds", milliseconds);
            s_steps?.Write(json);
        }
    }

    private static HookReport ToReport(HookOutcome hook) => new()
    {
        Function = hook.Function,
        State = hook.Installed
            ? HookState.Installed
            : hook.Required ? HookState.Failed : HookState.Absent,
        Detail = hook.Detail,
        IsBehindOthers = hook.IsBehindOthers,
        OtherModule = hook.IsBehindOthers ? hook.Entry?.Module : null,
    };
}
