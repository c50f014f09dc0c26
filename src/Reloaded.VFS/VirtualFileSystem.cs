using Reloaded.VFS.Changes;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Memory;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS;

/// <summary>
/// The writer's side: layers (a real folder or file over a virtual one), the trees built from them, and the snapshot that readers take.
/// All members are thread-safe; writers take a lock, readers of <see cref="Current"/> none. A change publishes a new snapshot before it
/// returns, or at the end of the outermost <see cref="BeginUpdate"/>. Nothing here reads the disk but
/// <see cref="AddFolder(FolderListing, string, string, LayerOptions?)"/>.
/// </summary>
public sealed partial class VirtualFileSystem : IDisposable
{
    private readonly Lock _lock = new();
    private readonly NativeByteCounter _counter = new();
    private readonly Func<string, string> _toTargetForm;
    private readonly PathTable _paths;

    // Guarded by the lock.
    private readonly List<Layer> _order = [];
    private IReadOnlyList<NameRename> _renames = [];
    private readonly Dictionary<int, Layer> _byHandle = [];
    private readonly HashSet<int> _targets = [];
    private int _folderLayers;
    private List<LayerClash> _clashes = [];
    private SingleFiles _singles;
    private int _lastHandle;
    private int _files;
    private int _folders;
    private int _updates;
    private bool _dirty;
    private bool _clashesAreStale;
    private bool _disposed;

    private INameFollower? _follower;

    private Snapshot _current = s_empty;

    /// <summary>An empty file system.</summary>
    /// <param name="toTargetForm">
    /// Turns a host path into the form that readers get (<see cref="TargetForm"/>). By default <see cref="TargetForm.Windows"/> on Windows
    /// and <see cref="TargetForm.Host"/> elsewhere.
    /// </param>
    public VirtualFileSystem(Func<string, string>? toTargetForm = null)
    {
        _toTargetForm = toTargetForm ?? (OperatingSystem.IsWindows() ? TargetForm.Windows : TargetForm.Host);
        _paths = new PathTable(_counter);
        _singles = new SingleFiles(_counter);
    }

    /// <summary>How many folders may be layers at a time, enabled or not.</summary>
    internal int MostFolders { get; init; } = LookupEntry.MaxLayers;

    /// <summary>
    /// Gives a real folder, in target form, the spelling by which the system opens its files fastest, with a separator behind it; null
    /// where that is the given one. Asked once for each folder that becomes a layer, by the thread that adds it.
    /// </summary>
    internal Func<string, string?>? OpenNames { get; init; }

    /// <summary>
    /// Told of each real folder, in target form, that mods' files are in or below, before any of them can be found. On the thread that adds
    /// a layer.
    /// </summary>
    internal Action<string>? SourceAdded { get; init; }

    /// <summary>The snapshot in force; never null. One volatile read.</summary>
    public Snapshot Current => Volatile.Read(ref _current);

    /// <summary>
    /// Is told of each new snapshot. Under the lock, by the thread that publishes: it must not ask anything of here.
    /// </summary>
    internal Action<PublishedChange>? Replaced { get; set; }

    /// <summary>Called for each file that went into the snapshot in force: its folder's stable id, and its name.</summary>
    internal Action<int, string>? FileAppended { get; set; }

    /// <summary>Tells a follower of the names, those in force first; null: ends that. Takes the writers' lock.</summary>
    internal void FollowNames(INameFollower? follower)
    {
        lock (_lock)
        {
            _follower = follower;
            follower?.Replaced(_current);
        }
    }

    /// <summary>
    /// The virtual path of a folder by its stable id (<c>C:\games\g\data</c>, no trailing backslash), in the letter case in which it was
    /// first seen. The memory lives as long as this object or any of its snapshots does: ids and their paths outlive every single snapshot.
    /// Empty for an id never given out. Takes no lock.
    /// </summary>
    /// <remarks>The text is made at the first call: it allocates native memory then.</remarks>
    public ReadOnlySpan<char> GetPath(int pathId) => _paths.GetPath(pathId);

    /// <summary>
    /// Writes the virtual path of a folder by its stable id, as <see cref="GetPath"/> gives it, and returns its length. Writes nothing
    /// where it doesn't fit; 0 for an id never given out. Takes no lock, allocates nothing.
    /// </summary>
    public int CopyPath(int pathId, Span<char> destination) => _paths.CopyPath(pathId, destination);

    /// <summary>
    /// The stable id of a folder by its canonical path, in any letter case. Ids are also kept for folders that are no part of the current
    /// snapshot any more. Takes no lock, allocates nothing.
    /// </summary>
    public bool TryGetPathId(ReadOnlySpan<char> path, out int pathId) => _paths.TryGet(path, out pathId);

    /// <summary>
    /// The stable id of a folder, given out now where the folder has none yet: it is the one that the folder keeps when a layer gets it.
    /// Publishes nothing, and takes the writers' lock.
    /// </summary>
    internal int GetOrAddPathId(ReadOnlySpan<char> path)
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            return _paths.GetOrAdd(path);
        }
    }

    /// <summary>Figures of what is in force.</summary>
    public VirtualFileSystemStatistics Statistics
    {
        get
        {
            lock (_lock)
            {
                long listings = _order.Where(l => l.Folder is not null).Select(l => l.Folder!.Listing).Distinct().Sum(l => l.NativeBytes);
                return new VirtualFileSystemStatistics(_order.Count, _folders, _files, GetClashes().Count, _counter.Value + listings);
            }
        }
    }

    /// <summary>
    /// Declares a virtual folder as a target: it and its ancestors are known even where no layer lies. Returns its path id.
    /// </summary>
    /// <exception cref="ArgumentException">Not an absolute Windows path.</exception>
    public int AddTarget(string folder)
    {
        string path = VirtualPath.Canonicalize(folder);
        lock (_lock)
        {
            ThrowIfDisposed();
            int id = _paths.GetOrAdd(path);
            if (_targets.Add(id))
                Changed();
            return id;
        }
    }

    /// <summary>Takes back <see cref="AddTarget"/>. False if it wasn't declared.</summary>
    /// <exception cref="ArgumentException">Not an absolute Windows path.</exception>
    public bool RemoveTarget(string folder)
    {
        string path = VirtualPath.Canonicalize(folder);
        lock (_lock)
        {
            ThrowIfDisposed();
            if (!_paths.TryGet(path, out int id) || !_targets.Remove(id))
                return false;
            Changed();
            return true;
        }
    }

    /// <summary>
    /// Gathers changes: until the returned object is disposed, changes (by any thread) aren't published. Scopes may be nested; the
    /// outermost one publishes, once.
    /// </summary>
    public IDisposable BeginUpdate()
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            _updates++;
        }

        return new UpdateScope(this);
    }

    /// <summary>
    /// Makes several changes as one: no other thread's change comes between, and <see cref="Replaced"/> is told of the renames with the
    /// snapshot that has them. Holds the writers' lock meanwhile.
    /// </summary>
    /// <param name="isWanted">Asked under the lock: whether the changes are to be made after all.</param>
    /// <param name="edit">Makes them, by calls of this object.</param>
    /// <param name="renames">Names that were changed on disk.</param>
    /// <param name="isPublishedOnce">
    /// Whether readers see all changes at once, in a new snapshot. Otherwise each goes into the snapshot in force where it can.
    /// </param>
    /// <returns>Whether the changes were made.</returns>
    internal bool Update(Func<bool> isWanted, Action edit, IReadOnlyList<NameRename> renames, bool isPublishedOnce)
    {
        lock (_lock)
        {
            if (!isWanted())
                return false;
            ThrowIfDisposed();
            _renames = renames;
            _updates += isPublishedOnce ? 1 : 0;
            try
            {
                edit();
            }
            finally
            {
                if (isPublishedOnce)
                    EndUpdate();
                _renames = [];
            }

            return true;
        }
    }

    /// <summary>Removes all layers and targets. Readers that still ask find an empty snapshot; writers get an error.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            if (_disposed)
                return;
            _disposed = true;
            _order.Clear();
            _folderLayers = 0;
            _byHandle.Clear();
            _targets.Clear();
            _singles = new SingleFiles(_counter);
            Rebuild();
        }
    }

    private void EndUpdate()
    {
        lock (_lock)
        {
            if (--_updates == 0 && _dirty && !_disposed)
                Rebuild();
        }
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_disposed, this);

    private sealed class UpdateScope(VirtualFileSystem owner) : IDisposable
    {
        private VirtualFileSystem? _owner = owner;

        public void Dispose() => Interlocked.Exchange(ref _owner, null)?.EndUpdate();
    }
}

/// <summary>Figures of a <see cref="VirtualFileSystem"/>.</summary>
/// <param name="Layers">Layers, disabled ones included.</param>
/// <param name="Folders">Virtual folders, targets and below.</param>
/// <param name="Files">Names of files that layers supply, each once.</param>
/// <param name="Clashes">Names that are a file in one layer and a folder in another.</param>
/// <param name="NativeBytes">Native memory: listings, paths, trees, and snapshots that are replaced but not yet collected.</param>
public readonly record struct VirtualFileSystemStatistics(int Layers, int Folders, int Files, int Clashes, long NativeBytes);
