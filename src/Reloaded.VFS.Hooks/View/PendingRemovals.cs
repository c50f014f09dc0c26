using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// Folders that are deleted when a handle is closed: one that has asked for it, or was opened with <c>FILE_DELETE_ON_CLOSE</c>. Until then it can be
/// taken back. The gate lets <c>NtClose</c> in while there are any. Thread-safe without a lock: the list is replaced whole.
/// </summary>
internal static unsafe class PendingRemovals
{
    private static volatile Removal[] s_removals = [];
    private static volatile Release[] s_releases = [];

    /// <summary>Notes a handle. False where the closing of it won't be seen.</summary>
    public static bool TryAdd(in HandleEntry entry, bool isOnClose)
    {
        var added = new Removal(entry.Generation, entry.PathId, isOnClose);
        if (entry.Generation == 0)
            return false;
        // Asked for twice is once.
        Replace(removals => [.. removals.Where(removal => removal != added), added]);
        return true;
    }

    /// <summary>The folder isn't to be deleted after all.</summary>
    public static void TakeBack(in HandleEntry entry)
    {
        uint generation = entry.Generation;
        if (s_removals.Length != 0)
            Replace(removals => [.. removals.Where(removal => removal.Generation != generation || removal.IsOnClose)]);
    }

    /// <summary>Notes a handle that was opened with <c>FILE_DELETE_ON_CLOSE</c>: what mods have of the folder is to go with it.</summary>
    public static void AddOnClose(nint handle)
    {
        if (HandleTable.Get(handle) is { Kind: HandleKind.Folder } entry)
            TryAdd(entry, isOnClose: true);
    }

    /// <summary>A handle is about to be closed. Whether it is the last one of a folder that is to be deleted with it, which isn't noted any more then.</summary>
    /// <param name="handle">The handle.</param>
    /// <param name="entry">What it is.</param>
    /// <param name="pathId">The virtual folder.</param>
    /// <param name="isOnClose">Whether every handle that asked for it was opened with <c>FILE_DELETE_ON_CLOSE</c>.</param>
    public static bool TryTake(nint handle, in HandleEntry entry, out int pathId, out bool isOnClose)
    {
        (pathId, isOnClose) = (-1, false);
        uint generation = entry.Generation;
        Removal[] found = entry.Kind == HandleKind.Folder && generation != 0 ? Array.FindAll(s_removals, removal => removal.Generation == generation) : [];
        if (found.Length == 0 || (entry.IsShared && HandleTable.IsInUse(generation, except: handle)))
            return false;
        Replace(removals => [.. removals.Where(removal => removal.Generation != generation)]);
        (pathId, isOnClose) = (found[0].PathId, Array.TrueForAll(found, removal => removal.IsOnClose));
        return true;
    }

    /// <summary>A real folder that is being deleted, which nothing here may have open meanwhile.</summary>
    /// <param name="pathId">The virtual folder that it is a part of.</param>
    /// <param name="part">Its canonical path.</param>
    public static void AddRelease(int pathId, string part) => ReplaceReleases(releases => [.. releases, new Release(pathId, part)]);

    /// <summary>Whether a real folder is being deleted.</summary>
    /// <param name="part">Its canonical path.</param>
    public static bool IsReleased(ReadOnlySpan<char> part)
    {
        foreach (Release release in s_releases)
        {
            if (CaseFolding.Equals(release.Part, part))
                return true;
        }

        return false;
    }

    /// <summary>A handle of a folder is closed: with the last one the parts of it that were being deleted are, or aren't to be.</summary>
    public static void EndReleases(int pathId)
    {
        Release[] ended = s_releases.Length == 0 ? [] : Array.FindAll(s_releases, release => release.PathId == pathId);
        if (ended.Length == 0)
            return;
        bool isOpen = HandleTable.IsPathInUse(pathId);
        if (!isOpen)
            ReplaceReleases(releases => [.. releases.Except(ended)]);
        foreach (Release release in ended)
            Rescanning.Follower?.Deleted(release.Part, isOpen);
    }

    private static void ReplaceReleases(Func<Release[], Release[]> change)
    {
        Release[] before, after;
        do
        {
            before = s_releases;
            after = change(before);
        }
        while (Interlocked.CompareExchange(ref s_releases, after, before) != before);
        Count();
    }

    private static void Count()
    {
        int count;
        // Until no other thread has changed it meanwhile.
        do
            Volatile.Write(ref HookContext.Native.Gate->Closes, count = s_removals.Length + s_releases.Length);
        while (count != s_removals.Length + s_releases.Length);
    }

    private static void Replace(Func<Removal[], Removal[]> change)
    {
        Removal[] before, after;
        do
        {
            before = s_removals;
            after = change(before);
        }
        while (Interlocked.CompareExchange(ref s_removals, after, before) != before);
        Count();
    }

    private sealed record Removal(uint Generation, int PathId, bool IsOnClose);

    private sealed record Release(int PathId, string Part);
}
