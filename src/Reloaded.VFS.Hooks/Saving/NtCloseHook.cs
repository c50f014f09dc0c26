using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// <c>NtClose</c> (<c>winternl.h</c>) of a handle whose closing has consequences: a folder or file is deleted by it, or a watch ends. Every
/// other
/// handle is closed in native code alone. Nothing follows from a close that the system refuses.
/// </summary>
internal static unsafe class NtCloseHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtClose.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint handle)
    {
        var call = new Call(handle);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private struct Call(nint handle) : IHookedCall<NtStatus>
    {
        private HandleEntry _entry;
        private PendingRemovals.Removal[]? _closing;
        private RemovedFolder? _folder;
        private bool _isOverwritten, _isOnClose, _isFileGone;

        // The notifier's thread ends the watch.
        public static string Failure => "what follows the end of a handle wasn't done";

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            _entry = MergedView.Current.Handles.Get(handle);
            try
            {
                Prepare();
            }
            catch (Exception e)
            {
                // Out of memory, or a fault of the VFS: what mods have of the folder stays.
                HandlerFaults.Note(HandlerFaults.FolderStays, e);
            }

            NtStatus status = ended.With(GateTable.Native.Close(handle));
            Finish(status);
            return status;
        }

        public readonly NtStatus AnswerWithoutVfs(MergedView view) => GateTable.Native.Close(handle);

        private void Prepare()
        {
            _closing = MergedView.Current.Removals.BeginClose(_entry);
            _isOverwritten = _closing.Length > 0 && (_entry.Kind == HandleKind.File
                || MergedView.Current.Overwrite?.TryGetPlace(
                    MergedView.Current, MergedView.Current.Files.GetPath(_entry.PathId), out _, out _) == true);
            if (_closing.Length > 0 && !_isOverwritten)
                _folder = RemovedFolder.Of(handle, _entry.PathId,
                    _isOnClose = Array.TrueForAll(_closing, removal => removal.IsOnClose));
            // While the handle is open, so that another process finds the name gone once it isn't any more.
            if (_closing.Length > 0 && _entry.Kind == HandleKind.File && MergedView.Current.Handles.IsOnly(handle, _entry.Generation))
            {
                _isFileGone = true;
                new OverwriteRemoval(MergedView.Current, MergedView.Current.Overwrite!).Remove(_closing);
            }

            if (_isOnClose && _folder is null)
                FolderRemoval.DeleteOwn(handle, _entry.PathId);
            else if (_folder?.Parts.IsEmpty == true)
                _folder.PutMarker(); // another handle may have taken it back for itself
            if (!_isOnClose && _folder is not null)
                FolderRemoval.BeforeClose(handle, _folder);
        }

        private readonly void Finish(NtStatus status)
        {
            bool isClosed = status.IsSuccess();
            if (!isClosed && _folder is not null)
                FolderRemoval.AfterRefusal(handle, _folder);
            bool isRemoved = _closing is { Length: > 0 } && MergedView.Current.Removals.EndClose(_closing, isClosed);
            if (isRemoved && _folder is not null)
                FolderRemoval.Finish(_folder);
            else if (_isOnClose)
                _folder?.Parts.TakeMarkerBack();
            else if (isRemoved && _entry.Kind == HandleKind.File && !_isFileGone)
                new OverwriteRemoval(MergedView.Current, MergedView.Current.Overwrite!).Remove(_closing!);
            else if (isRemoved && _isOverwritten && _entry.Kind == HandleKind.Folder)
                new OverwriteRemoval(MergedView.Current, MergedView.Current.Overwrite!).Remove(_entry.PathId);
            if (isClosed)
                MergedView.Current.Watches?.HandleClosed(_entry.Generation);
            if (isClosed && _entry.Kind == HandleKind.Folder)
                MergedView.Current.Removals.EndReleases(_entry.PathId);
            if (status == NtStatus.STATUS_INVALID_HANDLE && _entry.Kind == HandleKind.Folder)
                MergedView.Current.Removals.ClosedPastHooks(_entry);
        }
    }
}
