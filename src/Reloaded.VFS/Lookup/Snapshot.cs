using System.Runtime.CompilerServices;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Memory;
using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Lookup;

/// <summary>
/// What hook code reads: an immutable view (but for appended entries) of which paths mods supply. Readers take it with one volatile read
/// (<see cref="VirtualFileSystem.Current"/>), never lock, never allocate, and keep it alive until they are done with its pointers.
/// The native memory belongs to arenas with finalisers, which snapshots share: a snapshot without references to it costs nothing
/// after the next collection.
/// </summary>
public sealed unsafe class Snapshot
{
    private readonly LookupTree* _tree;
    private readonly NativeArena _arena;
    private readonly LookupTreeAppender _appender;

    private readonly SourceTexts _texts;

    // Names and real paths that the tree points to.
    private readonly object?[] _keepAlive;

    internal Snapshot(LookupTree* tree, PathTable paths, NativeArena arena, LookupTreeAppender appender, SourceTexts texts,
        object?[] keepAlive)
    {
        _tree = tree;
        Paths = paths;
        _arena = arena;
        _appender = appender;
        _texts = texts;
        _keepAlive = keepAlive;
    }

    internal LookupTree* Tree => _tree;

    internal SourceTexts Texts => _texts;

    /// <summary>What mods hide of the game's own; null where none does.</summary>
    internal HiddenPaths? Hidden { get; init; }

    /// <summary>Files in or below targets when it was published.</summary>
    internal int Files { get; init; }

    /// <summary>Live folders in or below targets.</summary>
    internal int Folders { get; init; }

    /// <summary>The virtual paths of folders.</summary>
    internal PathTable Paths { get; }

    /// <summary>Native memory of this snapshot alone, in bytes: folders and tables, not the names that it shares.</summary>
    public long NativeBytes => _arena.Bytes;

    /// <summary>
    /// Looks up an absolute path without NT prefix or trailing backslash (<c>C:\games\g\data\a.dds</c>, a drive root is <c>C:</c>, a share
    /// <c>UNC\server\share</c>), in any letter case and of any length. Safe from any thread. Allocates nothing, throws nothing, has
    /// no buffer on the stack.
    /// </summary>
    /// <param name="path">The path.</param>
    /// <param name="result">The answer.</param>
    public void Lookup(ReadOnlySpan<char> path, out LookupResult result)
    {
        Unsafe.SkipInit(out result);
        fixed (char* text = path)
        {
            fixed (LookupResult* answer = &result)
                LookupTree.Lookup(_tree, text, path.Length, answer);
        }

        GC.KeepAlive(this);
    }

    /// <inheritdoc cref="LookupTree.Prefetch"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void PrefetchLookup() => LookupTree.Prefetch(_tree);

    /// <summary>
    /// As the other overloads. The caller guarantees <paramref name="length"/> characters that don't move, and keeps the snapshot alive.
    /// </summary>
    internal void Lookup(char* path, int length, LookupResult* result) => LookupTree.Lookup(_tree, path, length, result);

    /// <summary>As the other overload; the answer is copied once more.</summary>
    /// <inheritdoc cref="Lookup(ReadOnlySpan{char}, out LookupResult)"/>
    public LookupResult Lookup(ReadOnlySpan<char> path)
    {
        Lookup(path, out LookupResult result);
        return result;
    }

    /// <summary>Finds a folder by its stable id. False where this snapshot has no such folder (any more).</summary>
    public bool TryGetFolder(int pathId, out FolderView folder)
    {
        if ((uint)pathId >= (uint)_tree->FolderCount || !_tree->Folders[pathId].IsLive)
        {
            folder = default;
            return false;
        }

        folder = new FolderView(this, pathId);
        return true;
    }

    /// <summary>
    /// Path ids of this snapshot's folders are below this; not every one of them is a folder of it (<see cref="TryGetFolder"/>).
    /// </summary>
    public int FolderCount => _tree->FolderCount;

    /// <summary>How many prefixes there are (<see cref="GetPrefix"/>).</summary>
    public int PrefixCount => _tree->PrefixCount;

    /// <summary>
    /// A folder that all targets of one drive (or of the network) share: a path that is neither it, nor below it, nor an ancestor of it on
    /// any prefix is <see cref="LookupKind.Outside"/>. In no particular letter case.
    /// </summary>
    public ReadOnlySpan<char> GetPrefix(int index)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)_tree->PrefixCount, nameof(index));
        return new ReadOnlySpan<char>(_tree->Prefixes[index].Text, _tree->Prefixes[index].Length);
    }

    /// <summary>Writer, under its lock: what a layer has of a folder, of several the first; null where this snapshot doesn't say.</summary>
    internal LookupSource* FindSource(int layer, int pathId)
    {
        if (pathId >= _tree->FolderCount || !_tree->Folders[pathId].IsLive)
            return null;
        LookupFolder* folder = _tree->Folders + pathId;
        for (int i = 0; i < folder->SourceCount; i++)
        {
            LookupSource* source = LookupTree.GetSource(_tree, folder, i);
            if (_tree->Layers[source->Layer].Handle == layer)
                return source;
        }

        return null;
    }

    /// <summary>
    /// Writer, under its lock: whether a folder of this snapshot has a name, of any layer, by the hash of the name's path.
    /// </summary>
    internal bool HasName(int pathId, ReadOnlySpan<char> name, ulong key) =>
        LookupTree.TryFind(_tree, _tree->Folders + pathId, name, key, out _);

    /// <summary>
    /// Writer, under its lock: adds a file that no mapping covers. False, with nothing changed, where that can't be done.
    /// </summary>
    internal bool TryAppend(uint file, ulong key)
    {
        bool done = _appender.TryAppend(file, key);
        GC.KeepAlive(this);
        return done;
    }

    /// <summary>Writer, under its lock: how many names of files and folders there are.</summary>
    internal uint NameCount => LookupTable.CountEntries(&_tree->Table);

    /// <summary>Writer, under its lock: adds them all to a filter.</summary>
    internal void AddNamesTo(in NameFilter filter)
    {
        LookupTable.AddTo(&_tree->Table, filter);
        GC.KeepAlive(this);
    }

    /// <summary>Writer, under its lock: lets what <see cref="TryAppend"/> will need be fetched.</summary>
    internal void PrefetchAppend(ulong key) => LookupTable.Prefetch(&_tree->Table, key);
}
