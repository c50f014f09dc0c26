namespace Reloaded.VFS.Lookup;

/// <summary>An immutable view of the paths that mods supply; only appended files may be added to it.</summary>
/// <remarks>
/// Readers get a snapshot with one volatile read (<see cref="VirtualFileSystem.Snapshot"/>), take no lock, allocate nothing, and keep the
/// snapshot alive until they are done with its pointers. The native memory belongs to arenas with finalisers, which snapshots share: an
/// unreferenced snapshot costs nothing after the next collection.
/// </remarks>
public sealed unsafe class Snapshot
{
    private readonly NativeArena _arena;
    private readonly LookupTreeAppender _appender;

    // Owners of the names and real paths that the tree points to.
    private readonly object?[] _keepAlive;

    internal Snapshot(LookupTree* tree, PathTable paths, NativeArena arena, LookupTreeAppender appender, SourceTexts texts,
        object?[] keepAlive)
    {
        Tree = tree;
        Paths = paths;
        _arena = arena;
        _appender = appender;
        Texts = texts;
        _keepAlive = keepAlive;
    }

    internal LookupTree* Tree { get; }
    internal SourceTexts Texts { get; }

    /// <summary>Gets what mods hide of the game's own files, or null if nothing is hidden.</summary>
    internal HiddenPaths? Hidden { get; init; }

    /// <summary>Gets the number of files in or below targets at publication.</summary>
    internal int Files { get; init; }

    /// <summary>Gets the number of files of each layer that are seen, by the layer's handle, at publication. Null if not counted.</summary>
    internal IReadOnlyDictionary<int, int>? FilesOfLayers { get; init; }

    /// <summary>Gets the words of a filter of the names that the tree was made with, or null if there is none.</summary>
    internal ulong* Filter { get; init; }

    internal uint FilteredNames { get; init; }

    /// <summary>Gets the number of live folders in or below targets at publication.</summary>
    internal int Folders { get; init; }

    internal PathTable Paths { get; }

    /// <summary>Gets the native memory of this snapshot alone, in bytes: folders and tables, not the names that it shares.</summary>
    public long NativeBytes => _arena.Bytes;

    /// <summary>Looks up an absolute path in any letter case and of any length.</summary>
    /// <remarks>Thread-safe. Allocates nothing, throws nothing, uses no buffer on the stack.</remarks>
    /// <param name="path">
    /// The path, without NT prefix or trailing backslash: <c>C:\games\g\data\a.dds</c>; <c>C:</c> for the root of a drive;
    /// <c>UNC\server\share</c> for a share.
    /// </param>
    /// <param name="result">The result.</param>
    public void Lookup(ReadOnlySpan<char> path, out LookupResult result)
    {
        Unsafe.SkipInit(out result);
        fixed (char* text = path)
        {
            fixed (LookupResult* answer = &result)
                LookupTree.Lookup(Tree, text, path.Length, answer);
        }

        GC.KeepAlive(this);
    }

    /// <inheritdoc cref="LookupTree.Prefetch"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void PrefetchLookup() => LookupTree.Prefetch(Tree);

    /// <summary>
    /// Looks up a path. The caller guarantees <paramref name="length"/> characters that don't move, and keeps the snapshot alive.
    /// </summary>
    internal void Lookup(char* path, int length, LookupResult* result) => LookupTree.Lookup(Tree, path, length, result);

    /// <summary>Looks up a path and returns a copy of the result.</summary>
    /// <inheritdoc cref="Lookup(ReadOnlySpan{char}, out LookupResult)"/>
    public LookupResult Lookup(ReadOnlySpan<char> path)
    {
        Lookup(path, out LookupResult result);
        return result;
    }

    /// <summary>Finds a folder by its stable id. Returns false if this snapshot has no such folder.</summary>
    public bool TryGetFolder(int pathId, out FolderView folder)
    {
        if ((uint)pathId >= (uint)Tree->FolderCount || !Tree->Folders[pathId].IsLive)
        {
            folder = default;
            return false;
        }

        folder = new FolderView(this, pathId);
        return true;
    }

    /// <summary>
    /// Gets an exclusive upper bound of the path ids of this snapshot's folders. Not every id below it is one of its folders
    /// (<see cref="TryGetFolder"/>).
    /// </summary>
    public int FolderCount => Tree->FolderCount;

    /// <summary>Gets the number of prefixes (<see cref="GetPrefix"/>).</summary>
    public int PrefixCount => Tree->PrefixCount;

    /// <summary>Returns a folder that all targets of one drive (or of the network) share, in no particular letter case.</summary>
    /// <remarks>A path that is no prefix, nor below nor above one, is <see cref="LookupKind.Outside"/>.</remarks>
    public ReadOnlySpan<char> GetPrefix(int index)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)Tree->PrefixCount, nameof(index));
        return new ReadOnlySpan<char>(Tree->Prefixes[index].Text, Tree->Prefixes[index].Length);
    }

    /// <summary>Writer, under its lock: finds a layer's first source of a folder. Returns null if this snapshot has none.</summary>
    internal LookupSource* FindSource(int layer, int pathId)
    {
        if (pathId >= Tree->FolderCount || !Tree->Folders[pathId].IsLive)
            return null;
        LookupFolder* folder = Tree->Folders + pathId;
        for (int i = 0; i < folder->SourceCount; i++)
        {
            LookupSource* source = LookupTree.GetSource(Tree, folder, i);
            if (Tree->Layers[source->Layer].Handle == layer)
                return source;
        }

        return null;
    }

    /// <summary>Writer, under its lock: determines whether any layer supplies a name in a folder of this snapshot.</summary>
    internal bool HasName(int pathId, ReadOnlySpan<char> name, ulong key) =>
        LookupTree.TryFind(Tree, Tree->Folders + pathId, name, key, out _);

    /// <summary>Writer, under its lock: appends a file. Returns false, with nothing changed, if that isn't possible.</summary>
    internal bool TryAppend(uint file, ulong key)
    {
        bool done = _appender.TryAppend(file, key);
        GC.KeepAlive(this);
        return done;
    }

    /// <summary>Writer, under its lock: gets the number of names of files and folders.</summary>
    internal uint NameCount => LookupTable.CountEntries(&Tree->Table);

    /// <summary>Writer, under its lock: adds all names to a filter.</summary>
    /// <param name="filter">An empty filter of <see cref="NameFilter.CountFor"/> of <see cref="NameCount"/> words.</param>
    internal void AddNamesTo(in NameFilter filter)
    {
        if (Filter is not null && FilteredNames == NameCount)
            filter.CopyFrom(Filter);
        else
            LookupTable.AddTo(&Tree->Table, filter);
        GC.KeepAlive(this);
    }

    /// <summary>Writer, under its lock: prefetches the memory that <see cref="TryAppend"/> will need.</summary>
    internal void PrefetchAppend(ulong key) => LookupTable.Prefetch(&Tree->Table, key);
}

/// <summary>An index of the current snapshot's names that answers questions without the snapshot.</summary>
/// <remarks>Called under the writers' lock on the thread that publishes. Implementations must not call the file system.</remarks>
internal interface INameFollower
{
    /// <summary>
    /// Announces that another snapshot is about to be published. Until <see cref="Replaced"/> neither the old nor the new names are
    /// certain.
    /// </summary>
    void Replacing();

    /// <summary>Reports that a snapshot has been published.</summary>
    /// <param name="snapshot">The snapshot; its names replace all earlier ones.</param>
    void Replaced(Snapshot snapshot);

    /// <summary>Announces that a name is about to be appended to the current snapshot.</summary>
    /// <param name="key">The <see cref="Hashing.PathHash"/> of the name's path.</param>
    void Adding(ulong key);
}
