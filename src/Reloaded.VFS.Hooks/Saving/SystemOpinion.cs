using System.Collections.Concurrent;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// What the system says of a class and its flags, for calls that are answered without it: not every system has every class, nor every flag.
/// Asked once of an empty file in the overwrite folder's temporary one. Safe from any thread.
/// </summary>
internal static unsafe class SystemOpinion
{
    private static readonly ConcurrentDictionary<(FILE_INFORMATION_CLASS, uint), NtStatus> s_known = new();

    /// <summary>Of a deletion by a handle.</summary>
    public static NtStatus OfDisposition(OverwriteFolder overwrite, FILE_INFORMATION_CLASS informationClass, uint flags) =>
        informationClass == FILE_INFORMATION_CLASS.FileDispositionInformation
            ? NtStatus.STATUS_SUCCESS
            : s_known.GetOrAdd((informationClass, flags), _ => Try(overwrite, handle =>
            {
                uint asked = flags;
                IO_STATUS_BLOCK result;
                return RealFiles.Set(handle, &result, &asked, sizeof(uint), informationClass);
            }));

    /// <summary>Of a rename or a hard link.</summary>
    public static NtStatus OfRename(OverwriteFolder overwrite, FILE_INFORMATION_CLASS informationClass, uint flags) =>
        informationClass is FILE_INFORMATION_CLASS.FileRenameInformation or FILE_INFORMATION_CLASS.FileLinkInformation
            ? NtStatus.STATUS_SUCCESS
            : s_known.GetOrAdd((informationClass, flags), _ => Try(overwrite, handle =>
            {
                string target = overwrite.NewTemporary();
                IO_STATUS_BLOCK result;
                NtStatus status = RealFiles.Rename(handle, target, flags, &result, informationClass);
                RealFiles.Delete(target);
                return status;
            }));

    private static NtStatus Try(OverwriteFolder overwrite, Func<nint, NtStatus> ask)
    {
        string file = overwrite.NewTemporary();
        try
        {
            File.Create(NtPath.ToLongWin32(file)).Dispose();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Opening.OverwriteWriter.StatusOf(e);
        }

        NtStatus status = RealFiles.Open(file, AccessMask.DELETE | AccessMask.FILE_WRITE_ATTRIBUTES, ShareAccess.All, out nint handle);
        if (status.IsSuccess())
        {
            status = ask(handle);
            RealFiles.Close(handle);
        }

        RealFiles.Delete(file);
        return status;
    }
}
