using Reloaded.VFS.Hashing;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS;

public sealed unsafe partial class VirtualFileSystem
{
    /// <summary>Lays a listed folder over a virtual one and returns the layer's handle (positive, never reused).</summary>
    /// <remarks>The layer keeps the listing. A file that the listing doesn't contain isn't supplied.</remarks>
    /// <param name="listing">The contents of the real folder.</param>
    /// <param name="sourceFolder">The real folder, a host path.</param>
    /// <param name="targetFolder">The virtual folder, an absolute Windows path in any form; it becomes a target.</param>
    /// <param name="options">The layer's options; null for the defaults.</param>
    /// <exception cref="ArgumentException">
    /// A path isn't absolute or is too long, or no layer has the handle <see cref="LayerOptions.Below"/>.
    /// </exception>
    /// <exception cref="InvalidOperationException">The limit of 262,144 folder layers is reached.</exception>
    public int AddFolder(FolderListing listing, string sourceFolder, string targetFolder, LayerOptions? options = null) =>
        AddFolder(listing, sourceFolder, targetFolder, options, []);

    /// <summary>Lays a listed folder over a virtual one and keeps the diagnostics of its scan.</summary>
    /// <inheritdoc cref="AddFolder(FolderListing, string, string, LayerOptions?)"/>
    internal int AddFolder(FolderListing listing, string sourceFolder, string targetFolder, LayerOptions? options,
        IReadOnlyList<Diagnostic> diagnostics)
    {
        ArgumentNullException.ThrowIfNull(listing);
        string target = VirtualPath.Canonicalize(targetFolder);
        string source = _toRealPathForm(sourceFolder);
        if (source.Length >= VirtualPath.MaxLength)
            throw new RefusedArgumentException($"The path has {source.Length} characters; a path has at most {VirtualPath.MaxLength}.",
                nameof(sourceFolder));
        string? openRoot = OpenNames?.Invoke(source);
        SourceAdded?.Invoke(source);
        lock (_lock)
        {
            int place = FindFolderPosition(options), root = _paths.GetOrAdd(target);
            FolderLayer folder = _shared?.FindLayer(listing, source, openRoot, root, _paths, _counter)
                ?? new FolderLayer(listing, source, openRoot, root, _paths, _counter);
            return Insert(folder, root, place, options?.Name, options, diagnostics);
        }
    }

    /// <summary>Lays a listed folder over a virtual one, with <see cref="FolderListing.Root"/> as the real folder.</summary>
    /// <inheritdoc cref="AddFolder(FolderListing, string, string, LayerOptions?)"/>
    public int AddFolder(FolderListing listing, string targetFolder, LayerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(listing);
        return AddFolder(listing,
            listing.Root ?? throw new RefusedArgumentException("The listing doesn't say which folder it lists.", nameof(listing)),
            targetFolder, options);
    }

    /// <summary>Puts a real file in place of a virtual one and returns the layer's handle (positive, never reused).</summary>
    /// <remarks>
    /// If no layer covers the name and its folder is known, the file is appended to the current snapshot; otherwise a new snapshot is
    /// published.
    /// </remarks>
    /// <param name="sourceFile">The real file, a host path. It need not exist yet, and its name may differ from the virtual one.</param>
    /// <param name="targetPath">The virtual file, an absolute Windows path in any form; its folder becomes a target.</param>
    /// <param name="options">The layer's options; null for the defaults.</param>
    /// <exception cref="ArgumentException">
    /// A path isn't absolute or is too long, or no layer has the handle <see cref="LayerOptions.Below"/>.
    /// </exception>
    public int AddFile(string sourceFile, string targetPath, LayerOptions? options = null)
    {
        string target = VirtualPath.Canonicalize(targetPath);
        ReadOnlySpan<char> parent = VirtualPath.GetParent(target);
        if (parent.IsEmpty)
            throw new RefusedArgumentException($"'{targetPath}' is a drive, not a file.", nameof(targetPath));
        ReadOnlySpan<char> source = _toRealPathForm(sourceFile);
        int split = source.LastIndexOf(source.StartsWith('/') ? '/' : '\\') + 1;
        if (split == 0 || split == source.Length || source.Length > VirtualPath.MaxLength)
            throw new RefusedArgumentException($"'{sourceFile}' is not an absolute path of a file.", nameof(sourceFile));
        SourceAdded?.Invoke(source[..split].ToString());
        lock (_lock)
        {
            ThrowIfDisposed();
            int place = FindPosition(options);
            int parentId = _paths.GetOrAdd(parent);
            var layer = new Layer
            {
                Handle = ++_lastHandle,
                Name = options?.Name,
                Enabled = options?.Enabled ?? true,
                RootId = parentId,
                File = _singles.Add(_lastHandle, parentId, VirtualPath.GetName(target), source[..split], source[split..]),
            };
            Insert(layer, place);
            Appended(layer, layer.File, PathHash.HashFolded(target));
            return layer.Handle;
        }
    }

    /// <summary>
    /// Hides a path of lower layers and of the game's own files, with everything below it, and returns the layer's handle (positive, never
    /// reused).
    /// </summary>
    /// <remarks>The layer supplies nothing. Files of higher layers are seen under the path.</remarks>
    /// <param name="hiddenPath">The path to hide, an absolute Windows path in any form; its folder becomes a target.</param>
    /// <param name="options">The layer's options; null for the defaults.</param>
    /// <exception cref="ArgumentException">
    /// The path isn't absolute, is too long or is a drive, or no layer has the handle <see cref="LayerOptions.Below"/>.
    /// </exception>
    /// <exception cref="InvalidOperationException">The limit of 262,144 folder layers is reached.</exception>
    internal int Hide(string hiddenPath, LayerOptions? options = null)
    {
        string hidden = VirtualPath.Canonicalize(hiddenPath);
        if (VirtualPath.GetParent(hidden).IsEmpty)
            throw new RefusedArgumentException($"'{hiddenPath}' is a drive, which can't be hidden.", nameof(hiddenPath));
        using var builder = new FolderListingBuilder();
        builder.Hide([VirtualPath.GetName(hidden).ToString()], []);
        FolderListing listing = builder.Build();
        lock (_lock)
        {
            int place = FindFolderPosition(options), root = _paths.GetOrAdd(VirtualPath.GetParent(hidden));
            FolderLayer folder = FolderLayer.OfHidden(listing, root, _paths, _counter);
            return Insert(folder, root, place, options?.Name ?? hidden, options, []);
        }
    }

    /// <summary>Adds to a folder layer a file that its listing doesn't contain yet.</summary>
    /// <remarks>If no layer covers the name, the file is appended to the snapshot; otherwise the winner is determined again.</remarks>
    /// <param name="layer">The handle of a folder layer.</param>
    /// <param name="targetPath">The virtual path of the file.</param>
    /// <returns>
    /// False, with nothing changed, if there is no such folder layer or the layer has no such folder. The caller then has to list the
    /// folder again (<see cref="SetListing"/>).
    /// </returns>
    /// <exception cref="ArgumentException">Not an absolute Windows path.</exception>
    public bool TryAppendFile(int layer, string targetPath)
    {
        string target = VirtualPath.Canonicalize(targetPath);
        ReadOnlySpan<char> parentPath = VirtualPath.GetParent(target), name = VirtualPath.GetName(target);
        ulong parentHash = PathHash.HashFolded(parentPath), key = PathHash.HashFolded(target);
        lock (_lock)
        {
            ThrowIfDisposed();
            // In a large tree neither line is cached: fetch both at once.
            _paths.Prefetch(parentHash);
            _current.PrefetchAppend(key);
            PathRecord* parent;
            if (!_byHandle.TryGetValue(layer, out Layer? found) || found.Folder is not { } folder
                || (parent = _paths.Find(parentPath, parentHash)) is null)
                return false;
            // The current snapshot answers both questions without a search through the listing, unless it is outdated or the source is
            // another layer's.
            LookupSource* source = found.Enabled && !_dirty ? _current.FindSource(layer, parent->Id) : null;
            bool isNew = source is not null && !_current.HasName(parent->Id, name, key);
            int f = source is not null ? source->ListedFolder : folder.FindFolder(parent->Id);
            if (f < 0 || folder.GetFolderLength(parent) + name.Length > VirtualPath.MaxLength)
                return false;
            if (!isNew && (folder.Lists(parent->Id, name) || HasAppended(folder, parent->Id, name)))
                return true;
            bool hasOwnTail = source is not null ? source->Tail >= 0 : folder.Folders[f].OwnTail != 0;
            uint file = _singles.Add(layer, parent, name, folder, f, hasOwnTail);
            (folder.Appended ??= []).Add(file);
            Appended(found, file, key);
            return true;
        }
    }

    /// <summary>Replaces a folder layer's listing and drops the files appended since the old one.</summary>
    /// <returns>False if there is no such folder layer.</returns>
    public bool SetListing(int layer, FolderListing listing)
    {
        ArgumentNullException.ThrowIfNull(listing);
        lock (_lock)
        {
            ThrowIfDisposed();
            if (!_byHandle.TryGetValue(layer, out Layer? found) || found.Folder is not { } old)
                return false;
            found.Folder = new FolderLayer(listing, old.Root.ToString(), old.OpenRoot, found.RootId, _paths, _counter);
            ReleaseAppended(old);
            if (found.Enabled)
                Changed();
            return true;
        }
    }

    /// <summary>Removes a layer. Returns false if there is no such layer.</summary>
    public bool Remove(int layer)
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            if (!_byHandle.Remove(layer, out Layer? found))
                return false;
            _order.Remove(found);
            _folderLayers -= found.Folder is null ? 0 : 1;
            if (found.Folder is null)
                _singles.Release(found.File);
            else
                ReleaseAppended(found.Folder);
            if (found.Enabled)
                Changed();
            return true;
        }
    }

    /// <summary>Enables or disables a layer. Returns false if there is no such layer.</summary>
    public bool SetEnabled(int layer, bool enabled)
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            if (!_byHandle.TryGetValue(layer, out Layer? found))
                return false;
            if (found.Enabled != enabled)
            {
                found.Enabled = enabled;
                Changed();
            }

            return true;
        }
    }

    /// <summary>Reorders layers, lowest priority first.</summary>
    /// <remarks>The named layers share out the places that they have now; all others keep theirs.</remarks>
    /// <exception cref="ArgumentException">A handle is unknown or named twice. Nothing has changed.</exception>
    public void Reorder(ReadOnlySpan<int> layers)
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            var named = new HashSet<Layer>();
            var sorted = new List<Layer>();
            foreach (int handle in layers)
            {
                if (!_byHandle.TryGetValue(handle, out Layer? layer) || !named.Add(layer))
                    throw new RefusedArgumentException($"No layer has the handle {handle}, or it is named twice.", nameof(layers));
                sorted.Add(layer);
            }

            int next = 0;
            Span<Layer> order = CollectionsMarshal.AsSpan(_order);
            for (int i = 0; i < order.Length; i++)
            {
                if (named.Contains(order[i]))
                    order[i] = sorted[next++];
            }

            Changed();
        }
    }

    private bool HasAppended(FolderLayer folder, int parent, ReadOnlySpan<char> name)
    {
        foreach (uint file in folder.Appended ?? [])
        {
            if (_singles[file]->ParentId == parent && CaseFolding.Equals(name, SingleFile.GetName(_singles[file])))
                return true;
        }

        return false;
    }

    private void ReleaseAppended(FolderLayer folder)
    {
        _singles.Forget();
        foreach (uint file in folder.Appended ?? [])
            _singles.Release(file);
    }

    private int FindPosition(LayerOptions? options)
    {
        if (options?.Below is not { } handle)
            return _order.Count;
        return _byHandle.TryGetValue(handle, out Layer? layer)
            ? _order.IndexOf(layer)
            : throw new RefusedArgumentException($"No layer has the handle {handle}.", nameof(options));
    }

    private int FindFolderPosition(LayerOptions? options)
    {
        ThrowIfDisposed();
        // An entry of the lookup tree has a fixed number of bits for its layer.
        if (_folderLayers >= MostFolders)
            throw new InvalidOperationException(
                $"{MostFolders} folders are layers already, and there is no room for another. Remove one, or add its files one by one.");
        return FindPosition(options);
    }

    private int Insert(FolderLayer folder, int root, int place, string? name, LayerOptions? options, IReadOnlyList<Diagnostic> diagnostics)
    {
        var layer = new Layer
        {
            Handle = ++_lastHandle,
            Name = name,
            Enabled = options?.Enabled ?? true,
            RootId = root,
            Folder = folder,
            Diagnostics = diagnostics,
        };
        Insert(layer, place);
        if (layer.Enabled)
            Changed();
        return layer.Handle;
    }

    private void Insert(Layer layer, int place)
    {
        _folderLayers += layer.Folder is null ? 0 : 1;
        _order.Insert(place, layer);
        _byHandle.Add(layer.Handle, layer);
    }
}
