using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
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
    /// <summary>Runs the call, and again while nothing is found. The status.</summary>
    /// <param name="call">Opens by an id; the status of a failed call says nothing about what else is tried.</param>
    /// <param name="objectAttributes">The game's pointer: it may lead anywhere.</param>
    /// <param name="fileHandle">Where the kernel writes the handle.</param>
    public static NtStatus Run<TCall>(ref TCall call, void* objectAttributes, nint* fileHandle)
        where TCall : struct, INamedCall
    {
        NtStatus status = call.Invoke((OBJECT_ATTRIBUTES*)objectAttributes);
        OBJECT_ATTRIBUTES attributes;
        if (status.IsSuccess() || GateTable.Native.TryCopy(&attributes, objectAttributes, (nuint)sizeof(OBJECT_ATTRIBUTES)) == 0
            || attributes.RootDirectory == 0)
            return OpenedHandle.TrackFound(status, fileHandle);
        try
        {
            HandleEntry root = HandlePaths.Resolve(attributes.RootDirectory, MergedView.Current);
            Snapshot snapshot = MergedView.Current.Files.Current;
            bool isFound = root.Kind == HandleKind.Folder && snapshot.TryGetFolder(root.PathId, out FolderView folder)
                && (TryBelow(ref call, attributes, NtPath.FromCanonical(folder.Path), folder, fileHandle)
                    || TryBelowMods(ref call, attributes, folder, fileHandle));
            GC.KeepAlive(snapshot);
            return isFound ? NtStatus.STATUS_SUCCESS : status;
        }
        catch (OutOfMemoryException)
        {
            return status;
        }
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
        OpenedHandle.TrackFound(status, fileHandle);
        // On another volume than the folder's the id is another file's, unless it is one that mods have.
        if (IsBelow(opened, folder.Path) || HandleTable.Current.Get(opened).Kind == HandleKind.File
            || RealPlaces.TryFindPartOf(RealNames.Of(opened), out _))
            return true;
        HandleTable.Current.Forget(opened);
        RealFiles.Close(opened);
        return false;
    }

    private static bool IsBelow(nint handle, ReadOnlySpan<char> folder)
    {
        ReadOnlySpan<char> real = RealNames.Of(handle);
        return real.Length > folder.Length && real[folder.Length] == '\\' && CaseFolding.Equals(real[..folder.Length], folder);
    }
}
