using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// A rename that is one in the game's eyes, though a mod lies on another volume: the content is copied beside the new name and put in its
/// place in one step, and only then is the old name deleted. So at no moment is there less than one complete file.
/// </summary>
internal static unsafe class VolumeCrossing
{
    /// <summary>Moves a file. Folders, and what can't be read, keep the status that the system gave.</summary>
    /// <param name="handle">The file, open with <c>DELETE</c> access.</param>
    /// <param name="source">Its real path, canonical.</param>
    /// <param name="target">The new real path, in NT form.</param>
    /// <param name="replace">Whether it may take the place of a file.</param>
    /// <param name="ioStatusBlock">The game's.</param>
    public static NtStatus Move(nint handle, string source, string target, bool replace, void* ioStatusBlock)
    {
        if (source.Length == 0 || RealFiles.IsFolder(handle))
            return NtStatus.STATUS_NOT_SAME_DEVICE;
        string from = NtPath.CanonicalToLongWin32(source);
        string to = NtPath.ToLongWin32(target);
        string beside = TemporaryName.Beside(to);
        if (!replace && RealFiles.Exists(target))
            return NtStatus.STATUS_OBJECT_NAME_COLLISION;
        try
        {
            File.Copy(from, beside, overwrite: true);
            DiskRemoval.Rename(beside, to, replace);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            RealFiles.Delete(NtPath.From(beside));
            return e is UnauthorizedAccessException ? NtStatus.STATUS_ACCESS_DENIED : NtStatus.STATUS_NOT_SAME_DEVICE;
        }

        // The old name is free at once, as after any rename, though the file goes with its last handle only. Where that can't be done it is
        // deleted under its name.
        RealFiles.Rename(handle, TemporaryName.Beside(NtPath.FromCanonical(source)));
        NtStatus status = RealFiles.DeleteAtClose(handle);
        if (!status.IsSuccess())
            return status;
        IO_STATUS_BLOCK result = default;
        GateTable.Native.TryCopy(ioStatusBlock, &result, (nuint)sizeof(IO_STATUS_BLOCK));
        return status;
    }
}
