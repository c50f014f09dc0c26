using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Watching;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// Deleting a folder that mods have. To the game it has to be empty; then every part of it is deleted when the handle is closed that asked for it, as a
/// single folder would be. Where the game's own part holds files that a mod's deleted ones covered, that part stays on disk and is
/// <see cref="Whiteouts">whited out</see>.
/// </summary>
internal static unsafe class FolderRemoval
{
    private const uint FILE_DISPOSITION_DELETE = 1, FILE_DISPOSITION_POSIX_SEMANTICS = 2;
    private const int ReleaseMilliseconds = 5000;

    /// <summary>Answers for a folder that mods have; false where the original alone does all.</summary>
    public static bool TryRun(nint handle, void* ioStatusBlock, void* information, uint length, uint informationClass, out int status)
    {
        status = 0;
        uint flags = 0;
        int bytes = informationClass == FileInformationClass.FileDispositionInformation ? sizeof(byte) : sizeof(uint);
        HandleEntry entry = HandleTable.Get(handle);
        if (entry.Kind != HandleKind.Folder || length < bytes || HookContext.Native.TryCopy(&flags, information, (nuint)bytes) == 0)
            return false;
        if ((flags & FILE_DISPOSITION_DELETE) == 0)
        {
            PendingRemovals.TakeBack(entry);
            return false;
        }

        Snapshot snapshot = HookContext.Files.Current;
        FolderParts? parts = FolderParts.Of(snapshot, entry.PathId);
        if (parts != null)
        {
            status = Mark(handle, ioStatusBlock, information, length, informationClass, parts);
            bool isAtOnce = informationClass == FileInformationClass.FileDispositionInformationEx && (flags & FILE_DISPOSITION_POSIX_SEMANTICS) != 0;
            if (NtStatus.IsSuccess(status) && (isAtOnce || !PendingRemovals.TryAdd(entry, isOnClose: false)))
            {
                Finish(handle, snapshot, parts);
                PendingRemovals.EndReleases(entry.PathId);
            }
        }

        GC.KeepAlive(snapshot);
        return parts != null;
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
            FolderParts? parts = folderId >= 0 ? FolderParts.Of(snapshot, folderId) : null;
            status = parts != null
                ? Mark(handle, &result, &delete, sizeof(byte), FileInformationClass.FileDispositionInformation, parts)
                : RealFiles.DeleteAtClose(handle);
            if (parts != null && NtStatus.IsSuccess(status))
                Finish(handle, snapshot, parts);
            GC.KeepAlive(snapshot);
        }
        catch (Exception)
        {
            // Out of memory, or a mistake of ours, before anything was deleted.
            status = RealFiles.DeleteAtClose(handle);
        }

        RealFiles.Close(handle);
        try
        {
            PendingRemovals.EndReleases(folderId);
        }
        catch (OutOfMemoryException)
        {
            // The follower leaves the folder alone.
        }

        // Wine says that it has deleted a folder which isn't empty.
        return status == NtStatus.STATUS_DIRECTORY_NOT_EMPTY && NtFunctions.IsWine ? NtStatus.STATUS_SUCCESS : status;
    }

    /// <summary>The handle of a folder that is to be deleted is about to be closed for good.</summary>
    /// <param name="handle">The handle.</param>
    /// <param name="pathId">The folder's stable id.</param>
    /// <param name="isOnClose">Whether only now it matters whether the folder is empty.</param>
    public static void Finish(nint handle, int pathId, bool isOnClose)
    {
        Snapshot snapshot = HookContext.Files.Current;
        if (FolderParts.Of(snapshot, pathId) is { } parts && (!isOnClose || parts.IsEmpty))
            Finish(handle, snapshot, parts);
        GC.KeepAlive(snapshot);
    }

    /// <summary>Has the system mark the part that the handle leads to, if the game sees nothing in the folder. The status that the game gets.</summary>
    private static int Mark(nint handle, void* ioStatusBlock, void* information, uint length, uint informationClass, FolderParts parts)
    {
        if (!parts.IsEmpty)
            return NtStatus.STATUS_DIRECTORY_NOT_EMPTY;
        int status = RealFiles.Set(handle, ioStatusBlock, information, length, informationClass);
        if (status != NtStatus.STATUS_DIRECTORY_NOT_EMPTY || !parts.KeepsOwn || SourceBehind(handle, parts) >= 0)
            return status;
        IO_STATUS_BLOCK result = default;
        HookContext.Native.TryCopy(ioStatusBlock, &result, (nuint)sizeof(IO_STATUS_BLOCK));
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Deletes the parts that the handle doesn't lead to; nothing of the VFS has the one open that it does, so that its name goes with the handle.</summary>
    private static void Finish(nint handle, Snapshot snapshot, FolderParts parts)
    {
        int pathId = parts.PathId;
        int behind = SourceBehind(handle, parts);
        List<string> deleted = [], kept = [];
        int layer = 0;
        for (int i = 0; i < parts.Sources.Length; i++)
        {
            string source = parts.Sources[i];
            if (i == behind)
                LetGo(source, pathId);
            else if (RealFiles.Exists(source) && !TryDelete(source, pathId))
            {
                // What isn't empty there isn't overlaid, and stays.
                kept.Add(source);
                continue;
            }

            if (deleted.Count == 0)
                layer = parts.Layers[i];
            deleted.Add(source);
        }

        if (behind >= 0 && !parts.KeepsOwn && RealFiles.IsFolder(parts.Own))
            TryDelete(parts.Own, pathId);
        else
            LetGo(parts.Own, pathId);
        if ((parts.KeepsOwn || kept.Count > 0) && deleted.Count > 0)
            Whiteouts.AddFolder(snapshot, parts.Path, [.. deleted], [.. kept], layer);
    }

    /// <summary>Which of the mods' parts a handle leads to; -1 where it is the game's own.</summary>
    private static int SourceBehind(nint handle, FolderParts parts)
    {
        string real = RealNames.Of(handle);
        return Array.FindIndex(parts.Sources, source => CaseFolding.Equals(NtPath.ToCanonical(source), real));
    }

    private static bool TryDelete(string part, int pathId)
    {
        if (!RealFiles.TryOpenToDelete(part, out nint handle))
            return false;
        bool isDeleted = NtStatus.IsSuccess(RealFiles.DeleteAtClose(handle));
        if (isDeleted)
            LetGo(part, pathId);
        RealFiles.Close(handle);
        return isDeleted;
    }

    /// <summary>
    /// Wine keeps a deleted folder's name as long as anything has it open: the thread that follows the mods does, a folder each, and so does the one that tells
    /// programs of changes. Neither opens it again until the game has closed its handles.
    /// </summary>
    private static void LetGo(string part, int pathId)
    {
        if (!NtFunctions.IsWine)
            return;
        string path = NtPath.ToCanonical(part).ToString();
        PendingRemovals.AddRelease(pathId, path);
        ChangeNotifier.Current?.PartGoes(path);
        if (Rescanning.Follower is not { } follower)
            return;
        using Errand release = follower.LetGo(path);
        release.Wait(ReleaseMilliseconds);
    }
}
