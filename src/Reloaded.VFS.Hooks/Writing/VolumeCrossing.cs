using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>A move of a file to another volume, for a rename that stays on one volume for the game.</summary>
/// <remarks>
/// The content is copied beside the new name and put in its place in one step, and only then is the old name deleted. So at least one
/// complete file exists at every moment.
/// </remarks>
internal static class VolumeCrossing
{
    /// <summary>Moves a file.</summary>
    /// <remarks>
    /// Folders, unreadable files, and files that may be written to meanwhile or afterwards through an open handle keep the system's status:
    /// such a handle would continue with the deleted file.
    /// </remarks>
    /// <param name="handle">The file, open with <c>DELETE</c> access.</param>
    /// <param name="source">The file's real path, canonical.</param>
    /// <param name="target">The new real path, in NT form.</param>
    /// <param name="replace">True if the move may replace a file.</param>
    public static NtStatus Move(nint handle, string source, string target, bool replace)
    {
        string own = NtPath.FromCanonical(source);
        if (source.Length == 0 || RealFiles.IsFolder(handle) || MayWrite(handle))
            return NtStatus.STATUS_NOT_SAME_DEVICE;
        bool isReplacing = RealFiles.Exists(target);
        if (!replace && isReplacing)
            return NtStatus.STATUS_OBJECT_NAME_COLLISION;
        // Nobody may write to the file until it has its new name.
        if (RealFiles.Open(own, AccessMask.GENERIC_READ, ShareAccess.FILE_SHARE_READ | ShareAccess.FILE_SHARE_DELETE, out nint guard)
            .IsError())
            return NtStatus.STATUS_NOT_SAME_DEVICE;
        try
        {
            NtStatus status = Copy(source, NtPath.ToLongWin32(target), replace);
            return status.IsSuccess() ? Delete(handle, own, isReplacing ? null : target) : status;
        }
        finally
        {
            RealFiles.Close(guard);
        }
    }

    /// <summary>Determines whether a handle may change more of its file than the name, or that can't be determined.</summary>
    private static bool MayWrite(nint handle) =>
        !RealFiles.TryGetAccess(handle, out AccessMask access) || RealFiles.MayChange(access & ~AccessMask.DELETE);

    /// <summary>Puts a complete copy, flushed to disk, in place under the new name.</summary>
    private static NtStatus Copy(string source, string to, bool replace)
    {
        string from = NtPath.CanonicalToLongWin32(source), beside = TemporaryName.Beside(to);
        try
        {
            // On a read-only volume, Wine opens a file for deletion, and deletes nothing.
            if (NtFunctions.IsWine)
                DiskRemoval.OpenPassing(TemporaryName.Beside(from), FileMode.CreateNew, FileShare.Delete).Dispose();
            FileCopy.Make(from, beside, outlivesPowerCut: true);
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
    /// Deletes the old name, even of a read-only file, as a rename removes it. If that is refused, the file gets its old name again, and
    /// the copy is deleted.
    /// </summary>
    /// <param name="handle">The file.</param>
    /// <param name="own">The file's old name, in NT form.</param>
    /// <param name="copy">The new name, in NT form; null if it was that of another file, which is gone.</param>
    private static NtStatus Delete(nint handle, string own, string? copy)
    {
        // The old name is free at once, as after any rename, though the file is deleted only with its last handle. If that isn't possible,
        // the file is deleted under its name.
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
            // Then the deletion is refused.
        }
    }
}
