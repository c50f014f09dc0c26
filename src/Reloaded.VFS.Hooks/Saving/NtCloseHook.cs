using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Watching;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// <c>NtClose</c> (<c>winternl.h</c>) of a handle whose closing has consequences: a folder is deleted by it, or a watch ends. Every other
/// handle is closed in native code alone. Nothing follows from a close that the system refuses.
/// </summary>
internal static unsafe class NtCloseHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtClose.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint handle)
    {
        using HandlerScope scope = HandlerScope.Enter();
        HandleEntry entry = HandleTable.Current.Get(handle);
        PendingRemovals.Removal[] closing = [];
        RemovedFolder? folder = null;
        bool isOverwritten = false, isOnClose = false;
        try
        {
            closing = PendingRemovals.Current.BeginClose(entry);
            isOverwritten = closing.Length > 0 && OverwriteFolder.Current?.TryGetPlace(
                MergedView.Current.Files.GetPath(entry.PathId), out _, out _) == true;
            if (closing.Length > 0 && !isOverwritten)
                folder = RemovedFolder.Of(handle, entry.PathId,
                    isOnClose = Array.TrueForAll(closing, removal => removal.IsOnClose));
            if (isOnClose && folder is null)
                FolderRemoval.DeleteOwn(handle, entry.PathId);
            else if (isOnClose)
                folder!.PutMarker();
            else if (folder is not null)
                FolderRemoval.BeforeClose(handle, folder);
        }
        catch (Exception e)
        {
            // Out of memory, or a fault of the VFS: what mods have of the folder stays.
            HandlerFaults.Note(HandlerFaults.FolderStays, e);
        }

        NtStatus status = GateTable.Native.Close(handle);
        try
        {
            bool isClosed = status.IsSuccess();
            if (!isClosed && folder is not null)
                FolderRemoval.AfterRefusal(handle, folder);
            bool isRemoved = closing.Length > 0 && PendingRemovals.Current.EndClose(closing, isClosed);
            if (isRemoved && folder is not null)
                FolderRemoval.Finish(folder);
            else if (isOnClose)
                folder?.Parts.TakeMarkerBack();
            else if (isRemoved && isOverwritten)
                new OverwriteRemoval(MergedView.Current, OverwriteFolder.Current!).Remove(entry.PathId);
            if (isClosed)
                ChangeNotifier.Current?.HandleClosed(entry.Generation);
            if (isClosed && entry.Kind == HandleKind.Folder)
                PendingRemovals.Current.EndReleases(entry.PathId);
            if (status == NtStatus.STATUS_INVALID_HANDLE && entry.Kind == HandleKind.Folder)
                PendingRemovals.Current.ClosedPastHooks(entry);
        }
        catch (Exception e)
        {
            // Out of memory: the notifier's thread ends the watch.
            HandlerFaults.Note("what follows the end of a handle wasn't done", e);
        }

        return status;
    }
}
