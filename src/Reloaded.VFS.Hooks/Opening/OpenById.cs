using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>An open by an id instead of a name.</summary>
/// <remarks>
/// The folder's handle in the call determines the volume to search, and in Wine the folder: a merged folder also has mods' files. So an id
/// that isn't found there is looked for below each real folder of the merged one.
/// </remarks>
/// <param name="objectAttributes">The game's pointer, which may be invalid.</param>
/// <param name="fileHandle">Receives the handle from the kernel.</param>
internal readonly unsafe struct OpenById(MergedView view, void* objectAttributes, nint* fileHandle)
{
    /// <summary>Answers a call.</summary>
    /// <remarks>
    /// A call that may change its file opens the file by its name if writes go elsewhere, and may have to be recorded if the file is
    /// changed in place.
    /// </remarks>
    /// <param name="call">The call, which opens by an id.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public NtStatus Handle<TCall>(ref TCall call, ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        if (!call.MayChange)
            return Run(ref call, ref ended);
        WritePolicy policy = WritePolicy.Of(view);
        OBJECT_ATTRIBUTES attributes = default;
        if (policy.Overwrite is not null && Ask(ref call, policy) is var attempt && attempt.On != AttemptOn.Original)
            return RedirectedCall.InvokeOther(ref call, attempt, &attributes, null, ref ended);
        var changing = new ChangingCall<TCall>(call, policy.RecordOf(call.Request, objectAttributes, []));
        return Run(ref changing, ref ended);
    }

    /// <summary>Runs the call, again while nothing is found: the status of a failed call doesn't determine what else is tried.</summary>
    private NtStatus Run<TCall>(ref TCall call, ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        NtStatus status = ended.With(call.Invoke((OBJECT_ATTRIBUTES*)objectAttributes));
        OBJECT_ATTRIBUTES attributes;
        if (status.IsSuccess() || GateTable.Native.TryCopy(&attributes, objectAttributes, (nuint)sizeof(OBJECT_ATTRIBUTES)) == 0
            || attributes.RootDirectory == 0)
            return OpenedHandle.TrackFound(view, status, fileHandle);
        HandleEntry root = HandlePaths.Resolve(attributes.RootDirectory, view);
        Snapshot snapshot = view.Snapshot;
        bool isFound = false;
        if (root.Kind == HandleKind.Folder && snapshot.TryGetFolder(root.PathId, out FolderView folder))
        {
            isFound = TryBelow(ref call, attributes, NtPath.FromCanonicalFolder(folder.Path), folder.Path);
            foreach (FolderSource source in folder.Sources)
                isFound = isFound || TryBelow(ref call, attributes, source.Path, folder.Path);
        }

        GC.KeepAlive(snapshot);
        return isFound ? ended.With(NtStatus.STATUS_SUCCESS) : status;
    }

    /// <summary>
    /// Returns a policy's attempt for a call that may change what an id leads to: the file is opened by the name under which the game sees
    /// it, like any other. No handle stays open.
    /// </summary>
    private Attempt Ask<TCall>(ref TCall call, WritePolicy policy)
        where TCall : struct, INamedCall
    {
        var look = new Look<TCall>(call);
        Ended<NtStatus> looked = default;
        if (!Run(ref look, ref looked).IsSuccess() || !OpenedHandle.TryRead(fileHandle, out nint handle))
            return new Attempt(AttemptOn.Original);
        HandlePaths.Resolve(handle, view);
        Attempt attempt = policy.OfHandle(handle, isReopened: false);
        view.Handles.Forget(handle);
        RealFiles.Close(handle);
        return attempt;
    }

    private bool TryBelow<TCall>(ref TCall call, OBJECT_ATTRIBUTES attributes, ReadOnlySpan<char> real, ReadOnlySpan<char> folder)
        where TCall : struct, INamedCall
    {
        if (!RealFiles.TryOpenFolder(real, out nint handle))
            return false;
        attributes.RootDirectory = handle;
        NtStatus status = call.Invoke(&attributes);
        RealFiles.Close(handle);
        if (!status.IsSuccess() || !OpenedHandle.TryRead(fileHandle, out nint opened)
            || !OpenedHandle.TrackFound(view, status, fileHandle).IsSuccess())
            return false;
        // If the volume is another one than the folder's, the id is another file's, unless mods have that file.
        if (IsListed(opened, folder) || view.Handles.Get(opened).Kind == HandleKind.File
            || ReverseLookup.TryFindPartOf(view, RealNames.Of(opened), out _))
            return true;
        view.Handles.Forget(opened);
        RealFiles.Close(opened);
        return false;
    }

    /// <summary>
    /// Determines whether a handle leads to something that a listing of the game's own folder can name: something below it, the folder
    /// itself ("."), or its parent ("..").
    /// </summary>
    private static bool IsListed(nint handle, ReadOnlySpan<char> folder)
    {
        ReadOnlySpan<char> real = RealNames.Of(handle);
        return VirtualPath.IsSameOrBelow(real, folder) || CaseFolding.Equals(real, VirtualPath.GetParent(folder));
    }

    /// <summary>A call that only examines what another one would change.</summary>
    private readonly struct Look<TCall>(TCall call) : INamedCall
        where TCall : struct, INamedCall
    {
        private readonly TCall _call = call;

        public static EventFunction Function => EventFunction.Other;
        public static bool AcceptsRelativeNames => true;
        public bool MayCreate => false;
        public bool MayChange => false;
        public bool Deletes => false;
        public ChangeRequest Request => default;

        public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) => _call.InvokeAs(objectAttributes, _call.Request.Open with
        {
            Access = AccessMask.FILE_READ_ATTRIBUTES | AccessMask.SYNCHRONIZE,
            Share = ShareAccess.All,
            Disposition = CreateDisposition.FILE_OPEN,
            Options = _call.Request.Open.Options & ~CreateOptions.FILE_DELETE_ON_CLOSE,
        });

        public NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request) => Invoke(objectAttributes);

        public NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes) => Invoke(objectAttributes);

        public NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes) => Invoke(objectAttributes);
    }
}
