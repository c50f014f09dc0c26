using Reloaded.VFS.Hooks.Writing;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary><c>NtClose</c> (<c>winternl.h</c>) of a handle whose closing deletes a folder or file, or ends a watch.</summary>
/// <remarks>Every other handle is closed in native code alone. A close that the system refuses has no consequences.</remarks>
internal static unsafe class NtCloseHook
{
    public static nint Handler => NtClose.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint handle)
    {
        var call = new Call(handle);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly struct Call(nint handle) : IHookedCall<NtStatus>
    {
        // The notifier's thread ends the watch.
        public static string Failure => "what follows the end of a handle wasn't done";

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            HandleEntry entry = view.Handles.Get(handle);
            PendingRemovals.Removal[] closing = [];
            ClosingRemoval? removal = null;
            try
            {
                closing = view.Removals.BeginClose(entry);
                if (closing.Length > 0)
                    removal = WritePolicy.Of(view).BeginClose(handle, entry, closing);
            }
            catch (Exception e)
            {
                // Out of memory, or a bug of the VFS: the mods' parts of the folder stay.
                HandlerFaults.Note(HandlerFaults.FolderStays, e);
            }

            NtStatus status = ended.With(GateTable.Native.Close(handle));
            bool isClosed = status.IsSuccess();
            bool isRemoved = closing.Length > 0 && view.Removals.EndClose(closing, isClosed);
            removal?.Finish(isClosed, isRemoved);
            if (isClosed)
                view.Watches?.HandleClosed(entry.Generation);
            if (isClosed && entry.Kind == HandleKind.Folder)
                view.Removals.EndReleases(entry.PathId);
            if (status == NtStatus.STATUS_INVALID_HANDLE && entry.Kind == HandleKind.Folder)
                view.Removals.ClosedPastHooks(entry);
            return status;
        }

        public NtStatus AnswerWithoutVfs(MergedView view) => GateTable.Native.Close(handle);
    }
}
