using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Trees;

/// <summary>
/// Every folder path that was ever known, each under an id that is never given to another: parents have lower ids than their children.
/// Writers are serialised by their owner; <see cref="GetPath"/> and <see cref="TryGet"/> are safe from any thread meanwhile. A path keeps
/// the letter case in which it was first seen. The memory lives as long as anything refers to the table.
/// </summary>
internal sealed unsafe class PathTable
{
    internal struct Record
    {
        public char* Text;
        public uint NameHash;
        public int Parent;
        public ushort Length;
        public ushort NameStart;
    }

    private const int ChunkBits = 10;
    private const int ChunkSize = 1 << ChunkBits;

    private readonly NativeByteCounter _counter;
    private readonly NativeArena _arena;
    private readonly char* _scratch;
    private Record*[] _chunks = [];
    private PathIndex _index;
    private int _count;

    public PathTable(NativeByteCounter counter)
    {
        _counter = counter;
        _arena = new NativeArena(counter);
        _scratch = (char*)_arena.Allocate((VirtualPath.MaxLength + 1) * sizeof(char));
        _index = new PathIndex(256, counter);
    }

    /// <summary>Ids given out so far: 0 to this, exclusive.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>The index in force; a reader that keeps it sees later insertions until it is replaced.</summary>
    public PathIndex Index => Volatile.Read(ref _index);

    /// <summary>Native memory held, in bytes.</summary>
    public long NativeBytes => _arena.Bytes + _index.NativeBytes;

    /// <summary>The record of an id below <see cref="Count"/>; it never moves.</summary>
    public Record* GetRecord(int id) => Volatile.Read(ref _chunks)[id >> ChunkBits] + (id & (ChunkSize - 1));

    /// <summary>The path of an id; empty if it was never given out.</summary>
    public ReadOnlySpan<char> GetPath(int id)
    {
        if ((uint)id >= (uint)Count)
            return default;
        Record* record = GetRecord(id);
        return new ReadOnlySpan<char>(record->Text, record->Length);
    }

    /// <summary>Finds the id of a canonical path in any letter case.</summary>
    public bool TryGet(ReadOnlySpan<char> path, out int id)
    {
        id = path.IsEmpty ? -1 : Find(path, NameHash.Of(path));
        return id >= 0;
    }

    /// <summary>Writer: the id of a canonical path, which is added with its ancestors if it's new.</summary>
    public int GetOrAdd(ReadOnlySpan<char> path)
    {
        uint hash = NameHash.Of(path);
        int id = Find(path, hash);
        if (id >= 0)
            return id;

        // Root first, so that parents have lower ids.
        int end = path.IndexOf('\\');
        ReadOnlySpan<char> root = end < 0 ? path : path[..end];
        uint rootHash = NameHash.Of(root);
        id = Find(root, rootHash);
        if (id < 0)
            id = Add(root, rootHash, -1);
        while (end >= 0)
        {
            path = path[(end + 1)..];
            end = path.IndexOf('\\');
            id = GetOrAddChild(id, end < 0 ? path : path[..end]);
        }

        return id;
    }

    /// <summary>Writer: the id of a folder in a folder; -1 if the path would be longer than Windows allows.</summary>
    public int GetOrAddChild(int parent, ReadOnlySpan<char> name)
    {
        Record* folder = GetRecord(parent);
        int length = folder->Length + 1 + name.Length;
        if (length > VirtualPath.MaxLength)
            return -1;
        var path = new Span<char>(_scratch, length);
        new ReadOnlySpan<char>(folder->Text, folder->Length).CopyTo(path);
        path[folder->Length] = '\\';
        name.CopyTo(path[(folder->Length + 1)..]);
        uint hash = NameHash.Of(path);
        int id = Find(path, hash);
        return id >= 0 ? id : Add(path, hash, parent);
    }

    private int Find(ReadOnlySpan<char> path, uint hash)
    {
        PathIndex index = Index;
        PathIndex.Slot* slots = index.Slots;
        uint capacity = index.Capacity;
        int found = -1;
        for (uint i = NameHash.Slot(hash, capacity); ; i = PathIndex.Next(i, capacity))
        {
            uint key = Volatile.Read(ref slots[i].Hash);
            if (key == 0)
                break;
            if (key == hash && CaseFolding.Equals(path, GetPath(slots[i].Id)))
            {
                found = slots[i].Id;
                break;
            }
        }

        GC.KeepAlive(index);
        return found;
    }

    private int Add(ReadOnlySpan<char> path, uint hash, int parent)
    {
        int id = _count;
        if (id >> ChunkBits == _chunks.Length)
        {
            var chunks = new Record*[_chunks.Length + 1];
            for (int i = 0; i < _chunks.Length; i++)
                chunks[i] = _chunks[i];
            chunks[^1] = (Record*)_arena.Allocate(ChunkSize * (nuint)sizeof(Record));
            Volatile.Write(ref _chunks, chunks);
        }

        ReadOnlySpan<char> name = VirtualPath.GetName(path);
        Record* record = GetRecord(id);
        record->Text = _arena.AddText(path);
        record->Length = (ushort)path.Length;
        record->NameStart = (ushort)(path.Length - name.Length);
        record->NameHash = NameHash.Of(name);
        record->Parent = parent;
        Volatile.Write(ref _count, id + 1);

        if (_index.IsFull)
        {
            PathIndex larger = _index.Grow(_counter);
            larger.Insert(hash, id);
            Volatile.Write(ref _index, larger);
        }
        else
        {
            _index.Insert(hash, id);
        }

        return id;
    }
}
