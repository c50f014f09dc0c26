namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>Determines whether what the game sees as an entry of a folder is on disk.</summary>
/// <param name="entry">The entry, as mods supply it.</param>
internal delegate bool EntryPresence(in FolderView parent, in EntryView entry);

/// <summary>Folders that the game has deleted or renamed away. Safe from any thread.</summary>
/// <remarks>
/// A whited-out folder is still on disk, with nothing left in it that the game sees: neither the folder nor anything below it exists for
/// the game, until the game creates the name anew, or a mod brings something there. What is whited out in the folder then stays so. A
/// removed folder is gone from the disk, every part of it, and a snapshot has it until the thread that follows mods on disk has seen that.
/// </remarks>
/// <param name="begin">Called before a folder is noted.</param>
/// <param name="isThere">Determines which of a folder's entries are on disk.</param>
internal sealed class DeletedFolders(VirtualFileSystem files, IDisk disk, Action begin, EntryPresence isThere)
{
    private const int LongestLift = 1000; // milliseconds

    private readonly WholeList<Folder> _folders = new();
    private readonly WholeList<string> _removed = new();

    /// <summary>
    /// The callback for folders that are whited out, or no longer are, while a mod has them all the time: canonical path, and true if the
    /// folder is gone for the game. Called on any thread.
    /// </summary>
    public volatile Action<string, bool>? Changed;

    /// <summary>
    /// Gets or sets the callback for each whited-out folder that exists again: canonical path, the mods' folders that were deleted with it,
    /// the highest mod's first, and those that weren't. Called on any thread, perhaps more than once. Set before the first hook is
    /// installed.
    /// </summary>
    public Action<string, string[], string[]>? Lifted { get; set; }

    /// <summary>Gets a value indicating whether any folder is whited out.</summary>
    public bool Any => _folders.Items.Length != 0;

    /// <summary>Notes a folder that the game has deleted.</summary>
    /// <param name="path">The folder's canonical path.</param>
    /// <param name="deleted">
    /// The mods' real folders that were deleted, in NT form without a backslash at the end, the highest mod's first; the game's own if mods
    /// keep all of theirs.
    /// </param>
    /// <param name="kept">
    /// The mods' folders that weren't deleted, since they contain something that the game doesn't see. Others that layers have on disk are
    /// found here: a snapshot doesn't know them while it hides them, or as long as a removed marker is still known.
    /// </param>
    public void Add(Snapshot snapshot, string path, string[] deleted, string[] kept)
    {
        kept = WithOthersOnDisk(snapshot, path, deleted, kept);
        var added = new Folder(path, deleted, kept);
        NoteGone(added);
        _folders.Replace(before => [.. before.Where(folder => !CaseFolding.Equals(folder.Path, path)), added]);
        if (kept.Length > 0)
            Changed?.Invoke(path, true);
    }

    /// <summary>
    /// Returns the kept folders, and those that layers of any parent folder have on disk under the path without being known to have them.
    /// </summary>
    private string[] WithOthersOnDisk(Snapshot snapshot, string path, string[] deleted, string[] kept)
    {
        List<string> all = [.. kept];
        for (ReadOnlySpan<char> above = VirtualPath.GetParent(path); !above.IsEmpty; above = VirtualPath.GetParent(above))
        {
            LookupResult found = snapshot.Lookup(above);
            if (found.Kind != LookupKind.Folder || !snapshot.TryGetFolder(found.PathId, out FolderView folder))
                continue;
            foreach (FolderSource source in folder.Sources)
            {
                string below = source.PathOf(path.AsSpan(above.Length + 1));
                if (!IsIn(deleted, below) && !IsIn(CollectionsMarshal.AsSpan(all), below) && disk.IsFolder(below))
                    all.Add(below);
            }
        }

        return [.. all];
    }

    /// <summary>Determines whether a canonical path is a whited-out folder, or lies below one.</summary>
    /// <param name="length">The length of the path up to the end of the outermost such folder, in characters.</param>
    public bool Covers(Snapshot snapshot, ReadOnlySpan<char> path, out int length)
    {
        length = 0;
        while (FindOutermost(path) is { } folder)
        {
            if (!IsBack(snapshot, folder))
            {
                length = folder.Path.Length;
                return true;
            }

            Lift(folder);
        }

        return false;
    }

    /// <summary>Determines whether a canonical path is itself a whited-out folder.</summary>
    public bool Contains(ReadOnlySpan<char> path)
    {
        foreach (Folder folder in _folders.Items)
        {
            if (CaseFolding.Equals(folder.Path, path))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Determines whether a mod's real folder, in NT form with a backslash at the end, was deleted with a folder that is whited out.
    /// </summary>
    public bool HasDeleted(ReadOnlySpan<char> source)
    {
        foreach (Folder folder in _folders.Items)
        {
            foreach (string deleted in folder.Deleted)
            {
                if (source.Length > deleted.Length && VirtualPath.IsSameOrBelow(source, deleted))
                    return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Removes the whiteout of a folder that exists again, whoever made it. Every mod that had the folder gets its own again: what is
    /// whited out in the folder stays so, and is created anew in the mod.
    /// </summary>
    /// <param name="path">The folder's canonical path; nothing happens if the folder isn't whited out.</param>
    public void Lift(ReadOnlySpan<char> path)
    {
        foreach (Folder folder in _folders.Items)
        {
            if (CaseFolding.Equals(folder.Path, path))
                Lift(folder);
        }
    }

    /// <summary>Removes a folder's whiteout on one thread, for which others wait.</summary>
    /// <remarks>
    /// A late thread that found the folder back would otherwise make the mods' folders again after the game has deleted the folder another
    /// time.
    /// </remarks>
    private void Lift(Folder lifted)
    {
        if (lifted.TryBeginLift())
        {
            try
            {
                foreach (string source in lifted.Deleted)
                    disk.MakeFolder(source);
                Lifted?.Invoke(lifted.Path, lifted.Deleted, lifted.Kept);
                Remove(lifted);
            }
            finally
            {
                lifted.EndLift();
            }

            return;
        }

        var pauses = new ShortPauses(LongestLift);
        while (lifted.IsBeingLifted && pauses.TryPause())
        {
        }

        // The game may have stopped the other thread.
        Remove(lifted);
    }

    private void Remove(Folder lifted)
    {
        // Of several threads that find the folder back, one removes it.
        if (_folders.TryRemove(lifted) && lifted.Kept.Length > 0)
            Changed?.Invoke(lifted.Path, false);
    }

    /// <summary>Determines whether mods have brought something to the folder since.</summary>
    private bool IsBack(Snapshot snapshot, Folder whiteout)
    {
        LookupResult found = snapshot.Lookup(whiteout.Path);
        if (found.Kind != LookupKind.Folder || !snapshot.TryGetFolder(found.PathId, out FolderView folder))
            return false;
        NoteGone(whiteout);
        if (whiteout.IsGone && Array.Exists(whiteout.Deleted, deleted => disk.IsFolder(deleted)))
            return true;
        foreach (FolderSource source in folder.Sources)
        {
            ReadOnlySpan<char> path = source.Path;
            if (!IsIn(whiteout.Kept, path) && !IsIn(whiteout.Deleted, path) && disk.IsFolder(path))
                return true;
        }

        foreach (EntryView entry in folder)
        {
            if (!entry.IsFolder && isThere(folder, entry))
                return true;
        }

        return false;
    }

    /// <summary>Notes whether a folder that the game has deleted is gone from the disk, since it can't come back before.</summary>
    /// <remarks>
    /// The folder may stay on disk for a while: until the call that deletes it has closed its handle, and under Wine until every process
    /// has.
    /// </remarks>
    private void NoteGone(Folder whiteout) =>
        whiteout.IsGone = whiteout.IsGone || !Array.Exists(whiteout.Deleted, deleted => disk.IsFolder(deleted));

    /// <summary>Notes a folder no part of which is to stay, with everything in it. While a part exists, the note has no effect.</summary>
    /// <param name="path">The folder's canonical path.</param>
    public void NoteRemoved(Snapshot snapshot, string path)
    {
        if (snapshot.Lookup(path).Kind != LookupKind.Folder)
            return;
        begin();
        // Folders that snapshots no longer have need no note.
        _removed.Replace(before =>
            [.. before.Where(known => !CaseFolding.Equals(known, path) && snapshot.Lookup(known).Kind == LookupKind.Folder), path]);
    }

    /// <summary>Turns a folder that a snapshot still has, but that was removed, into a name that no mod supplies.</summary>
    /// <param name="snapshot">The snapshot that was asked, kept alive by the caller.</param>
    /// <param name="found">The result of the look-up: a folder.</param>
    public void ApplyToRemoved(Snapshot snapshot, ref LookupResult found)
    {
        if (_removed.Items.Length == 0)
            return;
        string path = files.GetPath(found.PathId).ToString();
        if (!Array.Exists(_removed.Items, removed => VirtualPath.IsSameOrBelow(path, removed)) || !IsGone(snapshot, found.PathId, path))
            return;
        // A name beside the folder that nothing has.
        LookupResult beside = snapshot.Lookup(path + DefaultExcludes.TemporaryEnding);
        if (beside.Kind == LookupKind.Miss)
            found = beside;
    }

    private bool IsGone(Snapshot snapshot, int pathId, string path)
    {
        if (disk.IsFolder(NtPath.FromCanonical(path)) || !snapshot.TryGetFolder(pathId, out FolderView folder))
            return false;
        foreach (FolderSource source in folder.Sources)
        {
            if (disk.IsFolder(source.Path))
                return false;
        }

        return folder.SourceCount > 0;
    }

    private Folder? FindOutermost(ReadOnlySpan<char> path)
    {
        Folder? outermost = null;
        foreach (Folder folder in _folders.Items)
        {
            bool isCovering = VirtualPath.IsSameOrBelow(path, folder.Path);
            if (isCovering && (outermost is null || folder.Path.Length < outermost.Path.Length))
                outermost = folder;
        }

        return outermost;
    }

    private static bool IsIn(ReadOnlySpan<string> folders, ReadOnlySpan<char> source)
    {
        foreach (string folder in folders)
        {
            if (CaseFolding.Equals(folder, source))
                return true;
        }

        return false;
    }

    private sealed class Folder(string path, string[] deleted, string[] kept)
    {
        private const int BeingLifted = 1, IsLifted = 2;

        private volatile int _lift;

        public string Path { get; } = path;
        public string[] Deleted { get; } = deleted;

        /// <summary>Gets the mods' folders that weren't deleted. If there is any, mods have the folder all the time.</summary>
        public string[] Kept { get; } = kept;

        /// <summary>Gets or sets a value indicating whether at some time since none of the deleted folders was on disk.</summary>
        public bool IsGone { get; set; }

        /// <summary>Gets a value indicating whether a thread is making the mods' folders again.</summary>
        public bool IsBeingLifted => _lift == BeingLifted;

        /// <summary>Determines whether the calling thread is to make the mods' folders again: once, whatever the outcome.</summary>
        public bool TryBeginLift() => Interlocked.CompareExchange(ref _lift, BeingLifted, 0) == 0;

        public void EndLift() => _lift = IsLifted;
    }
}
