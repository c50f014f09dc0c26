using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
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
    private long _changes;

    /// <summary>
    /// Gets a number that grows with each change of what readers find: of two equal ones, nothing has changed in between.
    /// </summary>
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
    /// Layers with files that were appended after their listings were made aren't shared, nor are those that hide names, and the tree is
    /// shared only if all layers are. Holds the writers' lock; readers go on.
    /// </remarks>
    /// <param name="select">Returns what the scan of a layer's listing was made with, or null not to share the listing.</param>
    /// <param name="identity">The identity of this image.</param>
    /// <param name="allocate">Returns zeroed memory of a length, or null if there is none.</param>
    internal WrittenTrees? Share(Func<FolderListing, SharedSource?> select, ulong identity, Func<long, SharedMemory?> allocate)
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            if (_dirty || _updates > 0)
                return null;
            var sources = new Dictionary<FolderListing, SharedSource?>();
            bool isWhole = _current.Hidden is null && _order.Count > 0;
            foreach (Layer layer in _order)
            {
                SharedSource? source = null;
                if (layer is { Enabled: true, Folder: { OnlyHides: false, Appended: null, Listing: var listing } }
                    && listing is { Hides.IsEmpty: true, Root: not null } && !sources.TryGetValue(listing, out source))
                    sources.Add(listing, source = select(listing));
                isWhole &= source is not null;
            }

            List<SharedSource> listings = [.. sources.Values.OfType<SharedSource>()];
            if (listings.Count == 0)
                return null;
            SharedTreeSource? tree = isWhole ? new SharedTreeSource(_current, _paths, [.. _order], [.. _targets]) : null;
            if (allocate(SharedWriter.Measure(listings, tree)) is not { } memory)
                return null;
            SharedWriter.Write(listings, tree, identity, memory.Address);
            GC.KeepAlive(memory);
            return new WrittenTrees(_changes, [.. listings.Select(source => source.Listing)], tree is not null);
        }
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
            if (!written.HasTree || _changes != written.Changes || _dirty)
                return null;
            // Snapshots keep their layers, and these what the listings leave.
            object[] left = [.. _order.Select(layer => layer.Folder!)];
            if (SharedTrees.MoveInto(memory, identity, written.Listings) is not { } trees)
                return null;
            foreach (Layer layer in _order)
            {
                FolderLayer folder = layer.Folder!;
                layer.Folder = trees.FindLayer(
                    folder.Listing, folder.Root.ToString(), folder.OpenRoot, layer.RootId, _paths, _counter) ?? folder;
            }

            if (!trees.Fits(_order, _targets, out _))
                return left;
            // No name and no file behind one differs, so nobody is told.
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
/// <param name="HasTree">True if the tree was written, too.</param>
internal sealed record WrittenTrees(long Changes, IReadOnlyList<FolderListing> Listings, bool HasTree);
