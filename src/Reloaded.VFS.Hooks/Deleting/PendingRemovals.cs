using System.Collections.Concurrent;
using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>
/// Folders, and under the policy <c>overwrite</c> files of lower layers, that are deleted when a handle is closed. Thread-safe without a
/// lock: each list is replaced as a whole.
/// </summary>
/// <remarks>
/// The handle has asked for the deletion, which can be withdrawn until then, or was opened with <c>FILE_DELETE_ON_CLOSE</c>. The gate lets
/// <c>NtClose</c> in while there are any.
/// </remarks>
/// <param name="handles">The open handles.</param>
/// <param name="follower">Returns the object that is notified of deleted folders; null for none.</param>
internal sealed unsafe class PendingRemovals(HandleTable handles, Func<IRescanner?> follower)
{
    private readonly WholeList<Removal> _removals = new();
    private readonly WholeList<Release> _releases = new();
    private readonly WholeList<TrackedFile> _files = new();

    /// <summary>Notes a handle. Returns false if its closing won't be seen.</summary>
    /// <param name="isOnClose">True if the handle was opened with <c>FILE_DELETE_ON_CLOSE</c>.</param>
    /// <param name="file">The file; null for a folder.</param>
    /// <param name="record">The record by which the next start deletes the file if this process doesn't.</param>
    public bool TryAdd(in HandleEntry entry, bool isOnClose, TrackedFile? file = null, PendingRename? record = null)
    {
        if (entry.Generation == 0 || handles.Closes is null)
            return false;
        DropClosed();
        var added = new Removal(entry.Generation, entry.PathId, isOnClose, file, record);
        // A repeated request counts once.
        Add(_removals, added,
            known => known.Generation == added.Generation && known.PathId == added.PathId && known.IsOnClose == isOnClose);
        return true;
    }

    /// <summary>Determines whether a handle is noted with the given kind of deletion.</summary>
    public bool Contains(in HandleEntry entry, bool isOnClose)
    {
        uint generation = entry.Generation;
        return Array.Exists(_removals.Items, removal => removal.Generation == generation && removal.IsOnClose == isOnClose);
    }

    /// <summary>Withdraws a deletion. A deletion by a handle that was opened for it stays.</summary>
    /// <param name="ofAny">True to withdraw the requests of all handles; false for this handle's only.</param>
    /// <param name="file">The canonical path under which the game sees the file; null for a folder.</param>
    public void Withdraw(in HandleEntry entry, bool ofAny, string? file = null)
    {
        (uint generation, int pathId) = (entry.Generation, entry.PathId);
        if (_removals.Items.Length == 0)
            return;
        foreach (Removal removal in Remove(_removals, removal => !removal.IsOnClose && (removal.Generation == generation
            || (ofAny && removal.PathId == pathId && CaseFolding.Equals(removal.File?.Path, file)))))
            removal.Record?.End();
    }

    /// <summary>Returns what is known about the file of a tracked handle; null if nothing is known beyond the system's answers.</summary>
    public TrackedFile? FindFile(in HandleEntry entry)
    {
        uint generation = entry.Kind == HandleKind.File ? entry.Generation : 0;
        return generation == 0 ? null : Array.Find(_files.Items, file => file.Generation == generation);
    }

    /// <summary>Returns the object for the file of a tracked handle, which is added if there is none.</summary>
    /// <param name="entry">The handle's entry, which has a generation.</param>
    /// <param name="path">The canonical path under which the game sees the file.</param>
    public TrackedFile GetOrAddFile(in HandleEntry entry, string path)
    {
        if (FindFile(entry) is { } known)
            return known;
        var added = new TrackedFile(entry.Generation, path);
        _files.Replace(files => [.. files.Where(file => handles.IsInUse(file.Generation)), added]);
        return added;
    }

    /// <summary>Notes a handle that was opened with <c>FILE_DELETE_ON_CLOSE</c>: the mods' parts of the folder go with it.</summary>
    public void AddOnClose(nint handle)
    {
        if (handles.Get(handle) is { Kind: HandleKind.Folder } entry)
            TryAdd(entry, isOnClose: true);
    }

    /// <summary>Prepares the closing of a handle, whose folder may be deleted with it.</summary>
    /// <returns>The removals for <see cref="EndClose"/>, which has to be called; empty if there are none.</returns>
    public Removal[] BeginClose(in HandleEntry entry)
    {
        uint generation = entry.Generation;
        Removal[] all = entry.Kind is HandleKind.Folder or HandleKind.File && generation != 0 ? _removals.Items : [];
        Removal[] closing = all.Length == 0 ? all : Array.FindAll(all, removal => removal.Generation == generation);
        foreach (Removal removal in closing)
            Interlocked.Increment(ref removal.Closers);
        return closing;
    }

    /// <summary>Completes the closing of a handle, which may have failed.</summary>
    /// <param name="closing">The removals from <see cref="BeginClose"/>; not empty.</param>
    /// <param name="isClosed">True if the handle is closed.</param>
    /// <returns>True if the handle was the last one: the caller alone then deletes the folder, which isn't noted any more.</returns>
    public bool EndClose(Removal[] closing, bool isClosed)
    {
        uint generation = closing[0].Generation;
        try
        {
            // Each of two threads that close the last two handles checks when its own entry is empty already, on every processor: at least
            // one of them sees no other.
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

    /// <summary>Drops the removals of a handle that was closed past the hooks: its value is another's now. Throws nothing.</summary>
    /// <param name="entry">The entry of the earlier handle.</param>
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

    /// <summary>Forgets everything: while the hooks were removed, handles were closed unseen.</summary>
    public void Clear()
    {
        Remove(_removals, _ => true);
        Remove(_releases, _ => true);
    }

    /// <summary>Notes a real folder that is being deleted, which the VFS must not have open meanwhile.</summary>
    /// <param name="pathId">The virtual folder of which the real one is a part.</param>
    /// <param name="part">The real folder's canonical path.</param>
    public void AddRelease(int pathId, string part) =>
        Add(_releases, new Release(pathId, part), known => known.PathId == pathId && known.Part == part);

    /// <summary>Determines whether a real folder is being deleted.</summary>
    /// <param name="part">The folder's canonical path.</param>
    public bool IsReleased(ReadOnlySpan<char> part)
    {
        foreach (Release release in _releases.Items)
        {
            if (CaseFolding.Equals(release.Part, part))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Ends the releases of a folder after a handle was closed: with the last handle, the parts being deleted are gone, or their deletion
    /// was withdrawn.
    /// </summary>
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

    /// <summary>Drops the removals of handles that were closed past the hooks.</summary>
    private void DropClosed()
    {
        // A thread that is just closing the last handle was counted before its entry was removed.
        if (Array.Exists(_removals.Items, IsClosed))
            Remove(_removals, IsClosed);

        bool IsClosed(Removal removal) =>
            !handles.IsInUse(removal.Generation) && Volatile.Read(ref removal.Closers) == 0;
    }

    /// <summary>Adds an item unless there is a similar one. The gate's count is never less than the number of items.</summary>
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

    /// <summary>Removes the matching items. Returns those that this thread has removed, and no other.</summary>
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
    /// <param name="Generation">The generation of the handle's entry.</param>
    /// <param name="PathId">The virtual folder; for a file, the one in which it is seen.</param>
    /// <param name="IsOnClose">True if the handle was opened with <c>FILE_DELETE_ON_CLOSE</c>.</param>
    /// <param name="File">The file; null for a folder.</param>
    /// <param name="Record">The record by which the next start deletes the file; null for none.</param>
    internal sealed record Removal(uint Generation, int PathId, bool IsOnClose, TrackedFile? File, PendingRename? Record)
    {
        /// <summary>The number of threads that are closing one of its handles.</summary>
        public int Closers;
    }

    private sealed record Release(int PathId, string Part);
}

/// <summary>
/// A file of the game or of a mod, under the policy <c>overwrite</c>, of a handle that may delete or rename it. Safe from any thread.
/// </summary>
/// <remarks>The file itself stays unchanged; the new state of its name is kept here.</remarks>
/// <param name="generation">The generation of the handle's entry.</param>
/// <param name="path">The canonical path under which the game saw it.</param>
internal sealed class TrackedFile(uint generation, string path)
{
    private volatile string? _renamed;

    /// <summary>Gets the generation of the handle's entry.</summary>
    public uint Generation => generation;

    /// <summary>Gets the canonical path under which the game sees the file.</summary>
    public string Path => _renamed ?? path;

    /// <summary>Gets a value indicating whether the handle has given the file that name.</summary>
    public bool IsRenamed => _renamed is not null;

    /// <summary>Notes the file's new name.</summary>
    public void Rename(string to) => _renamed = to;
}

/// <summary>
/// The deletions behind the marker of a file that still exists: they may be waiting for the file's last handle. Safe from any thread.
/// </summary>
/// <remarks>The marker is needed as long as one of them is left, even if another is withdrawn.</remarks>
internal sealed class AskedDeletions
{
    /// <summary>The requester of a deletion that no disposition withdraws: one by name, or with the closing of a handle.</summary>
    public const uint Nobody = 0;

    private readonly ConcurrentDictionary<string, uint[]> _askers = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Returns the requester that a handle is: no handle is zero, and each fits 32 bits in every process.</summary>
    /// <remarks>A duplicate of the handle is another requester.</remarks>
    public static uint AskerOf(nint handle) => (uint)handle;

    /// <summary>Adds the deletion of a file that has a marker beside it.</summary>
    /// <param name="place">The file, in NT form.</param>
    /// <param name="asker">The requester (<see cref="AskerOf"/>), or <see cref="Nobody"/>.</param>
    public void Add(string place, uint asker) =>
        _askers.AddOrUpdate(place, _ => [asker], (_, known) => known.Contains(asker) ? known : [.. known, asker]);

    /// <summary>Determines whether a deletion of a file was requested, and not withdrawn.</summary>
    /// <param name="place">The file, in NT form.</param>
    public bool Contains(string place) => _askers.ContainsKey(place);

    /// <summary>Withdraws a handle's deletion of its file.</summary>
    /// <param name="place">The file, in NT form.</param>
    /// <param name="asker">The requester (<see cref="AskerOf"/>).</param>
    /// <param name="ofAny">True to withdraw the requests of all handles; false for this handle's only.</param>
    /// <returns>True if something was withdrawn, and no deletion is left.</returns>
    public bool Withdraw(string place, uint asker, bool ofAny)
    {
        while (_askers.TryGetValue(place, out uint[]? known))
        {
            uint[] rest = Array.FindAll(known, other => other == Nobody || (!ofAny && other != asker));
            if (rest.Length == known.Length)
                return false;
            if (rest.Length == 0 ? _askers.TryRemove(KeyValuePair.Create(place, known)) : _askers.TryUpdate(place, rest, known))
                return rest.Length == 0;
        }

        return false;
    }

    /// <summary>Forgets the deletions of a file whose name another file has now.</summary>
    /// <param name="place">The file, in NT form.</param>
    public void Forget(string place) => _askers.TryRemove(place, out _);

    /// <summary>Forgets everything: while the hooks were removed, files were deleted and created unseen.</summary>
    public void Clear() => _askers.Clear();
}
