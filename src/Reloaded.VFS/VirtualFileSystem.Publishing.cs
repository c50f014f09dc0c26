using Reloaded.VFS.Changes;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Lookup.Building;

namespace Reloaded.VFS;

public sealed unsafe partial class VirtualFileSystem
{
    /// <summary>The number of retired bytes above which a collection is requested.</summary>
    private const long RetiredLimit = 2L << 20;

    // The bytes that the last collection couldn't free because readers still used them. Measured at the next snapshot.
    private long _kept;
    private bool _hasCollected;

    /// <summary>The snapshot of every new file system.</summary>
    private static readonly Snapshot s_empty = CreateEmpty();

    private static Snapshot CreateEmpty()
    {
        var counter = new NativeByteCounter();
        var paths = new PathTable(counter);
        var singles = new SingleFiles(counter);
        using RedirectionTree tree = RedirectionTree.Build([], [], paths, singles, counter);
        return CreateSnapshot(tree, [], paths, singles, counter, []);
    }

    private static Snapshot CreateSnapshot(RedirectionTree tree, Layer[] order, PathTable paths, SingleFiles singles,
        NativeByteCounter counter, IEnumerable<string> targets)
    {
        PathIndex index = paths.Index;
        var arena = new NativeArena(counter);
        BuiltTree built = LookupTreeBuilder.Build(tree, order, paths, index, singles, arena);
        LookupTreeBuilder.SetPrefixes(built.Tree, arena, targets);

        var keepAlive = new object?[2 + order.Length];
        keepAlive[0] = index;
        keepAlive[1] = singles.Records;
        for (int i = 0; i < order.Length; i++)
        {
            if (order[i] is { Enabled: true, Folder: { } folder })
                keepAlive[2 + i] = folder;
        }

        return new Snapshot(built.Tree, paths, arena, new LookupTreeAppender(built.Tree, singles, arena), new SourceTexts(counter),
            keepAlive)
        {
            Hidden = tree.Hidden,
            Files = built.Files,
            Folders = built.Folders,
        };
    }

    /// <summary>Publishes a snapshot, or marks the current one as outdated during an update. Call under the lock.</summary>
    private void Changed()
    {
        if (_updates > 0)
            _dirty = true;
        else
            Rebuild();
    }

    /// <summary>Builds both trees from the layers' cached listings and publishes them. Call under the lock.</summary>
    private void Rebuild()
    {
        _singles.CompactIfWorthwhile(_order);
        if (_hasCollected)
            _kept = NativeArena.AllBytes - Used;
        _hasCollected = false;
        Layer[] order = [.. _order];
        Snapshot snapshot = TakeShared(order) ?? Build(order);
        (_files, _folders) = (snapshot.Files, snapshot.Folders);
        _dirty = false;
        _changes++;
        Snapshot before = _current;
        _follower?.Replacing();
        Volatile.Write(ref _current, snapshot);
        _follower?.Replaced(snapshot);
        Replaced?.Invoke(new PublishedChange(before, snapshot, _renames));
        CollectRetired(isFirst: before == s_empty);
    }

    private Snapshot Build(Layer[] order)
    {
        using RedirectionTree tree = RedirectionTree.Build(order, _targets, _paths, _singles, _counter);
        _awaitedTargets.Clear();
        _clashes = tree.Clashes;
        _clashesAreStale = false;
        return CreateSnapshot(tree, order, _paths, _singles, _counter, OutermostTargets(tree));
    }

    private List<string> OutermostTargets(RedirectionTree tree)
    {
        var targets = new List<string>();
        for (int id = 0; id < tree.FolderCount; id++)
        {
            if (!IsTarget(id))
                continue;
            int parent = _paths.GetNode(id)->Parent;
            if (parent < 0 || !IsTarget(parent))
                targets.Add(_paths.CopyPath(id));
        }

        return targets;

        bool IsTarget(int id) =>
            tree.Folders[id].Flags.HasFlag(RedirectionTree.FolderFlags.Live | RedirectionTree.FolderFlags.InTarget);
    }

    /// <summary>Gets the number of bytes in the arenas of this file system's snapshot and layers.</summary>
    private long Used
    {
        get
        {
            long used = _paths.NativeBytes + _singles.Records.NativeBytes + _current.NativeBytes;
            var listings = new HashSet<FolderListing>();
            foreach (Layer layer in _order)
            {
                if (layer.Folder is { } folder)
                    used += folder.Arena.Bytes + (listings.Add(folder.Listing) ? folder.Listing.NativeBytes : 0);
            }

            return used;
        }
    }

    /// <summary>Requests a garbage collection if replaced snapshots hold too much native memory.</summary>
    /// <remarks>
    /// Finalisers free replaced snapshots once the last reader has left, but the collector doesn't see native memory. The managed heap of a
    /// game's process is small, so a collection takes a millisecond or two. Memory that a reader holds for long doesn't cause a collection
    /// each time, and the first snapshot, which replaces nothing, causes none.
    /// </remarks>
    private void CollectRetired(bool isFirst)
    {
        // What isn't in use: replaced snapshots and listings, and all other arenas of the process.
        long used = Used, retired = NativeArena.AllBytes - used;
        _kept = isFirst ? retired : Math.Min(_kept, retired);
        if (retired - _kept <= Math.Max(RetiredLimit, used / 2))
            return;
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: false);
        _hasCollected = true;
    }

    /// <summary>Returns the clashes, and determines them again if appended files may have changed them. Call under the lock.</summary>
    private List<LayerClash> GetClashes()
    {
        if (_clashesAreStale && !_dirty)
        {
            using RedirectionTree tree = RedirectionTree.Build([.. _order], _targets, _paths, _singles, _counter);
            _clashes = tree.Clashes;
            _clashesAreStale = false;
        }

        return _clashes;
    }

    /// <summary>Appends a file to the current snapshot if possible, and publishes a new one if not. Call under the lock.</summary>
    private void Appended(Layer layer, uint file, ulong key)
    {
        if (!layer.Enabled)
            return;
        SingleFile* added = _singles[file];
        bool isHidden = _current.Hidden?.Hides(added->ParentId, SingleFile.GetName(added), _order.IndexOf(layer)) == true;
        _follower?.Adding(key);
        if (_updates > 0 || isHidden || !_current.TryAppend(file, key))
        {
            Changed();
            return;
        }

        _files++;
        _changes++;
        FileAppended?.Invoke(_singles[file]->ParentId, SingleFile.GetName(_singles[file]).ToString());
        // A file layer gives its folder a rank of its own: no lookup changes, but the reported clashes may.
        _clashesAreStale |= layer.Folder is null;
    }
}
