using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
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
    /// <param name="call">Opens by an id.</param>
    /// <param name="objectAttributes">The game's pointer: it may lead anywhere.</param>
    /// <param name="fileHandle">Where the kernel writes the handle.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static NtStatus Handle<TCall>(ref TCall call, void* objectAttributes, nint* fileHandle, ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        bool isCovered = false;
        if (call.MayChange && MergedView.Current.Journal is { } journal)
            return JournaledCall.RunById(ref call, journal, objectAttributes, fileHandle, ref ended);
        if (MergedView.Current.Overwrite is not { } overwrite || !call.MayChange
            || FindName(ref call, objectAttributes, fileHandle, overwrite, out isCovered) is not { } path)
            return Run(ref call, objectAttributes, fileHandle, ref ended);
        if (isCovered)
            return NtStatus.STATUS_ACCESS_DENIED;
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = RealFiles.Name(text, path.Length, &name);
            // From here on another call; nothing is done behind it.
            return ended.With(call.InvokeByName(&attributes));
        }
    }

    /// <summary>Runs the call, and again while nothing is found. The status.</summary>
    /// <param name="call">Opens by an id; the status of a failed call says nothing about what else is tried.</param>
    /// <param name="objectAttributes">The game's pointer: it may lead anywhere.</param>
    /// <param name="fileHandle">Where the kernel writes the handle.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    public static NtStatus Run<TCall>(ref TCall call, void* objectAttributes, nint* fileHandle, ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        NtStatus status = ended.With(call.Invoke((OBJECT_ATTRIBUTES*)objectAttributes));
        OBJECT_ATTRIBUTES attributes;
        if (status.IsSuccess() || GateTable.Native.TryCopy(&attributes, objectAttributes, (nuint)sizeof(OBJECT_ATTRIBUTES)) == 0
            || attributes.RootDirectory == 0)
            return OpenedHandle.TrackFound(status, fileHandle);
        HandleEntry root = HandlePaths.Resolve(attributes.RootDirectory, MergedView.Current);
        Snapshot snapshot = MergedView.Current.Files.Current;
        bool isFound = root.Kind == HandleKind.Folder && snapshot.TryGetFolder(root.PathId, out FolderView folder)
            && (TryBelow(ref call, attributes, NtPath.FromCanonical(folder.Path), folder, fileHandle)
                || TryBelowMods(ref call, attributes, folder, fileHandle));
        GC.KeepAlive(snapshot);
        return isFound ? ended.With(NtStatus.STATUS_SUCCESS) : status;
    }

    /// <summary>
    /// The name under which the game sees what an id leads to, in target form, for a call that may change it under the policy
    /// <c>overwrite</c>: it is opened by that name then, as any other. Null where it lies in no target, or isn't found.
    /// </summary>
    /// <param name="call">Opens by an id.</param>
    /// <param name="objectAttributes">The game's pointer: it may lead anywhere.</param>
    /// <param name="fileHandle">Where the kernel writes the handle; nothing stays open.</param>
    /// <param name="overwrite">The folder that takes what is written.</param>
    /// <param name="isCovered">Whether the name leads to another file: a mod's, or a copy.</param>
    private static string? FindName<TCall>(ref TCall call, void* objectAttributes, nint* fileHandle, OverwriteFolder overwrite,
        out bool isCovered)
        where TCall : struct, INamedCall
    {
        isCovered = false;
        var look = new Look<TCall>(call);
        nint handle;
        Ended<NtStatus> looked = default;
        if (!Run(ref look, objectAttributes, fileHandle, ref looked).IsSuccess()
            || GateTable.Native.TryCopy(&handle, fileHandle, (nuint)sizeof(nint)) == 0)
            return null;
        MergedView view = MergedView.Current;
        HandlePaths.Resolve(handle, view);
        bool isFound = OverwrittenHandle.TryFind(view, overwrite, handle, out OverwrittenHandle found);
        MergedView.Current.Handles.Forget(handle);
        RealFiles.Close(handle);
        if (!isFound || !WrittenName.TryFind(view, overwrite, found.Path, out WrittenName name))
            return null;
        isCovered = name.Kind != WrittenKind.Folder && !CaseFolding.Equals(NtPath.ToCanonical(name.Real), found.Real);
        return NtPath.FromCanonical(found.Path);
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

    private static bool TryBelowMods<TCall>(ref TCall call, OBJECT_ATTRIBUTES attributes, FolderView folder, nint* fileHandle)
        where TCall : struct, INamedCall
    {
        for (int i = 0; i < folder.SourceCount; i++)
        {
            if (TryBelow(ref call, attributes, folder.GetSource(i), folder, fileHandle))
                return true;
        }

        return false;
    }

    private static bool TryBelow<TCall>(ref TCall call, OBJECT_ATTRIBUTES attributes, ReadOnlySpan<char> real, FolderView folder,
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
        if (!OpenedHandle.TrackFound(status, fileHandle).IsSuccess())
            return false;
        // On another volume than the folder's the id is another file's, unless it is one that mods have.
        if (IsListed(opened, folder.Path) || MergedView.Current.Handles.Get(opened).Kind == HandleKind.File
            || RealPlaces.TryFindPartOf(MergedView.Current, RealNames.Of(opened), out _))
            return true;
        MergedView.Current.Handles.Forget(opened);
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
