using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.PathRecords;

/// <summary>Every folder path ever known, each with an id that is never reused. Parents have lower ids than their children.</summary>
/// <remarks>
/// Writers are serialised by their owner; <see cref="GetPath(int)"/> and <see cref="TryGet"/> are safe from any thread meanwhile. A path
/// keeps the letter case in which it was first seen. The memory is kept as long as anything refers to the table.
/// </remarks>
internal sealed unsafe class PathTable
{
    /// <summary>The data of a folder that building trees reads; the rest is in the record.</summary>
    internal struct Node
    {
        public uint Record;
        public int Parent;
    }

    private const int ChunkBits = 8;

    /// <summary>The number of nodes in a chunk; all chunks are whole.</summary>
    internal const int ChunkSize = 1 << ChunkBits;

    private const uint FewestSlots = 64;

    /// <summary>The size of the stack buffer; longer paths are built on the heap.</summary>
    private const int StackCharacters = 512;

    private readonly NativeByteCounter _counter;
    private readonly NativeArena _arena;
    private readonly LazyTexts _texts;
    private readonly ReferencedMemory _records;
    private Node*[] _chunks = new Node*[1];
    private object? _owner;
    private PathIndex _index;
    private int _count;

    public PathTable(NativeByteCounter counter)
    {
        _counter = counter;
        _arena = new NativeArena(counter);
        _arena.Reserve(ReferencedMemory.FirstBytes + (ChunkSize * (nuint)sizeof(Node)) + (FewestSlots * (nuint)sizeof(PathIndex.Slot)), 4);
        _records = new ReferencedMemory(_arena);
        _texts = new LazyTexts(counter);
        _index = new PathIndex(FewestSlots, counter, _arena);
    }

    /// <summary>Writer: begins with paths in memory that other processes have, too. The table is empty, and no reader has it yet.</summary>
    public void TakeOver(SharedPaths paths)
    {
        _owner = paths.Owner;
        _records.TakeOver(paths.RecordChunks);
        var chunks = new Node*[Math.Max(1, (paths.Count + ChunkSize - 1) / ChunkSize)];
        for (int i = 0; i < chunks.Length; i++)
            chunks[i] = paths.Nodes + (i * ChunkSize);
        Volatile.Write(ref _chunks, chunks);
        Volatile.Write(ref _index, new PathIndex(paths.Slots, paths.Capacity, _counter));
        Volatile.Write(ref _count, paths.Count);
    }

    /// <summary>Gets the exclusive upper bound of the ids issued so far.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Gets the current index. Later insertions are visible in it until it is replaced.</summary>
    public PathIndex Index => Volatile.Read(ref _index);

    /// <summary>Gets the chunks that resolve <see cref="Node.Record"/>, for readers.</summary>
    public byte** RecordChunks => _records.Chunks;

    /// <summary>Gets the native memory held, in bytes.</summary>
    public long NativeBytes => _arena.Bytes + _index.NativeBytes;

    /// <summary>Returns the node of an id below <see cref="Count"/>. Nodes never move.</summary>
    public Node* GetNode(int id) => Volatile.Read(ref _chunks)[id >> ChunkBits] + (id & (ChunkSize - 1));

    /// <summary>Returns the record of an id below <see cref="Count"/>. Records never move.</summary>
    public PathRecord* GetRecord(int id) => (PathRecord*)_records.Resolve(GetNode(id)->Record);

    /// <summary>Returns the path of an id; empty if the id was never issued.</summary>
    public ReadOnlySpan<char> GetPath(int id) => (uint)id >= (uint)Count ? default : GetPath(GetRecord(id));

    /// <summary>Returns the path of a record of this table as UTF-16. Made at the first call and kept as long as the table.</summary>
    public ReadOnlySpan<char> GetPath(PathRecord* record)
    {
        var text = (char*)(record->IsWide ? (nint)PathRecord.GetText(record) : Volatile.Read(ref record->Unpacked));
        if (text is null)
        {
            text = LazyTexts.Allocate(record->Length);
            PathRecord.CopyPath(record, ref *text);
            text = _texts.Publish(&record->Unpacked, text);
        }

        return new ReadOnlySpan<char>(text, record->Length);
    }

    /// <summary>Copies the path of an id if it fits, and returns its length; 0 if the id was never issued.</summary>
    public int CopyPath(int id, Span<char> destination)
    {
        if ((uint)id >= (uint)Count)
            return 0;
        PathRecord* record = GetRecord(id);
        if (record->Length <= destination.Length)
            PathRecord.CopyPath(record, ref MemoryMarshal.GetReference(destination));
        return record->Length;
    }

    /// <summary>Returns the path of an id below <see cref="Count"/> as a new string.</summary>
    public string CopyPath(int id)
    {
        PathRecord* record = GetRecord(id);
        return string.Create(record->Length, (nint)record,
            static (path, record) => PathRecord.CopyPath((PathRecord*)record, ref MemoryMarshal.GetReference(path)));
    }

    /// <summary>Returns the last component of a record's path as UTF-16.</summary>
    public ReadOnlySpan<char> GetName(PathRecord* record) => GetPath(record)[record->NameStart..];

    /// <summary>Finds the id of a canonical path in any letter case.</summary>
    public bool TryGet(ReadOnlySpan<char> path, out int id)
    {
        PathRecord* record = Find(path, PathHash.HashFolded(path));
        id = IdOf(record);
        GC.KeepAlive(this);
        return record is not null;
    }

    /// <summary>
    /// Finds the record of a canonical path in any letter case by the <see cref="PathHash"/>. Returns null if there is none, as for the
    /// empty path.
    /// </summary>
    public PathRecord* Find(ReadOnlySpan<char> path, ulong hash) => Find(default(SamePath), path, hash);

    /// <summary>Prefetches the slot that <see cref="Find(ReadOnlySpan{char}, ulong)"/> begins with.</summary>
    public void Prefetch(ulong hash)
    {
        PathIndex index = Index;
        if (Sse.IsSupported)
            Sse.Prefetch0(index.Slots + PathIndex.StartOf(PathIndex.KeyOf(hash), index.Capacity));
    }

    /// <summary>Writer: returns the id of a canonical path; a new path is added with its ancestors.</summary>
    public int GetOrAdd(ReadOnlySpan<char> path)
    {
        ulong hash = PathHash.HashFolded(path);
        int id = IdOf(Find(path, hash));
        if (id >= 0)
            return id;

        // Root first, so that parents have lower ids.
        int end = path.IndexOf('\\');
        ReadOnlySpan<char> root = end < 0 ? path : path[..end];
        hash = PathHash.HashFolded(root);
        id = IdOf(Find(root, hash));
        if (id < 0)
            id = Add(-1, 0, root, PackedText.NeedsWide(root), hash);

        while (end >= 0)
        {
            path = path[(end + 1)..];
            end = path.IndexOf('\\');
            id = GetOrAddChild(id, end < 0 ? path : path[..end]);
        }

        return id;
    }

    /// <summary>Writer: makes room for additional paths, so that the index needn't grow meanwhile.</summary>
    public void Reserve(int more)
    {
        if (_index.HasRoom(more))
            return;
        PathIndex larger = _index.Grow(more, _counter);
        Volatile.Write(ref _index, larger);
    }

    /// <summary>Writer: returns the id of a folder's subfolder, or -1 if the path would be longer than Windows allows.</summary>
    [SkipLocalsInit]
    public int GetOrAddChild(int parent, ReadOnlySpan<char> name)
    {
        PathRecord* folder = GetRecord(parent);
        int start = folder->Length + 1, length = start + name.Length;
        if (length > VirtualPath.MaxLength)
            return -1;
        Span<char> path = length <= StackCharacters ? stackalloc char[StackCharacters] : new char[length];
        path = path[..length];
        PathRecord.CopyTail(folder, 0, path[..start]);
        name.CopyTo(path[start..]);
        ulong hash = PathHash.HashFolded(path);
        int id = IdOf(Find(path, hash));
        return id >= 0 ? id : Add(parent, start, path, folder->IsWide || PackedText.NeedsWide(name), hash);
    }

    /// <summary>Writer: returns the id of a folder's subfolder by its name in a listing, without an intermediate text.</summary>
    /// <param name="parent">The id of the parent folder.</param>
    /// <param name="name">The subfolder's name.</param>
    /// <param name="hash">The hash of its path, as computed by <see cref="LookupKeys"/>.</param>
    [SkipLocalsInit]
    public int GetOrAddChild(int parent, PackedText name, ulong hash)
    {
        PathRecord* folder = GetRecord(parent);
        int start = folder->Length + 1;
        if (folder->IsWide || name.IsWide || start + name.Length > VirtualPath.MaxLength)
            return GetOrAddChild(parent, name.Unpack(stackalloc char[VirtualPath.MaxNameLength]));
        int id = IdOf(Find(new SameChild(this, parent, name, hash), default, hash));
        if (id >= 0)
            return id;

        PathRecord* record = Allocate(start + name.Length, isWide: false, out uint reference);
        byte* text = PathRecord.GetText(record);
        new ReadOnlySpan<byte>(PathRecord.GetText(folder), start).CopyTo(new Span<byte>(text, start));
        name.Bytes.CopyTo(new Span<byte>(text + start, name.Length));
        text[start + name.Length] = (byte)'\\';
        return Add(parent, start, record, reference, hash);
    }

    private static int IdOf(PathRecord* record) => record is null ? -1 : record->Id;

    private PathRecord* Find<TSame>(TSame same, ReadOnlySpan<char> path, ulong hash)
        where TSame : struct, ISame
    {
        PathIndex index = Index;
        PathIndex.Slot* slots = index.Slots;
        uint capacity = index.Capacity;
        uint wanted = PathIndex.KeyOf(hash);
        PathRecord* found = null;
        for (uint i = PathIndex.StartOf(wanted, capacity); ; i = PathIndex.Next(i, capacity))
        {
            uint key = Volatile.Read(ref slots[i].Hash);
            if (key == 0)
                break;
            if (key != wanted)
                continue;
            var record = (PathRecord*)_records.Resolve(slots[i].Record);
            if (same.IsSame(record, path))
            {
                found = record;
                break;
            }
        }

        GC.KeepAlive(index);
        return found;
    }

    /// <summary>A comparison of a record with the one that is sought; their keys are equal.</summary>
    private interface ISame
    {
        bool IsSame(PathRecord* record, ReadOnlySpan<char> path);
    }

    private readonly struct SamePath : ISame
    {
        public bool IsSame(PathRecord* record, ReadOnlySpan<char> path) => PathRecord.EqualsFolded(record, path);
    }

    private readonly struct SameChild(PathTable table, int parent, PackedText name, ulong hash) : ISame
    {
        public bool IsSame(PathRecord* record, ReadOnlySpan<char> path) => record->Hash == hash && table.GetNode(record->Id)->Parent == parent
            && PathRecord.GetName(record).EqualsFolded(name.Unpack(stackalloc char[VirtualPath.MaxNameLength]));
    }

    private int Add(int parent, int start, ReadOnlySpan<char> path, bool isWide, ulong hash)
    {
        PathRecord* record = Allocate(path.Length, isWide, out uint reference);
        byte* text = PathRecord.GetText(record);
        PackedText.Write(path, isWide, new Span<byte>(text, isWide ? path.Length * sizeof(char) : path.Length));
        PackedText.Write(@"\", isWide,
            new Span<byte>(text + (isWide ? path.Length * sizeof(char) : path.Length), isWide ? sizeof(char) : 1));
        return Add(parent, start, record, reference, hash);
    }

    private PathRecord* Allocate(int length, bool isWide, out uint reference)
    {
        var record = (PathRecord*)_records.Allocate(PathRecord.GetSize(length, isWide), out reference);
        record->SetLength(length, isWide);
        return record;
    }

    /// <summary>Adds a path whose record already has its length and text.</summary>
    private int Add(int parent, int start, PathRecord* record, uint reference, ulong hash)
    {
        int id = _count;
        record->Hash = hash;
        record->Unpacked = 0;
        record->Id = id;
        record->NameStart = (ushort)start;

        Node* node = AddNode(id);
        node->Record = reference;
        node->Parent = parent;
        Volatile.Write(ref _count, id + 1);

        Reserve(1);
        _index.Insert(PathIndex.KeyOf(hash), reference);
        return id;
    }

    private Node* AddNode(int id)
    {
        int chunk = id >> ChunkBits;
        if ((id & (ChunkSize - 1)) == 0)
        {
            Node*[] chunks = _chunks;
            if (chunk == chunks.Length)
            {
                chunks = new Node*[chunk * 2];
                for (int i = 0; i < chunk; i++)
                    chunks[i] = _chunks[i];
            }

            chunks[chunk] = (Node*)_arena.Allocate(ChunkSize * (nuint)sizeof(Node));
            Volatile.Write(ref _chunks, chunks);
        }

        return _chunks[chunk] + (id & (ChunkSize - 1));
    }
}

/// <summary>Paths in memory that processes share.</summary>
/// <param name="owner">The object that keeps the memory.</param>
/// <param name="recordChunks">The addresses of the chunks of records.</param>
/// <param name="nodes">The nodes, in whole chunks.</param>
/// <param name="count">The number of paths.</param>
/// <param name="slots">The slots of the index.</param>
/// <param name="capacity">The number of slots.</param>
internal readonly unsafe struct SharedPaths(object owner, nint[] recordChunks, PathTable.Node* nodes, int count, PathIndex.Slot* slots,
    uint capacity)
{
    public readonly object Owner = owner;
    public readonly nint[] RecordChunks = recordChunks;
    public readonly PathTable.Node* Nodes = nodes;
    public readonly int Count = count;
    public readonly PathIndex.Slot* Slots = slots;
    public readonly uint Capacity = capacity;
}
