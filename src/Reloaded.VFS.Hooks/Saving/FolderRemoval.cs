using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Interop.NtDll;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Snapshots;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// Deleting a folder that is made up of several real ones: it has to be empty in all of them, and is deleted in all of them.
/// </summary>
internal static unsafe class FolderRemoval
{
    private const int NtPrefixLength = 4; // \??\
    private const int Attempts = 50, AttemptMilliseconds = 5;

    /// <summary>Answers where the folder is made up of several; false where the original alone does all.</summary>
    public static bool TryRun(nint handle, void* ioStatusBlock, void* information, uint length, uint informationClass, out int status)
    {
        status = 0;
        uint flags = 0;
        int bytes = informationClass == FileInformationClass.FileDispositionInformation ? sizeof(byte) : sizeof(uint);
        HandleEntry entry = HandleTable.Get(handle);
        if (entry.Kind != HandleKind.Folder || length < bytes || HookContext.Native.TryCopy(&flags, information, (nuint)bytes) == 0 || (flags & 1) == 0)
            return false;
        Snapshot snapshot = HookContext.Files.Current;
        bool isOurs = snapshot.TryGetFolder(entry.PathId, out FolderView folder) && folder.SourceCount > 0;
        if (isOurs)
            status = Remove(handle, ioStatusBlock, information, length, informationClass, folder);
        GC.KeepAlive(snapshot);
        return isOurs;
    }

    /// <summary>Deletes a folder and closes its handle, as NtDeleteFile does.</summary>
    /// <param name="handle">One of its real folders, opened to be deleted.</param>
    /// <param name="folderId">Its stable id, or none.</param>
    public static int Delete(nint handle, int folderId)
    {
        byte delete = 1;
        IO_STATUS_BLOCK result;
        int status;
        try
        {
            Snapshot snapshot = HookContext.Files.Current;
            status = folderId >= 0 && snapshot.TryGetFolder(folderId, out FolderView folder) && folder.SourceCount > 0
                ? Remove(handle, &result, &delete, sizeof(byte), FileInformationClass.FileDispositionInformation, folder)
                : Originals.DeleteAtClose(handle);
            GC.KeepAlive(snapshot);
        }
        catch (Exception)
        {
            // Out of memory, or a mistake of ours, before anything was deleted.
            status = Originals.DeleteAtClose(handle);
        }

        Originals.Close(handle);
        // Wine says that it has deleted a folder which isn't empty.
        return status == NtStatus.STATUS_DIRECTORY_NOT_EMPTY && NtFunctions.IsWine ? NtStatus.STATUS_SUCCESS : status;
    }

    private static int Remove(nint handle, void* ioStatusBlock, void* information, uint length, uint informationClass, FolderView folder)
    {
        string path = string.Concat(@"\??\", folder.Path);
        foreach (EntryView entry in folder)
        {
            if (!entry.TargetFolder.IsEmpty && (Originals.Exists(string.Concat(entry.TargetFolder, entry.TargetName))
                || (entry.IsFolder && Originals.Exists(string.Concat(path, "\\", entry.Name)))))
                return NtStatus.STATUS_DIRECTORY_NOT_EMPTY;
        }

        string real = Naming.VirtualName.RealName(handle);
        bool isInMod = false;
        for (int i = 0; i < folder.SourceCount; i++)
            isInMod |= CaseFolding.Equals(folder.GetSource(i)[NtPrefixLength..].TrimEnd('\\'), real);
        int status = Originals.Set(handle, ioStatusBlock, information, length, informationClass);
        // What the game has deleted in it a moment ago may not be gone yet.
        for (int i = 0; isInMod && status == NtStatus.STATUS_DIRECTORY_NOT_EMPTY && i < Attempts; i++)
        {
            Thread.Sleep(AttemptMilliseconds);
            // Asked twice through one handle, Wine takes any folder for empty: it goes on reading where it stopped.
            if (IsEmpty(real))
                status = Originals.Set(handle, ioStatusBlock, information, length, informationClass);
        }

        if (!NtStatus.IsSuccess(status))
            return status;
        // What isn't empty there isn't overlaid, and stays.
        for (int i = 0; i < folder.SourceCount; i++)
        {
            string source = folder.GetSource(i).TrimEnd('\\').ToString();
            if (CaseFolding.Equals(source.AsSpan(NtPrefixLength), real))
                FreeName(handle, source);
            else
                Delete(source);
        }

        return status;
    }

    private static void Delete(string source)
    {
        if (!Originals.TryOpenToDelete(source, out nint handle))
            return;
        int status = Originals.DeleteAtClose(handle);
        for (int i = 0; status == NtStatus.STATUS_DIRECTORY_NOT_EMPTY && i < Attempts; i++)
        {
            Thread.Sleep(AttemptMilliseconds);
            if (IsEmpty(source.AsSpan(NtPrefixLength)))
                status = Originals.DeleteAtClose(handle);
        }

        if (NtStatus.IsSuccess(status))
            FreeName(handle, source);
        Originals.Close(handle);
    }

    private static bool IsEmpty(ReadOnlySpan<char> folder)
    {
        try
        {
            return !Directory.EnumerateFileSystemEntries(string.Concat(@"\\?\", folder)).Any();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>
    /// The thread that follows mods on disk has the folder open, so that it would keep its name after the last handle of the game's is closed.
    /// Where the system can't take the name away at once (before Windows 10 1709, and in Wine) it gets one that nobody looks for: the
    /// following notices, and lets go.
    /// </summary>
    private static void FreeName(nint handle, string source)
    {
        const uint FILE_DISPOSITION_DELETE = 1, FILE_DISPOSITION_POSIX_SEMANTICS = 2;
        uint flags = FILE_DISPOSITION_DELETE | FILE_DISPOSITION_POSIX_SEMANTICS;
        IO_STATUS_BLOCK result;
        if (!NtStatus.IsSuccess(Originals.Set(handle, &result, &flags, sizeof(uint), FileInformationClass.FileDispositionInformationEx)))
            Originals.Rename(handle, TemporaryName.Beside(source));
    }
}
