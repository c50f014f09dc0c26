using Reloaded.VFS.Dll.Watching;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Layers;

namespace Reloaded.VFS.Dll.Host;

/// <summary>
/// The virtual file system of this process, from its start on. Thread-safe: the C interface takes a lock that no hook takes, nor the thread
/// that follows the mods.
/// </summary>
/// <remarks>The members throw exceptions; <see cref="LastError.Guard"/> converts these to statuses.</remarks>
internal static partial class VfsHost
{
    private static readonly Lock s_lock = new();

    /// <summary>The process's only file system, which the hooks keep. A failed start leaves it empty.</summary>
    private static VirtualFileSystem? s_files;

    private static IReadOnlyList<HookOutcome> s_hooks = [];
    private static readonly List<string> s_roots = [];
    private static readonly Lock s_rootsLock = new();
    private static StartReport? s_report;
    private static Diagnostic? s_caseTable;
    private static bool s_prepared;
    private static bool s_started;
    private static StartOrigin s_origin;
    private static bool s_enabled;
    private static LiveWatcher? s_watcher;
    private static StartSteps? s_steps;
    private static int? s_overwriteLayer;
    private static int s_confirmedFolders;
    private static bool s_inheritedTree;
    private static volatile Action<Diagnostic>? s_tell;

    /// <summary>Removes the hooks and every redirection. A new start is possible afterwards.</summary>
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

    /// <summary>Enables or disables redirecting.</summary>
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

    /// <summary>Removes every redirection after a stop or a failed start: the next start begins with nothing.</summary>
    private static void Clear()
    {
        using IDisposable update = s_files!.BeginUpdate();
        foreach (LayerInfo layer in s_files.GetLayers())
            s_files.Remove(layer.Handle);
        foreach (string root in s_roots)
            s_files.RemoveTarget(root);
        s_roots.Clear();
    }

    private static void ThrowIfNotStarted()
    {
        if (!s_started)
            throw new RvfsException(RvfsStatus.NotStarted, "Not started: call rvfs_start or rvfs_start_config first.");
    }
}
