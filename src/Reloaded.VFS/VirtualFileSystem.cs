using Reloaded.VFS.Changes;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS;

/// <summary>
/// The writer's side of the virtual file system: layers (real folders or files over virtual ones), the trees built from them, and the
/// current <see cref="Snapshot"/>.
/// </summary>
/// <remarks>
/// All members are thread-safe. Writers take a lock; reading <see cref="Snapshot"/> takes none. A change publishes a new snapshot before it
/// returns, or at the end of the outermost <see cref="BeginUpdate"/>. Doesn't read the disk: callers supply each
/// <see cref="FolderListing"/>.
/// </remarks>
public sealed partial class VirtualFileSystem : IDisposable
{
    private readonly Lock _lock = new();
    private readonly NativeByteCounter _counter = new();
    private readonly Func<string, string> _toRealPathForm;
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

    /// <summary>Creates an empty file system.</summary>
    /// <param name="toRealPathForm">
    /// Converts a host path to the form that readers get (<see cref="RealPathForm"/>). By default <see cref="RealPathForm.Windows"/> on Windows
    /// and <see cref="RealPathForm.Host"/> elsewhere.
    /// </param>
    public VirtualFileSystem(Func<string, string>? toRealPathForm = null)
    {
        _toRealPathForm = toRealPathForm ?? (OperatingSystem.IsWindows() ? RealPathForm.Windows : RealPathForm.Host);
        _paths = new PathTable(_counter);
        _singles = new SingleFiles(_counter);
    }

    /// <summary>Gets the maximum number of folder layers, enabled or not.</summary>
    internal int MostFolders { get; init; } = LookupEntry.MaxLayers;

    /// <summary>
    /// Gets the function that returns the spelling by which the system opens a real folder's files fastest, with a trailing separator.
    /// </summary>
    /// <remarks>
    /// The argument is a real folder in real-path form. The function returns null if the argument is the fastest spelling. Called once for
    /// each folder layer, on the thread that adds the layer.
    /// </remarks>
    internal Func<string, string?>? OpenNames { get; init; }

    /// <summary>
    /// Gets the function that is called with each real folder (in real-path form) that contains mods' files, before any of them can be found.
    /// Called on the thread that adds the layer.
    /// </summary>
    internal Action<string>? SourceAdded { get; init; }

    /// <summary>Gets the current snapshot; never null. One volatile read.</summary>
    public Snapshot Snapshot => Volatile.Read(ref _current);

    /// <summary>Gets or sets the function that is called for each new snapshot.</summary>
    /// <remarks>Called under the lock on the thread that publishes. The function must not call this object.</remarks>
    internal Action<PublishedChange>? Replaced { get; set; }

    /// <summary>
    /// Gets or sets the function that is called for each file appended to the current snapshot, with the folder's stable id and the file's
    /// name.
    /// </summary>
    internal Action<int, string>? FileAppended { get; set; }

    /// <summary>Reports names to a follower, the current ones first. Null stops reporting. Takes the writers' lock.</summary>
    internal void FollowNames(INameFollower? follower)
    {
        lock (_lock)
        {
            _follower = follower;
            follower?.Replaced(_current);
        }
    }

    /// <summary>
    /// Returns the virtual path of a folder by its stable id (<c>C:\games\g\data</c>, no trailing backslash), or an empty text if the id
    /// was never issued.
    /// </summary>
    /// <remarks>
    /// The letter case is that in which the path was first seen. The memory is kept as long as this object or any of its snapshots: ids
    /// and paths outlast single snapshots. Takes no lock. The text is made at the first call, which allocates native memory.
    /// </remarks>
    public ReadOnlySpan<char> GetPath(int pathId) => _paths.GetPath(pathId);

    /// <summary>Copies the virtual path that <see cref="GetPath"/> returns and returns its length, or 0 for an unknown id.</summary>
    /// <remarks>Writes nothing if the buffer is too short. Takes no lock, allocates nothing.</remarks>
    public int CopyPath(int pathId, Span<char> destination) => _paths.CopyPath(pathId, destination);

    /// <summary>Finds the stable id of a folder by its canonical path, in any letter case.</summary>
    /// <remarks>Finds folders that have left the current snapshot, too. Takes no lock, allocates nothing.</remarks>
    public bool TryGetPathId(ReadOnlySpan<char> path, out int pathId) => _paths.TryGet(path, out pathId);

    /// <summary>Returns the stable id of a folder, or issues one, which the folder keeps when a layer supplies it.</summary>
    /// <remarks>Publishes nothing. Takes the writers' lock.</remarks>
    internal int GetOrAddPathId(ReadOnlySpan<char> path)
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            return _paths.GetOrAdd(path);
        }
    }

    /// <summary>Gets statistics of the current state.</summary>
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
    /// Declares a virtual folder as a target and returns its path id. Look-ups then know the folder and its ancestors even without a layer.
    /// </summary>
    /// <exception cref="ArgumentException">Not an absolute Windows path.</exception>
    public int AddTarget(string folder)
    {
        string path = VirtualPath.Canonicalize(folder);
        lock (_lock)
        {
            ThrowIfDisposed();
            int id = _paths.GetOrAdd(path);
            if (_targets.Add(id) && !_awaitedTargets.Remove(id))
                Changed();
            return id;
        }
    }

    /// <summary>Undoes <see cref="AddTarget"/>. Returns false if the folder wasn't declared.</summary>
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

    /// <summary>Defers publishing until the returned object is disposed. Applies to changes by any thread.</summary>
    /// <remarks>Scopes may be nested; the outermost one publishes once.</remarks>
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
    /// Makes several changes as one, without changes of other threads in between. <see cref="Replaced"/> gets the renames together with the
    /// snapshot that contains them.
    /// </summary>
    /// <remarks>Holds the writers' lock throughout.</remarks>
    /// <param name="isWanted">Called under the lock: returns false if the changes are no longer to be made.</param>
    /// <param name="edit">Makes the changes by calls of this object.</param>
    /// <param name="renames">The names that were changed on disk.</param>
    /// <param name="isPublishedOnce">
    /// True to publish all changes at once, in a new snapshot. False to append each to the current snapshot if possible.
    /// </param>
    /// <returns>True if the changes were made.</returns>
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

    /// <summary>Removes all layers and targets. Readers then find an empty snapshot; writers get an exception.</summary>
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

/// <summary>Statistics of a <see cref="VirtualFileSystem"/>.</summary>
/// <param name="Layers">The number of layers, disabled ones included.</param>
/// <param name="Folders">The number of virtual folders that are targets or below one.</param>
/// <param name="Files">The number of file names that layers supply, each counted once.</param>
/// <param name="Clashes">The number of names that are a file in one layer and a folder in another.</param>
/// <param name="NativeBytes">The native memory in bytes: listings, paths, trees, and replaced snapshots that aren't collected yet.</param>
public readonly record struct VirtualFileSystemStatistics(int Layers, int Folders, int Files, int Clashes, long NativeBytes);
