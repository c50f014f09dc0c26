using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <content>
/// The real folders that are watched for programs. Names of mods' files come from the snapshots; only the watch of a file's own folder
/// reports new content under the old name. What extended records say of a name is asked of the file that the game would open.
/// </content>
internal sealed unsafe partial class ChangeNotifier
{
    /// <summary>
    /// The maximum number of mods' folders that are watched for one handle. Wine's watch of a tree doesn't report folders that existed
    /// before the watch: there each has its own.
    /// </summary>
    public const int MostSources = 256;

    /// <summary>Watches one of the game's own folders, which was made from one that only mods had.</summary>
    public void OwnFolderMade(ReadOnlySpan<char> path)
    {
        foreach (VirtualWatch watch in _watches.Values)
        {
            if (CaseFolding.Equals(path, watch.Path))
                AddOwn(watch);
        }
    }

    /// <summary>Closes a folder that was made for a failed call and is about to be removed: the VFS must not have it open.</summary>
    public void OwnFolderGoes(ReadOnlySpan<char> path)
    {
        foreach (VirtualWatch watch in _watches.Values)
        {
            if (!CaseFolding.Equals(path, watch.Path))
                continue;
            using (watch.SourcesLock.Enter())
            {
                watch.Sources.Find(source => source.IsOwn && !source.IsClosed)?.Close();
                watch.Sources.RemoveAll(source => source.IsClosed);
            }
        }
    }

    /// <summary>
    /// Closes a real folder, the game's own or a mod's, that is being deleted. Wine keeps its name as long as it is open here; Windows
    /// reports what becomes of it.
    /// </summary>
    /// <param name="path">The folder's canonical path.</param>
    public void PartGoes(ReadOnlySpan<char> path)
    {
        foreach (VirtualWatch watch in NtFunctions.IsWine ? _watches.Values : [])
        {
            using (watch.SourcesLock.Enter())
            {
                foreach (SourceWatch source in watch.Sources)
                {
                    if (CaseFolding.Equals(source.Place.Path.AsSpan(@"\\?\".Length), path))
                        source.Close();
                }

                watch.Sources.RemoveAll(source => source.IsClosed);
            }
        }
    }

    /// <summary>Watches the game's own folder, if it exists. The first call's filter is used: the watch begins with that call.</summary>
    public void AddOwn(VirtualWatch watch)
    {
        using (watch.SourcesLock.Enter())
        {
            if (!watch.IsEnded && !watch.Sources.Exists(source => source.IsOwn && !source.IsClosed))
                AddSource(watch, new SourcePlace(@"\\?\" + watch.Path, watch.Path, watch.IsTree), isOwn: true, watch.Filter);
        }
    }

    /// <summary>Watches mods' folders that lie over the watched one, and stops watching those that no longer do.</summary>
    private void AddMods(VirtualWatch watch)
    {
        if ((watch.Filter & ChangeFilter.Contents) == 0)
        {
            watch.HasMods = true;
            return;
        }

        using (watch.SourcesLock.Enter())
        {
            if (watch.IsEnded)
                return;
            // Read while the lock is held: of two threads the later one has the newer snapshot.
            Snapshot snapshot = _files.Snapshot;
            var wanted = new HashSet<SourcePlace>();
            Collect(watch, snapshot, watch.PathId, wanted);
            foreach (SourceWatch source in watch.Sources)
            {
                if (source is { IsOwn: false, IsClosed: false } && !wanted.Remove(source.Place))
                    source.Close();
            }

            watch.Sources.RemoveAll(source => source.IsClosed);
            // Names as well: a renamed file replaces another, as editors save.
            foreach (SourcePlace place in wanted)
                AddSource(watch, place, isOwn: false, (watch.Filter & ChangeFilter.Contents) | ChangeFilter.OfName(isFolder: false));
            watch.HasMods = true;
            GC.KeepAlive(snapshot);
        }
    }

    private static void Collect(VirtualWatch watch, Snapshot snapshot, int pathId, HashSet<SourcePlace> wanted)
    {
        if (!snapshot.TryGetFolder(pathId, out FolderView folder))
            return;
        bool isTree = watch.IsTree && !NtFunctions.IsWine;
        foreach (FolderSource source in folder.Sources)
        {
            if (wanted.Count >= MostSources)
                break;
            var place = new SourcePlace(NtPath.ToLongWin32(source.Path), folder.Path.ToString(), isTree);
            if (!isTree || !wanted.Any(place.IsBelow))
                wanted.Add(place);
        }

        if (!watch.IsTree)
            return;
        foreach (EntryView entry in folder)
        {
            if (entry.IsFolder && wanted.Count < MostSources)
                Collect(watch, snapshot, entry.PathId, wanted);
        }
    }

    /// <summary>Adds a real folder to a watch, whose list's lock is held.</summary>
    private void AddSource(VirtualWatch watch, SourcePlace place, bool isOwn, CompletionFilter filter)
    {
        // Its name would stay.
        if (view.Removals.IsReleased(place.Path.AsSpan(@"\\?\".Length)))
            return;
        var source = new SourceWatch((nuint)Interlocked.Increment(ref _lastSource), watch, place, isOwn, filter);
        _sources[source.Id] = source;
        if (source.TryOpen(place.Path, _port))
            watch.Sources.Add(source);
        else
            _sources.TryRemove(source.Id, out _);
    }

    /// <summary>
    /// Reports new content after a change in a mod's folder, if the game sees that file; everything else about names comes from the
    /// snapshots.
    /// </summary>
    private void ReportContent(SourceWatch source, in Change change)
    {
        VirtualWatch watch = source.Owner;
        if (change.Kind is ChangeKind.Removed or ChangeKind.RenamedFrom
            || RelativeTo(watch, source.Place.Folder) is not { } folder)
            return;
        if (change.Kind != ChangeKind.Modified && (watch.Filter & ChangeFilter.Replaced) == 0)
            return;
        // The snapshots don't know the place of a companion: the changes of the mod's own count.
        SeenEntry seen = SeenPath.Of(view, $@"{source.Place.Folder}\{change.Name}", SeenOptions.Whiteouts | SeenOptions.Hidden);
        if (seen is { IsModFile: true, Backing: { } backing }
            && CaseFolding.Equals(NtPath.ToLongWin32(backing), NtPath.Combine(source.Place.Path, change.Name)))
            watch.Add(new Change(ChangeKind.Modified, folder + change.Name));
    }

    private void ReportHidden(VirtualWatch watch, Snapshot before, Snapshot now)
    {
        var parents = new HashSet<int>([.. before.Hidden?.Parents ?? [], .. now.Hidden?.Parents ?? []]);
        foreach (int parent in parents)
        {
            if (RelativeTo(watch, _files.GetPath(parent)) is not { } folder)
                continue;
            var names = new HashSet<string>(
                [.. before.Hidden?.NamesIn(parent) ?? [], .. now.Hidden?.NamesIn(parent) ?? []], StringComparer.OrdinalIgnoreCase);
            foreach (string name in names)
                ReportHidden(watch, string.Concat(_files.GetPath(parent), @"\", name), folder + name, before, now);
        }
    }

    /// <summary>
    /// Reports a name of the game's own that mods begin to hide, or no longer hide. The difference of the snapshots already covers what
    /// mods had, or have, under the name.
    /// </summary>
    /// <remarks>If the game itself has deleted the name, its own isn't seen, with a marker or without one.</remarks>
    private void ReportHidden(VirtualWatch watch, string path, string name, Snapshot before, Snapshot now)
    {
        bool wasSeen = MaySeeOwn(path, before, out bool wasSupplied), isSeen = MaySeeOwn(path, now, out bool isSupplied);
        string real = NtPath.FromCanonical(path);
        if (wasSeen == isSeen || wasSupplied || isSupplied || view.Whiteouts.OutlastsLayers(now, path) || !RealFiles.Exists(real))
            return;
        if ((watch.Filter & ChangeFilter.OfName(RealFiles.IsFolder(real))) != 0)
            watch.Add(new Change(isSeen ? ChangeKind.Added : ChangeKind.Removed, name));
    }

    /// <summary>Determines whether a snapshot lets the game see what its own folder has at a path.</summary>
    private bool MaySeeOwn(string path, Snapshot snapshot, out bool isSupplied)
    {
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Hidden, snapshot);
        // For an absent name, the kind tells whether a mod has it all the same.
        isSupplied = seen.Kind is LookupKind.File or LookupKind.Folder;
        return seen is { IsAbsent: false, IsOpaque: false, Kind: not LookupKind.File };
    }

    /// <summary>
    /// Returns all fields except those that every record has. For a file that no longer exists, only its folder is known.
    /// </summary>
    private FILE_NOTIFY_EXTENDED_INFORMATION Describe(VirtualWatch watch, in Change change)
    {
        FILE_NOTIFY_EXTENDED_INFORMATION record = default;
        string path = $@"{watch.Path}\{change.Name}";
        if (TryOpen(path, out nint handle))
        {
            if (RealFiles.TryGetBasicInformation(handle, out FILE_BASIC_INFORMATION times))
            {
                (record.CreationTime, record.LastAccessTime) = (times.CreationTime, times.LastAccessTime);
                (record.LastModificationTime, record.LastChangeTime) = (times.LastWriteTime, times.ChangeTime);
                record.FileAttributes = (uint)times.FileAttributes;
            }

            if (RealFiles.TryGetStandardInformation(handle, out FILE_STANDARD_INFORMATION sizes))
                (record.AllocatedLength, record.FileSize) = (sizes.AllocationSize, sizes.EndOfFile);
            record.FileId = GetId(handle);
            RealFiles.Close(handle);
        }

        if (TryOpen(path[..path.LastIndexOf('\\')], out nint parent))
        {
            record.ParentFileId = GetId(parent);
            RealFiles.Close(parent);
        }

        return record;
    }

    /// <summary>Opens what the game would get under a path: a mod's file, or the game's own, or a folder that only mods have.</summary>
    private bool TryOpen(string path, out nint handle)
    {
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Canonical);
        handle = 0;
        if (seen.IsAbsent || seen.IsModFile)
            return seen.IsModFile && RealFiles.TryOpen(seen.Backing, out handle);
        return RealFiles.TryOpen(NtPath.FromCanonical(path), out handle)
            || (seen is { Kind: LookupKind.Folder, Backing: { } target } && RealFiles.TryOpen(NtPath.ToOpen(target), out handle));
    }

    private static long GetId(nint handle) => RealFiles.TryGetId(handle, out long id) ? id : 0;
}
