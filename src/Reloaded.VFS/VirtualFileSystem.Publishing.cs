using Reloaded.VFS.Snapshots;
using Reloaded.VFS.Trees;

namespace Reloaded.VFS;

public sealed unsafe partial class VirtualFileSystem
{
    /// <summary>Replaced snapshots may hold this much, or as much as is in use, before a collection is asked for.</summary>
    private const long RetiredLimit = 32L << 20;

    /// <summary>Publishes, unless updates are being gathered. Under the lock.</summary>
    private void Changed()
    {
        if (_updates > 0)
            _dirty = true;
        else
            Rebuild();
    }

    /// <summary>Builds both trees from the layers' cached listings and publishes them. Under the lock.</summary>
    private void Rebuild()
    {
        _texts.CompactIfWorthwhile(_order);
        Layer[] order = [.. _order];
        RedirectionTree tree = RedirectionTree.Build(order, _targets, _paths, _counter);
        PathIndex index = _paths.Index;
        var arena = new NativeArena(_counter);
        LookupTree* lookup = LookupTreeBuilder.Build(tree, order, _paths, index, arena, out LookupTreeBuilder builder);
        LookupTreeBuilder.SetPrefixes(lookup, arena, OutermostTargets(tree));

        var keepAlive = new List<object> { tree.Arena, index, _paths, _texts.Arena };
        keepAlive.AddRange(order.Where(l => l is { Enabled: true, Folder: not null }).Select(l => l.Folder!));
        var appender = new LookupTreeAppender(lookup, arena, tree.OriginCount, tree.OriginCapacity);

        tree.ReleaseFolders();

        _tree = tree;
        _clashes = tree.Clashes;
        _files = builder.FileCount;
        _folders = builder.FolderCount;
        _dirty = false;
        _clashesAreStale = false;
        Volatile.Write(ref _current, new Snapshot(lookup, arena, appender, [.. keepAlive]));
        CollectRetired();
    }

    private List<string> OutermostTargets(RedirectionTree tree)
    {
        var targets = new List<string>();
        for (int id = 0; id < tree.FolderCount; id++)
        {
            if (!IsTarget(id))
                continue;
            int parent = _paths.GetRecord(id)->Parent;
            if (parent < 0 || !IsTarget(parent))
                targets.Add(_paths.GetPath(id).ToString());
        }

        return targets;

        bool IsTarget(int id) =>
            (tree.Folders[id].Flags & (RedirectionTree.FolderFlags.Live | RedirectionTree.FolderFlags.InTarget))
            == (RedirectionTree.FolderFlags.Live | RedirectionTree.FolderFlags.InTarget);
    }

    /// <summary>
    /// Finalisers free replaced snapshots, but the collector doesn't see their native memory: where snapshots are replaced quickly and
    /// nothing else allocates, it has to be told.
    /// </summary>
    private void CollectRetired()
    {
        long used = _paths.NativeBytes + _texts.Arena.Bytes + _tree.Arena.Bytes + _current.NativeBytes;
        foreach (Layer layer in _order)
            used += layer.Folder?.Arena.Bytes ?? 0;
        if (_counter.Value - used > Math.Max(RetiredLimit, used))
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: false);
    }

    /// <summary>The clashes, found anew where appended files may have changed them. Under the lock.</summary>
    private List<LayerClash> GetClashes()
    {
        if (_clashesAreStale && !_dirty)
        {
            RedirectionTree tree = RedirectionTree.Build([.. _order], _targets, _paths, _counter);
            _clashes = tree.Clashes;
            _clashesAreStale = false;
            tree.ReleaseFolders();
            tree.Arena.Dispose();
        }

        return _clashes;
    }

    /// <summary>Puts a file into the current snapshot where that needs no new one, else publishes. Under the lock.</summary>
    private void Appended(Layer layer, in SingleFile file)
    {
        if (!layer.Enabled)
            return;
        if (_updates > 0 || !_current.TryAppend(file, layer.Handle))
        {
            Changed();
            return;
        }

        _files++;
        // A file layer makes its folder a folder of its own rank: no answer changes, but what clashes are reported with may.
        _clashesAreStale |= layer.Folder is null;
    }
}
