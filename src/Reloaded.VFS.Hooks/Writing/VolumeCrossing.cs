using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>
/// A rename that is one in the game's eyes, though a mod lies on another volume: the content is copied beside the new name and put in its
/// place in one step, and only then is the old name deleted. So at no moment is there less than one complete file.
/// </summary>
internal static unsafe class VolumeCrossing
{
    /// <summary>
    /// Moves a file. Folders, what can't be read, and what may be written to meanwhile or afterwards through a handle that is open keep the
    /// status that the system gave: such a handle would go on with the file that is deleted.
    /// </summary>
    /// <param name="handle">The file, open with <c>DELETE</c> access.</param>
    /// <param name="source">Its real path, canonical.</param>
    /// <param name="target">The new real path, in NT form.</param>
    /// <param name="replace">Whether it may take the place of a file.</param>
    /// <param name="ioStatusBlock">The game's.</param>
    public static NtStatus Move(nint handle, string source, string target, bool replace, void* ioStatusBlock)
    {
        string own = NtPath.FromCanonical(source);
        if (source.Length == 0 || RealFiles.IsFolder(handle) || MayWrite(handle))
            return NtStatus.STATUS_NOT_SAME_DEVICE;
        bool isReplacing = RealFiles.Exists(target);
        if (!replace && isReplacing)
            return NtStatus.STATUS_OBJECT_NAME_COLLISION;
        // Until it has its new name nobody may write to it.
        if (RealFiles.Open(own, AccessMask.GENERIC_READ, ShareAccess.FILE_SHARE_READ | ShareAccess.FILE_SHARE_DELETE, out nint guard)
            .IsError())
            return NtStatus.STATUS_NOT_SAME_DEVICE;
        try
        {
            NtStatus status = Copy(source, NtPath.ToLongWin32(target), replace);
            if (status.IsSuccess())
                status = Delete(handle, own, isReplacing ? null : target);
            if (!status.IsSuccess())
                return status;
        }
        finally
        {
            RealFiles.Close(guard);
        }

        IO_STATUS_BLOCK result = default;
        GateTable.Native.TryCopy(ioStatusBlock, &result, (nuint)sizeof(IO_STATUS_BLOCK));
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Whether a handle may change more of its file than the name; also where that can't be told.</summary>
    private static bool MayWrite(nint handle) =>
        !RealFiles.TryGetAccess(handle, out AccessMask access) || RealFiles.MayChange(access & ~AccessMask.DELETE);

    /// <summary>Puts a copy, whole and on disk, in place under the new name.</summary>
    private static NtStatus Copy(string source, string to, bool replace)
    {
        string from = NtPath.CanonicalToLongWin32(source), beside = TemporaryName.Beside(to);
        try
        {
            // Wine opens to delete, and deletes nothing, on a volume that can't be written.
            if (NtFunctions.IsWine)
                DiskRemoval.OpenPassing(TemporaryName.Beside(from), FileMode.CreateNew, FileShare.Delete).Dispose();
            File.Copy(from, beside, overwrite: true);
            FileAttributes attributes = File.GetAttributes(beside);
            File.SetAttributes(beside, FileAttributes.Normal);
            using (var copy = new FileStream(beside, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete, 0))
                RandomAccess.FlushToDisk(copy.SafeFileHandle);
            File.SetAttributes(beside, attributes);
            DiskRemoval.Rename(beside, to, replace);
            return NtStatus.STATUS_SUCCESS;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            DeleteAnyway(NtPath.From(beside));
            return e is UnauthorizedAccessException ? NtStatus.STATUS_ACCESS_DENIED : NtStatus.STATUS_NOT_SAME_DEVICE;
        }
    }

    /// <summary>
    /// Deletes the old name, also of a read-only file, as a rename takes it away. Where that is refused the file has its old name again,
    /// and the copy goes.
    /// </summary>
    /// <param name="handle">The file.</param>
    /// <param name="own">Its old name, in NT form.</param>
    /// <param name="copy">The new one; null where it was another file's, which has gone.</param>
    private static NtStatus Delete(nint handle, string own, string? copy)
    {
        // The old name is free at once, as after any rename, though the file goes with its last handle only. Where that can't be done it is
        // deleted under its name.
        string beside = TemporaryName.Beside(own);
        bool isRenamed = RealFiles.Rename(handle, beside);
        string now = isRenamed ? beside : own;
        FileAttributes attributes = RealFiles.AttributesOf(now);
        bool isReadOnly = (attributes & FileAttributes.ReadOnly) != 0;
        if (isReadOnly)
            SetAttributes(now, attributes & ~FileAttributes.ReadOnly);
        NtStatus status = RealFiles.DeleteAtClose(handle);
        if (status.IsSuccess())
            return status;
        if (isReadOnly)
            SetAttributes(now, attributes);
        if (isRenamed)
            RealFiles.Rename(handle, own);
        if (copy is not null)
            DeleteAnyway(copy);
        return status;
    }

    private static void DeleteAnyway(string file)
    {
        if (!RealFiles.Delete(file) && RealFiles.IsFile(file))
        {
            SetAttributes(file, FileAttributes.Normal);
            RealFiles.Delete(file);
        }
    }

    private static void SetAttributes(string file, FileAttributes attributes)
    {
        try
        {
            File.SetAttributes(NtPath.ToLongWin32(file), attributes);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The deletion is refused, then.
        }
    }
}
