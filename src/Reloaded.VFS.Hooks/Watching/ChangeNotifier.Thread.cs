using Reloaded.VFS.Changes;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <content>The thread: converts reports of the system and of the file system to changes that the game sees.</content>
internal sealed unsafe partial class ChangeNotifier
{
    private const int MostRoundsOfAsking = 16;

    // Threads that wait for an answer; used only by this thread.
    private readonly List<uint> _asking = [];
    private int _roundsOfAsking;

    private void StartThread()
    {
        try
        {
            new Thread(Run, 256 * 1024) { IsBackground = true, Name = "Reloaded VFS notify" }.Start();
        }
        catch (OutOfMemoryException)
        {
            // There is no thread: all watches end, and programs list their folders again.
            EndAll();
        }
    }

    private void Run()
    {
        nint* mark = GateTable.Native.GetThreadState();
        if (mark is null)
            return;
        *mark |= (nint)ThreadMark.Runtime;
        SetTelling(true);
        OverlappedEntry* entries = stackalloc OverlappedEntry[(int)Capacity];
        // The system owns the last buffers until their packets have arrived.
        while (!_isStopped || !_sources.IsEmpty)
        {
            uint count;
            // A waiting thread gets its answer when nothing earlier is left: Wine delivers what a watch has read only while this thread
            // waits.
            if (Kernel32.GetQueuedCompletionStatusEx(_port, entries, Capacity, &count, _asking.Count == 0 ? uint.MaxValue : 0, 0) == 0)
            {
                ReleaseAsking();
                continue;
            }

            for (uint i = 0; i < count; i++)
            {
                try
                {
                    if (entries[i].CompletionKey == WakeUp)
                        DequeueChanges();
                    else if (entries[i].CompletionKey == Settle)
                        _asking.Add(entries[i].NumberOfBytesTransferred);
                    else if (_sources.TryGetValue(entries[i].CompletionKey, out SourceWatch? source))
                        Receive(source, (NtStatus)entries[i].Internal, entries[i].NumberOfBytesTransferred);
                }
                catch (Exception e)
                {
                    // Out of memory, or a bug of the VFS: no call may wait for what has been lost.
                    HandlerFaults.Note("programs that watch folders were told of changes, but not of which", e);
                    EndAll();
                }
            }

            // With very many changes there is always something left.
            if (_asking.Count > 0 && ++_roundsOfAsking >= MostRoundsOfAsking)
                ReleaseAsking();
        }

        SetTelling(false);
        ReleaseAsking();
    }

    private void ReleaseAsking()
    {
        foreach (uint slot in _asking)
            table->Settled(slot);
        _asking.Clear();
        _roundsOfAsking = 0;
    }

    private void SetTelling(bool isTelling)
    {
        using (_addLock.Enter())
        {
            _isTelling = isTelling;
            Volatile.Write(ref table->Watching, isTelling && _isFollowing ? 1 : 0);
        }
    }

    private void DequeueChanges()
    {
        foreach (VirtualWatch watch in _watches.Values)
        {
            // The watch's handle is closed, and the gate has ended its calls, or is about to.
            if (Volatile.Read(ref table->Watches[watch.Slot]) != watch.Generation)
                Close(watch);
        }

        using (_addLock.Enter())
        {
            if (_watches.IsEmpty)
                Follow(false);
        }

        while (_queue.TryDequeue(out QueuedChange? change))
        {
            foreach (VirtualWatch watch in _watches.Values)
            {
                if (change.Number <= watch.Since)
                    continue;
                if (change.Published is { } published)
                {
                    ReportDifference(watch, published);
                    AddMods(watch);
                }
                else if (change.IsWhitedOut is { } isWhitedOut)
                    ReportWhiteout(watch, change.Name, isWhitedOut);
                else if (RelativeTo(watch, _files.GetPath(change.Folder)) is { } folder)
                    ReportName(watch, AsSeen(watch, new NameChange(NameChangeKind.Came, false, folder + change.Name), null, _files.Snapshot),
                        _files.Snapshot, _files.Snapshot);
                Complete(watch);
            }
        }
    }

    private void ReportDifference(VirtualWatch watch, PublishedChange published)
    {
        (Snapshot before, Snapshot now, IReadOnlyList<NameRename> told) = published;
        List<NameChange> changes = SnapshotDifference.Of(before, now, watch.PathId, watch.IsTree);
        Dictionary<string, string> renames = told.Count == 0 ? [] : FindRenames(watch, changes, told, before, now);
        foreach (NameChange change in changes)
        {
            if (change.Kind == NameChangeKind.Gone && renames.TryGetValue(change.Path, out string? other))
            {
                watch.Add(new Change(ChangeKind.RenamedFrom, change.Path));
                watch.Add(new Change(ChangeKind.RenamedTo, other));
            }
            else if (change.Kind != NameChangeKind.Came || !renames.ContainsValue(change.Path))
            {
                ReportName(watch, AsSeen(watch, change, before, now), before, now);
            }
        }

        if (before.Hidden is not null || now.Hidden is not null)
            ReportHidden(watch, before, now);

        // Wine lets programs that watch a deleted folder wait forever.
        if (!NtFunctions.IsWine && before.TryGetFolder(watch.PathId, out _) && !now.TryGetFolder(watch.PathId, out _)
            && !RealFiles.Exists(NtPath.FromCanonical(watch.Path)))
            watch.MarkGone();
    }

    /// <summary>Finds renames: names that are gone, with those that replaced them, if the game's own folder has neither.</summary>
    private Dictionary<string, string> FindRenames(VirtualWatch watch, List<NameChange> changes, IReadOnlyList<NameRename> told,
        Snapshot before, Snapshot now)
    {
        var newNames = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach ((string from, string to) in told)
            newNames[from] = to;
        var renames = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (NameChange change in changes)
        {
            if (change.Kind != NameChangeKind.Gone || !IsWanted(watch, change)
                || !newNames.TryGetValue($@"{watch.Path}\{change.Path}", out string? to))
                continue;
            string name = to[Math.Min(to.Length, watch.Path.Length + 1)..];
            int came = changes.FindIndex(other =>
                other.Kind == NameChangeKind.Came && other.IsFolder == change.IsFolder && CaseFolding.Equals(other.Path, name));
            if (came >= 0 && !IsOwn(watch, change, now) && !IsOwn(watch, changes[came], before))
                renames[change.Path] = changes[came].Path;
        }

        return renames;
    }

    private static bool IsWanted(VirtualWatch watch, in NameChange change) =>
        (watch.Filter & ChangeFilter.OfName(change.IsFolder)) != 0;

    /// <summary>Determines whether the game's own folder has a name, and mods don't hide it in a snapshot.</summary>
    private bool IsOwn(VirtualWatch watch, in NameChange change, Snapshot of) =>
        OwnEntry.IsSeen(view, $@"{watch.Path}\{change.Path}", CountedDeletions.UnknownToLayers, hiding: of);

    /// <summary>
    /// Returns what a change of a mod's name is for the game: a file under a whiteout was seen, or is, if the whiteout's own mod has it, or
    /// a higher one.
    /// </summary>
    /// <returns>Null if the game saw nothing under the name, and sees nothing.</returns>
    private NameChange? AsSeen(VirtualWatch watch, in NameChange change, Snapshot? before, Snapshot now)
    {
        string path = $@"{watch.Path}\{change.Path}";
        if (change.IsFolder || !view.Whiteouts.Any || !view.Whiteouts.OutlastsLayers(now, path))
            return change;
        bool was = before is not null && view.Whiteouts.IsSuppliedIn(before, path), isNow = view.Whiteouts.IsSuppliedIn(now, path);
        return was || isNow
            ? change with { Kind = !was ? NameChangeKind.Came : isNow ? NameChangeKind.Replaced : NameChangeKind.Gone }
            : null;
    }

    /// <summary>Reports a name that mods have added or removed: the game may have one of its own.</summary>
    private void ReportName(VirtualWatch watch, NameChange? seen, Snapshot before, Snapshot now)
    {
        if (seen is not { } change)
            return;
        // An added name replaces the game's own, and a removed one is replaced by it.
        if (change.Kind == NameChangeKind.Replaced || IsOwn(watch, change, change.Kind == NameChangeKind.Came ? before : now))
        {
            if (!change.IsFolder && (watch.Filter & ChangeFilter.Replaced) != 0)
                watch.Add(new Change(ChangeKind.Modified, change.Path));
        }
        else if (IsWanted(watch, change))
        {
            watch.Add(new Change(change.Kind == NameChangeKind.Came ? ChangeKind.Added : ChangeKind.Removed, change.Path));
        }
    }

    private static void ReportWhiteout(VirtualWatch watch, string path, bool isWhitedOut)
    {
        if ((watch.Filter & ChangeFilter.OfName(isFolder: true)) != 0 && RelativeTo(watch, VirtualPath.GetParent(path)) is { } folder)
            watch.Add(new Change(isWhitedOut ? ChangeKind.Removed : ChangeKind.Added, folder + VirtualPath.GetName(path).ToString()));
    }

    private void Receive(SourceWatch source, NtStatus status, uint bytes)
    {
        if (source.IsClosed)
        {
            _sources.TryRemove(source.Id, out _);
            source.Free();
            return;
        }

        VirtualWatch watch = source.Owner;
        if (status.IsSuccess() && bytes > 0)
        {
            List<Change> changes = source.Parse(bytes);
            if (!source.IsOwn)
                changes.ForEach(change => ReportContent(source, change));
            for (int i = 0; source.IsOwn && i < changes.Count; i++)
                ReportOwn(watch, changes[i], i + 1 < changes.Count ? changes[i + 1] : default);
        }
        else if (status.IsSuccess() && status != NtStatus.STATUS_NOTIFY_CLEANUP)
        {
            watch.Overflow();
        }

        // Cancelled with the thread that made the first call: repeated here.
        if (status == NtStatus.STATUS_DELETE_PENDING || !source.TryRead())
        {
            // A thread that ends the watch meanwhile waits until the handle is closed.
            using (watch.SourcesLock.Enter())
                source.Close();
            _sources.TryRemove(source.Id, out _);
            source.Free();
            Snapshot snapshot = _files.Snapshot;
            bool isSupplied = !source.IsOwn || (snapshot.TryGetFolder(watch.PathId, out FolderView folder) && folder.SourceCount > 0);
            GC.KeepAlive(snapshot);
            if (!isSupplied)
                watch.MarkGone();
        }

        Complete(watch);
    }

    /// <summary>Reports a change in the game's own folder, unless mods cover the name.</summary>
    private void ReportOwn(VirtualWatch watch, in Change change, in Change next)
    {
        bool isSeen = IsSeen(watch, change);
        ChangeKind kind = change.Kind;
        if (kind == ChangeKind.RenamedFrom)
        {
            watch.IsOldNameHidden = !isSeen;
            // The other half is no change for the game.
            if (next.Kind == ChangeKind.RenamedTo && !IsSeen(watch, next))
                kind = ChangeKind.Removed;
        }
        else if (kind == ChangeKind.RenamedTo && watch.IsOldNameHidden)
        {
            watch.IsOldNameHidden = false;
            kind = ChangeKind.Added;
        }

        if (isSeen)
            watch.Add(change with { Kind = kind });
    }

    private bool IsSeen(VirtualWatch watch, in Change change)
    {
        string path = $@"{watch.Path}\{change.Name}";
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Canonical);
        if (seen.IsAbsent || seen.IsOpaque || seen.Kind == LookupKind.File)
            return false;
        Snapshot snapshot = _files.Snapshot;
        // The game's own file under a whiteout isn't seen, even if the game has created the name anew.
        bool isSeen = !view.Whiteouts.Any || !view.Whiteouts.Outlast(snapshot, path);
        if (seen is { Kind: LookupKind.Folder, Backing: not null })
            isSeen &= change.Kind == ChangeKind.Modified;
        // Below a name that is a file for the game there is nothing.
        for (int end = path.LastIndexOf('\\'); isSeen && end > watch.Path.Length; end = path.LastIndexOf('\\', end - 1))
            isSeen = SeenPath.Of(view, path.AsSpan(0, end), SeenOptions.Supplied, snapshot).Kind != LookupKind.File;
        GC.KeepAlive(snapshot);
        return isSeen;
    }

    /// <summary>
    /// Returns the path from a watched folder to another, with a backslash at the end; null if the watch doesn't cover it.
    /// </summary>
    private static string? RelativeTo(VirtualWatch watch, ReadOnlySpan<char> folder)
    {
        if (!folder.StartsWith(watch.Path, StringComparison.OrdinalIgnoreCase)
            && !(folder.Length >= watch.Path.Length && CaseFolding.Equals(folder[..watch.Path.Length], watch.Path)))
            return null;
        if (folder.Length == watch.Path.Length)
            return "";
        return watch.IsTree && folder[watch.Path.Length] == '\\' ? folder[(watch.Path.Length + 1)..].ToString() + '\\' : null;
    }
}
