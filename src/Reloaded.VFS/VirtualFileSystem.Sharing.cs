using Reloaded.VFS.Lookup;
using Reloaded.VFS.Sharing;

namespace Reloaded.VFS;

// Listings and trees that other processes of the same game map instead of making their own.
public sealed unsafe partial class VirtualFileSystem
{
    // The trees of another process, until the first snapshot with layers.
    private SharedTrees? _shared;

    // The targets of the tree that were not declared yet when it was published.
    private HashSet<int> _awaitedTargets = [];
    private int _changes;

    /// <summary>Gets a number that grows with each change of what readers find: between two equal ones nothing has changed.</summary>
    internal long Changes => Volatile.Read(ref _changes);

    /// <summary>
    /// Prepares an empty file system for the trees of another process: if the same layers are added in the same order, they are published
    /// as they are. Returns false if the file system isn't empty, or there is no tree.
    /// </summary>
    internal bool Expect(SharedTrees trees)
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            // Path ids are those of the other process.
            if (!trees.HasTree || _paths.Count != 0)
                return false;
            _paths.TakeOver(trees.GetPaths());
            _shared = trees;
            return true;
        }
    }

    /// <summary>Publishes a tree of this process's own if another process's has targets that haven't been declared here.</summary>
    internal void EndExpecting()
    {
        lock (_lock)
        {
            if (_awaitedTargets.Count > 0)
                Changed();
        }
    }

    /// <summary>
    /// Writes listings, and if possible the current tree, to memory that other processes can map. Returns null if nothing was written.
    /// </summary>
    /// <remarks>
    /// A file that was appended after its layer's listing was made is written as if the listing had contained it. The tree is shared only if
    /// all layers are folders. Holds the writers' lock; readers go on.
    /// </remarks>
    /// <param name="select">
    /// Returns what another process needs to use the listing that a layer was given without making it itself; null if it has to make it.
    /// </param>
    /// <param name="others">Listings that other processes can use, although no layer has them.</param>
    /// <param name="identity">The identity of this image.</param>
    /// <param name="allocate">Returns zeroed memory of a length, or null if there is none.</param>
    internal WrittenTrees? Share(Func<FolderListing, SharedSource?> select, IEnumerable<SharedSource> others, ulong identity,
        Func<long, SharedMemory?> allocate)
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            if (_dirty || _updates > 0)
                return null;
            Layer[] order = Grow(out bool hasGrown);
            bool isWhole = order.Length > 0
                && Array.TrueForAll(order, layer => layer is { Enabled: true, Folder: { OnlyHides: false, Listing.Root: not null } });
            var sources = new Dictionary<FolderListing, SharedSource>();
            foreach (FolderLayer folder in order.Select(layer => layer.Folder).OfType<FolderLayer>())
            {
                if (select(folder.Given) is { } source)
                    sources[folder.Listing] = source with { Listing = folder.Listing };
                else if (isWhole)
                    sources.TryAdd(folder.Listing, new SharedSource(folder.Listing, "", 0));
            }

            foreach (SharedSource source in others)
                sources.TryAdd(source.Listing, source);
            if (sources.Count == 0)
                return null;
            SharedTreeSource? tree = isWhole
                ? new SharedTreeSource(hasGrown ? BuildGrown(order) : _current, _paths, order, [.. _targets])
                : null;
            List<SharedSource> listings = [.. sources.Values];
            if (allocate(SharedWriter.Measure(listings, tree)) is not { } memory)
                return null;
            SharedWriter.Write(listings, tree, identity, memory.Address);
            GC.KeepAlive(memory);
            return new WrittenTrees(_changes, [.. listings.Select(source => source.Listing)], tree is null ? null : order);
        }
    }

    /// <summary>Returns the layers with listings that contain the files which were appended to them. Call under the lock.</summary>
    private Layer[] Grow(out bool hasGrown)
    {
        Layer[] order = [.. _order];
        // Layers over several targets have the same listing and the same files.
        var grown = new Dictionary<FolderListing, FolderListing>();
        for (int i = 0; i < order.Length; i++)
        {
            if (order[i].Folder is not { Appended.Count: > 0 } folder)
                continue;
            if (!grown.TryGetValue(folder.Listing, out FolderListing? listing))
            {
                var folders = new Dictionary<int, int>();
                for (int f = folder.Listing.FolderCount - 1; f >= 0; f--)
                    folders[folder.Folders[f].PathId] = f;
                listing = GrownListing.Create(folder.Listing, folder.Appended.ToLookup(
                    file => folders[_singles[file]->ParentId], file => SingleFile.GetName(_singles[file]).ToString()));
                grown.Add(folder.Listing, listing);
            }

            order[i] = order[i].With(folder.With(listing, order[i].RootId, _counter));
        }

        hasGrown = grown.Count > 0;
        return order;
    }

    /// <summary>Builds the tree of layers that have grown, which no reader sees. Call under the lock.</summary>
    private Snapshot BuildGrown(Layer[] order)
    {
        using RedirectionTree tree = RedirectionTree.Build(order, _targets, _paths, _singles, _counter);
        return CreateSnapshot(tree, order, _paths, _singles, _counter, OutermostTargets(tree));
    }

    /// <summary>
    /// Moves the listings and the tree into the memory that they were written to, so that this process uses what others map, too. Readers
    /// see no difference.
    /// </summary>
    /// <param name="written">What <see cref="Share"/> has returned.</param>
    /// <param name="memory">The memory. What this process writes to it is its own.</param>
    /// <param name="identity">The identity of this image.</param>
    /// <returns>
    /// What keeps the memory that was left, for threads that use a listing without a snapshot; null if nothing was moved, because there is
    /// no tree, or something has changed.
    /// </returns>
    internal object? MoveInto(WrittenTrees written, SharedMemory memory, ulong identity)
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            if (written.Layers is null || _changes != written.Changes || _dirty)
                return null;
            // Snapshots keep their layers, and these what the listings leave.
            object[] left = [.. _order.Select(layer => layer.Folder!), .. written.Listings.Select(listing => listing.Owner)];
            if (SharedTrees.MoveInto(memory, identity, written.Listings) is not { } trees)
                return null;
            for (int i = 0; i < _order.Count; i++)
            {
                FolderLayer old = _order[i].Folder!, folder = written.Layers[i].Folder!;
                _order[i].Folder = trees.FindLayer(
                    folder.Listing, folder.Root.ToString(), folder.OpenRoot, _order[i].RootId, _paths, _counter, folder.Given) ?? folder;
                ReleaseAppended(old);
            }

            if (!trees.Fits(_order, _targets, out _))
                return left;
            // No name and no file behind one differs, so there is no change to report.
            Volatile.Write(ref _current, trees.Take([.. _order], _paths, _singles, _counter));
            CollectRetired(isFirst: false);
            return left;
        }
    }

    /// <summary>Returns a snapshot of another process's tree if it is that of the layers, otherwise null. Call under the lock.</summary>
    private Snapshot? TakeShared(Layer[] order)
    {
        if (_shared is not { } shared || order.Length == 0)
            return null;
        _shared = null;
        if (!shared.Fits(order, _targets, out HashSet<int> others))
            return null;
        _awaitedTargets = others;
        Snapshot snapshot = shared.Take(order, _paths, _singles, _counter);
        _clashes = [];
        _clashesAreStale = true;
        return snapshot;
    }
}

/// <summary>Trees that were written to memory. Immutable.</summary>
/// <param name="Changes">The file system's number of changes at that time.</param>
/// <param name="Listings">The listings, in their order in the memory.</param>
/// <param name="Layers">The layers of the tree, lowest priority first; null if only listings were written.</param>
internal sealed record WrittenTrees(long Changes, IReadOnlyList<FolderListing> Listings, IReadOnlyList<Layer>? Layers);
