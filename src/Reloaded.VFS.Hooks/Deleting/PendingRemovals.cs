using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>
/// Folders that are deleted when a handle is closed, and files of lower layers under the policy <c>overwrite</c>: one that has asked for
/// it, or was opened with <c>FILE_DELETE_ON_CLOSE</c>. Until then
/// it can be taken back. The gate lets <c>NtClose</c> in while there are any. Thread-safe without a lock: each list is replaced whole.
/// </summary>
/// <param name="handles">The handles that are open.</param>
/// <param name="follower">Gives who is told of folders that are deleted; null for nobody.</param>
internal sealed unsafe class PendingRemovals(HandleTable handles, Func<IRescanner?> follower)
{
    private readonly WholeList<Removal> _removals = new();
    private readonly WholeList<Release> _releases = new();
    private readonly WholeList<FollowedFile> _files = new();

    /// <summary>Notes a handle. False where the closing of it won't be seen.</summary>
    /// <param name="entry">What the handle is.</param>
    /// <param name="isOnClose">Whether it was opened with <c>FILE_DELETE_ON_CLOSE</c>.</param>
    /// <param name="file">The file; null for a folder.</param>
    /// <param name="record">Has the next start delete the file where this process doesn't come to it.</param>
    public bool TryAdd(in HandleEntry entry, bool isOnClose, FollowedFile? file = null, PendingRename? record = null)
    {
        if (entry.Generation == 0 || handles.Closes is null)
            return false;
        DropClosed();
        var added = new Removal(entry.Generation, entry.PathId, isOnClose, file, record);
        // Asked for twice is once.
        Add(_removals, added,
            known => known.Generation == added.Generation && known.PathId == added.PathId && known.IsOnClose == isOnClose);
        return true;
    }

    /// <summary>Whether a handle is noted so.</summary>
    public bool Contains(in HandleEntry entry, bool isOnClose)
    {
        uint generation = entry.Generation;
        return Array.Exists(_removals.Items, removal => removal.Generation == generation && removal.IsOnClose == isOnClose);
    }

    /// <summary>
    /// The folder, or file, isn't to be deleted after all. What a handle asks for that was opened to delete it stays.
    /// </summary>
    /// <param name="entry">What the handle is.</param>
    /// <param name="ofAny">Whether it takes back what any handle has asked for; else what this one has.</param>
    /// <param name="file">The canonical path under which the game sees the file; null for a folder.</param>
    public void TakeBack(in HandleEntry entry, bool ofAny, string? file = null)
    {
        (uint generation, int pathId) = (entry.Generation, entry.PathId);
        if (_removals.Items.Length == 0)
            return;
        foreach (Removal removal in Remove(_removals, removal => !removal.IsOnClose && (removal.Generation == generation
            || (ofAny && removal.PathId == pathId && CaseFolding.Equals(removal.File?.Path, file)))))
            removal.Record?.End();
    }

    /// <summary>What is known of a file that a followed handle leads to; null where nothing is but what the system says.</summary>
    public FollowedFile? FindFile(in HandleEntry entry)
    {
        uint generation = entry.Kind == HandleKind.File ? entry.Generation : 0;
        return generation == 0 ? null : Array.Find(_files.Items, file => file.Generation == generation);
    }

    /// <summary>What is known of the file of a followed handle from now on.</summary>
    /// <param name="entry">What the handle is; it has a generation.</param>
    /// <param name="path">The canonical path under which the game sees the file.</param>
    public FollowedFile GetOrAddFile(in HandleEntry entry, string path)
    {
        if (FindFile(entry) is { } known)
            return known;
        var added = new FollowedFile(entry.Generation, path);
        _files.Replace(files => [.. files.Where(file => handles.IsInUse(file.Generation)), added]);
        return added;
    }

    /// <summary>Notes a handle that was opened with <c>FILE_DELETE_ON_CLOSE</c>: what mods have of the folder is to go with it.</summary>
    public void AddOnClose(nint handle)
    {
        if (handles.Get(handle) is { Kind: HandleKind.Folder } entry)
            TryAdd(entry, isOnClose: true);
    }

    /// <summary>A handle is about to be closed, and its folder may be deleted with it.</summary>
    /// <param name="entry">What the handle is.</param>
    /// <returns>What asks for that, for <see cref="EndClose"/>, which has to be called; empty where nothing does.</returns>
    public Removal[] BeginClose(in HandleEntry entry)
    {
        uint generation = entry.Generation;
        Removal[] all = entry.Kind is HandleKind.Folder or HandleKind.File && generation != 0 ? _removals.Items : [];
        Removal[] closing = all.Length == 0 ? all : Array.FindAll(all, removal => removal.Generation == generation);
        foreach (Removal removal in closing)
            Interlocked.Increment(ref removal.Closers);
        return closing;
    }

    /// <summary>The handle is closed, or can't be.</summary>
    /// <param name="closing">What <see cref="BeginClose"/> gave; not empty.</param>
    /// <param name="isClosed">Whether it is closed.</param>
    /// <returns>
    /// Whether it was the last one: the caller, and no other thread, deletes the folder then, which isn't noted any more.
    /// </returns>
    public bool EndClose(Removal[] closing, bool isClosed)
    {
        uint generation = closing[0].Generation;
        try
        {
            // Each of two threads that close the last two handles looks when its own entry is empty already, on every processor:
            // one of them at least sees none.
            Interlocked.MemoryBarrier();
            return isClosed && !handles.IsInUse(generation)
                && Remove(_removals, removal => removal.Generation == generation).Length > 0;
        }
        finally
        {
            foreach (Removal removal in closing)
                Interlocked.Decrement(ref removal.Closers);
        }
    }

    /// <summary>
    /// A handle's value stands for something else now: the earlier handle was closed past the hooks,
    /// and nothing is deleted for it any more. Throws nothing.
    /// </summary>
    /// <param name="entry">What was known of the earlier one.</param>
    public void ClosedPastHooks(in HandleEntry entry)
    {
        try
        {
            DropClosed();
            EndReleases(entry.PathId);
        }
        catch (OutOfMemoryException)
        {
            // The next one that is noted drops it.
        }
    }

    /// <summary>Forgets everything: while the hooks were out, handles were closed unseen.</summary>
    public void Clear()
    {
        Remove(_removals, _ => true);
        Remove(_releases, _ => true);
    }

    /// <summary>A real folder that is being deleted, which nothing here may have open meanwhile.</summary>
    /// <param name="pathId">The virtual folder that it is a part of.</param>
    /// <param name="part">Its canonical path.</param>
    public void AddRelease(int pathId, string part) =>
        Add(_releases, new Release(pathId, part), known => known.PathId == pathId && known.Part == part);

    /// <summary>Whether a real folder is being deleted.</summary>
    /// <param name="part">Its canonical path.</param>
    public bool IsReleased(ReadOnlySpan<char> part)
    {
        foreach (Release release in _releases.Items)
        {
            if (CaseFolding.Equals(release.Part, part))
                return true;
        }

        return false;
    }

    /// <summary>A handle of a folder is closed: with the last one the parts of it that were being deleted are, or aren't to be.</summary>
    public void EndReleases(int pathId)
    {
        if (!Array.Exists(_releases.Items, release => release.PathId == pathId))
            return;
        bool isOpen = handles.IsPathInUse(pathId);
        Release[] ended = isOpen
            ? Array.FindAll(_releases.Items, release => release.PathId == pathId)
            : Remove(_releases, release => release.PathId == pathId);
        foreach (Release release in ended)
            follower()?.Deleted(release.Part, isOpen);
    }

    /// <summary>Drops what waits for handles that were closed past the hooks.</summary>
    private void DropClosed()
    {
        // A thread that is just closing the last handle has said so before its entry went.
        if (Array.Exists(_removals.Items, IsClosed))
            Remove(_removals, IsClosed);

        bool IsClosed(Removal removal) =>
            !handles.IsInUse(removal.Generation) && Volatile.Read(ref removal.Closers) == 0;
    }

    /// <summary>Adds one unless there is one like it. The gate's number is never less than what is listed.</summary>
    private void Add<T>(WholeList<T> list, T added, Predicate<T> isLike)
        where T : class
    {
        Count(1);
        bool isAdded = false;
        try
        {
            isAdded = list.TryAdd(added, isLike);
        }
        finally
        {
            if (!isAdded)
                Count(-1);
        }
    }

    /// <summary>Removes those that are meant; those that this thread has removed, and no other.</summary>
    private T[] Remove<T>(WholeList<T> list, Predicate<T> isMeant)
        where T : class
    {
        T[] removed = list.RemoveAll(isMeant);
        Count(-removed.Length);
        return removed;
    }

    private void Count(int change)
    {
        if (handles.Closes is not null)
            Interlocked.Add(ref *handles.Closes, change);
    }

    /// <summary>A handle with whose last duplicate a folder or file is deleted.</summary>
    internal sealed class Removal(uint generation, int pathId, bool isOnClose, FollowedFile? file, PendingRename? record)
    {
        /// <summary>Threads that are closing one of its handles.</summary>
        public int Closers;

        /// <summary>The generation of the handle's entry.</summary>
        public uint Generation => generation;

        /// <summary>The virtual folder; of a file the one that it is seen in.</summary>
        public int PathId => pathId;

        /// <summary>The file; null for a folder.</summary>
        public FollowedFile? File => file;

        /// <summary>Has the next start delete the file; null where nothing does.</summary>
        public PendingRename? Record => record;

        /// <summary>Whether the handle was opened with <c>FILE_DELETE_ON_CLOSE</c>.</summary>
        public bool IsOnClose => isOnClose;
    }

    private sealed record Release(int PathId, string Part);
}
