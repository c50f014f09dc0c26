using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// Opens by an id instead of a name. The folder's handle beside the id says on which volume to look, and in Wine in which folder: a merged
/// folder has mods' files there, too. So what isn't found there is looked for below each real folder that makes it up.
/// </summary>
internal static unsafe class OpenById
{
    /// <summary>
    /// Answers a call. Under the policy <c>overwrite</c> what is opened to be changed is opened by its name; what is changed in place may
    /// have to be recorded.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="call">Opens by an id.</param>
    /// <param name="objectAttributes">The game's pointer: it may lead anywhere.</param>
    /// <param name="fileHandle">Where the kernel writes the handle.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static NtStatus Handle<TCall>(MergedView view, ref TCall call, void* objectAttributes, nint* fileHandle, ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        if (!call.MayChange)
            return Run(view, ref call, objectAttributes, fileHandle, ref ended);
        WritePolicy policy = WritePolicy.Of(view);
        OBJECT_ATTRIBUTES attributes = default;
        if (policy.WritesElsewhere && Ask(view, ref call, policy, objectAttributes, fileHandle) is var attempt && attempt.On != AttemptOn.Original)
            return RedirectedCall.InvokeOther(ref call, attempt, &attributes, null, ref ended);
        var changing = new ChangingCall<TCall>(call, policy.RecordOf(RedirectedCall.RequestOf(in call), objectAttributes, []));
        return Run(view, ref changing, objectAttributes, fileHandle, ref ended);
    }

    /// <summary>Runs the call, and again while nothing is found. The status.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="call">Opens by an id; the status of a failed call says nothing about what else is tried.</param>
    /// <param name="objectAttributes">The game's pointer: it may lead anywhere.</param>
    /// <param name="fileHandle">Where the kernel writes the handle.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    public static NtStatus Run<TCall>(MergedView view, ref TCall call, void* objectAttributes, nint* fileHandle, ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        NtStatus status = ended.With(call.Invoke((OBJECT_ATTRIBUTES*)objectAttributes));
        OBJECT_ATTRIBUTES attributes;
        if (status.IsSuccess() || GateTable.Native.TryCopy(&attributes, objectAttributes, (nuint)sizeof(OBJECT_ATTRIBUTES)) == 0
            || attributes.RootDirectory == 0)
            return OpenedHandle.TrackFound(view, status, fileHandle);
        HandleEntry root = HandlePaths.Resolve(attributes.RootDirectory, view);
        Snapshot snapshot = view.Files.Current;
        bool isFound = root.Kind == HandleKind.Folder && snapshot.TryGetFolder(root.PathId, out FolderView folder)
            && (TryBelow(view, ref call, attributes, NtPath.FromCanonical(folder.Path), folder, fileHandle)
                || TryBelowMods(view, ref call, attributes, folder, fileHandle));
        GC.KeepAlive(snapshot);
        return isFound ? ended.With(NtStatus.STATUS_SUCCESS) : status;
    }

    /// <summary>
    /// What a policy has a call do that may change what an id leads to: it is opened by the name under which the game sees it, as any
    /// other. Nothing stays open.
    /// </summary>
    private static Attempt Ask<TCall>(MergedView view, ref TCall call, WritePolicy policy, void* objectAttributes, nint* fileHandle)
        where TCall : struct, INamedCall
    {
        var look = new Look<TCall>(call);
        Ended<NtStatus> looked = default;
        if (!Run(view, ref look, objectAttributes, fileHandle, ref looked).IsSuccess() || !OpenedHandle.TryRead(fileHandle, out nint handle))
            return new Attempt(AttemptOn.Original);
        HandlePaths.Resolve(handle, view);
        Attempt attempt = policy.OfHandle(handle, isReopened: false);
        view.Handles.Forget(handle);
        RealFiles.Close(handle);
        return attempt;
    }

    /// <summary>A call that only looks at what another one would change.</summary>
    private readonly struct Look<TCall>(TCall call) : INamedCall
        where TCall : struct, INamedCall
    {
        private readonly TCall _call = call;

        public bool MayCreate => false;

        public bool MakesFolder => false;

        public bool MayChange => false;

        public bool Deletes => false;

        public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) => _call.InvokeAs(objectAttributes, _call.Request with
        {
            Access = AccessMask.FILE_READ_ATTRIBUTES | AccessMask.SYNCHRONIZE,
            Share = ShareAccess.All,
            Disposition = CreateDisposition.FILE_OPEN,
            Options = _call.Request.Options & ~CreateOptions.FILE_DELETE_ON_CLOSE,
        });

        public NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes) => Invoke(objectAttributes);
    }

    private static bool TryBelowMods<TCall>(MergedView view, ref TCall call, OBJECT_ATTRIBUTES attributes, FolderView folder, nint* fileHandle)
        where TCall : struct, INamedCall
    {
        for (int i = 0; i < folder.SourceCount; i++)
        {
            if (TryBelow(view, ref call, attributes, folder.GetSource(i), folder, fileHandle))
                return true;
        }

        return false;
    }

    private static bool TryBelow<TCall>(MergedView view, ref TCall call, OBJECT_ATTRIBUTES attributes, ReadOnlySpan<char> real, FolderView folder,
        nint* fileHandle)
        where TCall : struct, INamedCall
    {
        // A drive's root keeps its backslash.
        ReadOnlySpan<char> name = real.TrimEnd('\\') is var plain && plain.EndsWith(":") ? real : plain;
        if (!RealFiles.TryOpenFolder(name, out nint handle))
            return false;
        attributes.RootDirectory = handle;
        NtStatus status = call.Invoke(&attributes);
        RealFiles.Close(handle);
        nint opened;
        if (!status.IsSuccess() || GateTable.Native.TryCopy(&opened, fileHandle, (nuint)sizeof(nint)) == 0)
            return false;
        if (!OpenedHandle.TrackFound(view, status, fileHandle).IsSuccess())
            return false;
        // On another volume than the folder's the id is another file's, unless it is one that mods have.
        if (IsListed(opened, folder.Path) || view.Handles.Get(opened).Kind == HandleKind.File
            || RealPlaces.TryFindPartOf(view, RealNames.Of(opened), out _))
            return true;
        view.Handles.Forget(opened);
        RealFiles.Close(opened);
        return false;
    }

    /// <summary>
    /// Whether a handle leads to what a listing of the game's own folder can name: something below it, itself ("."), or its parent ("..").
    /// </summary>
    private static bool IsListed(nint handle, ReadOnlySpan<char> folder)
    {
        ReadOnlySpan<char> real = RealNames.Of(handle);
        return VirtualPath.IsSameOrBelow(real, folder) || CaseFolding.Equals(real, VirtualPath.GetParent(folder));
    }
}
