using System.Collections.Concurrent;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Overwriting;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>The kinds of what a rename replaces.</summary>
internal enum Replaced
{
    /// <summary>Nothing: the name is free.</summary>
    Nothing,

    /// <summary>A read-only file.</summary>
    ReadOnly,

    /// <summary>A file that has an open handle which shares everything.</summary>
    Open,
}

/// <summary>The system's status for a class and its flags, for calls that are answered without the system. Safe from any thread.</summary>
/// <remarks>
/// Not every system has every class, nor every flag, and not every one replaces a read-only file. The system is asked once, with an empty
/// file in the overwrite folder's temporary folder; once more if that file couldn't be made.
/// </remarks>
internal static unsafe class SystemOpinion
{
    private static readonly ConcurrentDictionary<(FILE_INFORMATION_CLASS Class, uint Flags, Replaced Over), NtStatus> s_known = new();

    private static int s_keepsOwn, s_keepsReplaced; // 1: yes, -1: no, 0: not asked yet

    /// <summary>Returns the system's status for a deletion by a handle.</summary>
    public static NtStatus OfDisposition(OverwriteFolder overwrite, FILE_INFORMATION_CLASS informationClass, DispositionFlags flags) =>
        informationClass == FILE_INFORMATION_CLASS.FileDispositionInformation
            ? NtStatus.STATUS_SUCCESS
            : Ask(overwrite, (informationClass, (uint)flags, Replaced.Nothing), handle =>
            {
                DispositionFlags asked = flags;
                IO_STATUS_BLOCK result;
                return RealFiles.Set(handle, &result, &asked, sizeof(DispositionFlags), informationClass);
            });

    /// <summary>Returns the system's status for a rename or a hard link.</summary>
    /// <remarks>
    /// Windows refuses to replace a read-only file, unless flags say otherwise; so does Wine 10 (<c>set_fd_name</c> in its
    /// <c>server/fd.c</c>), and Wine 8 doesn't.
    /// </remarks>
    public static NtStatus OfRename(OverwriteFolder overwrite, RenameCall call, Replaced over = Replaced.Nothing) =>
        over == Replaced.Nothing
            && call.Set.Class is FILE_INFORMATION_CLASS.FileRenameInformation or FILE_INFORMATION_CLASS.FileLinkInformation
            ? NtStatus.STATUS_SUCCESS
            : Ask(overwrite, (call.Set.Class, (uint)call.Flags, over), handle => Rename(overwrite, handle, call, over));

    /// <summary>
    /// Determines whether a file keeps the letter case of its name when it is renamed to that name in another case, or replaced by a file
    /// that is renamed to such a name.
    /// </summary>
    /// <remarks>Wine 8 does so; Windows uses the call's letter case.</remarks>
    /// <param name="newName">Returns an unused name, whose last character is a lowercase letter, for a temporary file.</param>
    /// <param name="isSame">True to rename the file to its own name.</param>
    public static bool KeepsLetters(Func<string> newName, bool isSame)
    {
        ref int known = ref isSame ? ref s_keepsOwn : ref s_keepsReplaced;
        if (known == 0)
            known = AskLetters(newName, isSame) ? 1 : -1;
        return known > 0;
    }

    private static bool AskLetters(Func<string> newName, bool isSame)
    {
        string lower = newName(), upper = lower[..^1] + char.ToUpperInvariant(lower[^1]), renamed = isSame ? lower : newName();
        try
        {
            File.Create(NtPath.ToLongWin32(lower)).Dispose();
            if (!isSame)
                File.Create(NtPath.ToLongWin32(renamed)).Dispose();
            IO_STATUS_BLOCK result;
            if (RealFiles.TryOpenToDelete(renamed, out nint handle))
            {
                RealFiles.Rename(handle, upper, RenameFlags.FILE_RENAME_REPLACE_IF_EXISTS, &result,
                    FILE_INFORMATION_CLASS.FileRenameInformation);
                RealFiles.Close(handle);
            }

            return DiskName.Of(lower).EndsWith(lower[^1]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
        finally
        {
            RealFiles.Delete(lower);
            RealFiles.Delete(renamed);
        }
    }

    /// <summary>
    /// Returns the system's status for the handle that a new name is relative to: success if the handle leads to a folder, or the name
    /// isn't relative.
    /// </summary>
    public static NtStatus OfRoot(nint root)
    {
        if (root == 0)
            return NtStatus.STATUS_SUCCESS;
        char letter = 'a';
        UNICODE_STRING name;
        OBJECT_ATTRIBUTES attributes = RealFiles.Name(&letter, 1, &name);
        attributes.RootDirectory = root;
        NtStatus status = RealFiles.OpinionOf(&attributes);
        return status is NtStatus.STATUS_OBJECT_NAME_NOT_FOUND or NtStatus.STATUS_OBJECT_PATH_NOT_FOUND ? NtStatus.STATUS_SUCCESS : status;
    }

    /// <summary>Renames a file to a new name, or over another file.</summary>
    private static NtStatus Rename(OverwriteFolder overwrite, nint handle, RenameCall call, Replaced over)
    {
        string target = overwrite.NewTemporary(), path = NtPath.ToLongWin32(target);
        if (over != Replaced.Nothing)
            File.Create(path).Dispose();
        if (over == Replaced.ReadOnly)
            File.SetAttributes(path, FileAttributes.ReadOnly);
        nint open = 0;
        if (over == Replaced.Open)
            RealFiles.Open(target, AccessMask.GENERIC_READ, ShareAccess.All, out open);
        IO_STATUS_BLOCK result;
        NtStatus status = RealFiles.Rename(handle, target, call.Flags, &result, call.Set.Class);
        if (open != 0)
            RealFiles.Close(open);
        if (over == Replaced.ReadOnly)
            File.SetAttributes(path, FileAttributes.Normal);
        RealFiles.Delete(target);
        return status;
    }

    private static NtStatus Ask(OverwriteFolder overwrite, (FILE_INFORMATION_CLASS, uint, Replaced) question, Func<nint, NtStatus> ask)
    {
        if (s_known.TryGetValue(question, out NtStatus known))
            return known;
        string file = overwrite.NewTemporary();
        try
        {
            File.Create(NtPath.ToLongWin32(file)).Dispose();
            NtStatus status = RealFiles.Open(file, AccessMask.DELETE | AccessMask.FILE_WRITE_ATTRIBUTES, ShareAccess.All, out nint handle);
            if (!status.IsSuccess())
                return status;
            try
            {
                status = ask(handle);
            }
            finally
            {
                RealFiles.Close(handle);
            }

            s_known[question] = status;
            return status;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OverwriteWriter.StatusOf(e);
        }
        finally
        {
            RealFiles.Delete(file);
        }
    }
}
