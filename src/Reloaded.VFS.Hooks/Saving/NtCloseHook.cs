using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Watching;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// <c>NtClose</c> (<c>winternl.h</c>) of a handle whose closing has consequences: a folder is deleted by it, or a watch ends. Every other handle is
/// closed in native code alone.
/// </summary>
internal static unsafe class NtCloseHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => (nint)(delegate* unmanaged<nint, int>)&Handle;

    [UnmanagedCallersOnly]
    private static int Handle(nint handle)
    {
        using HandlerScope scope = HandlerScope.Enter();
        HandleEntry entry = HandleTable.Get(handle);
        try
        {
            if (PendingRemovals.TryTake(handle, entry, out int pathId, out bool isOnClose))
                FolderRemoval.Finish(handle, pathId, isOnClose);
        }
        catch (Exception)
        {
            // Out of memory, or a mistake of ours: what mods have of the folder stays.
        }

        int status = HookContext.Native.Close(handle);
        try
        {
            ChangeNotifier.Current?.HandleClosed(entry.Generation);
            if (entry.Kind == HandleKind.Folder)
                PendingRemovals.EndReleases(entry.PathId);
        }
        catch (Exception)
        {
            // Out of memory: the notifier's thread ends the watch.
        }

        return status;
    }
}
