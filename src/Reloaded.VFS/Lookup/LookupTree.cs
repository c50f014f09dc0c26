using System.Numerics;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Lookup;

/// <summary>The readers' tree, in native memory of a snapshot's arena.</summary>
/// <remarks>
/// A file takes one bucket, found by the hash of its path, and the two texts that verify the match: the folder's path and the name. The
/// target's path is made of the same texts. Any thread may read without locks, allocations or exceptions while one writer appends. Callers
/// keep the snapshot alive.
/// </remarks>
internal unsafe partial struct LookupTree
{
    public LookupTable Table;

    /// <summary>The chunks that resolve references to <see cref="PathRecord"/>s.</summary>
    public byte** Paths;

    public LookupLayer* Layers;

    /// <summary>The folders, by path id.</summary>
    public LookupFolder* Folders;

    public int FolderCount;
    public int PrefixCount;
    public LookupPrefix* Prefixes;
    public PathIndex.Slot* Index;
    public uint IndexCapacity;

    /// <summary>The names that are seen in another letter case than the winner's.</summary>
    public LookupName* Names;

    public LookupTail* Tails;

    /// <summary>The sources below folders' first ones, a run for each folder (<see cref="GetSource"/>).</summary>
    public LookupSource* OtherSources;

    /// <summary>The listed entries of all folders, a run for each: lanes counted from the table's first bucket.</summary>
    public uint* Lists;

    /// <summary>The chunks that resolve references to <see cref="SingleFile"/>s. A larger copy replaces them when one is added.</summary>
    public byte** Singles;

    /// <summary>
    /// Implements <see cref="Snapshot.Lookup(ReadOnlySpan{char}, out LookupResult)"/>. The caller guarantees <paramref name="length"/>
    /// characters that don't move.
    /// </summary>
    /// <remarks>
    /// The path is folded while it is hashed and compared, block by block in registers: there is no buffer, and paths of any length take
    /// the same route. The body is the fast path for nearly every hit: a plain file with Latin-1 texts in the first lane with its tag. It
    /// has few unpredictable branches and no address-taken locals, so its frame is a few registers. All other cases are calls.
    /// </remarks>
    [SkipLocalsInit]
    public static void Lookup(LookupTree* tree, char* text, int length, LookupResult* result)
    {
        if (!MayBeInside(tree, text, length))
        {
            SetOutside(result);
            return;
        }

        ulong key = PathHash.HashFolded(ref *(ushort*)text, (uint)length);
        LookupBucket* bucket = LookupTable.Start(&tree->Table, key, out _, out _);
        uint lanes = LookupBucket.Find(bucket, LookupTable.TagOf(key));
        int lane = BitOperations.TrailingZeroCount(lanes);
        if (lanes != 0 && Vector128.IsHardwareAccelerated && LookupEntry.IsPlain(bucket->Infos[lane]))
        {
            uint info = bucket->Infos[lane];
            // The entry implies where the name begins; the comparison below includes the separator.
            int nameLength = (byte)info, folderLength = length - nameLength - 1;
            LookupLayer* layer = tree->Layers + (info >> LookupEntry.LayerShift);
            PathRecord* folder = GetPath(tree, bucket->Values[lane]);
            byte* name = layer->Names + bucket->Names[lane];
            // Fetch both at once.
            if (Sse.IsSupported)
            {
                Sse.Prefetch0(name);
                Sse.Prefetch0((byte*)folder);
                Sse.Prefetch0((byte*)folder + 64);
            }

            if (folder->IsNarrow(folderLength) && folderLength + 1 >= CaseFolding.PackedWidth
                && CaseFolding.IsSameLatin1(PathRecord.GetText(folder), (ushort*)text, (uint)folderLength + 1, name + nameLength,
                    (ushort*)text + length, (uint)nameLength))
            {
                int virtualLength = layer->VirtualLength;
                result->Kind = LookupKind.File;
                result->BackingNameIsWide = false;
                result->PathId = folder->Id;
                result->BackingRoot = layer->Root;
                result->BackingRootLength = layer->RootLength;
                result->Origin = layer;
                result->BackingFolder = PathRecord.GetText(folder) + virtualLength + 1;
                result->BackingFolderIsWide = false;
                result->BackingFolderLength = folderLength - virtualLength;
                result->BackingName = name;
                result->BackingNameLength = nameLength;
                result->Layer = layer->Handle;
                return;
            }
        }

        if (lanes == 0 && bucket->Tags[LookupBucket.Lanes - 1] == 0)
            LookupMiss(tree, text, length, key, result);
        else
            LookupAny(tree, text, length, key, result);
    }

    /// <summary>Prefetches the cache lines that every look-up reads. Between a game's calls other code has filled the caches.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Prefetch(LookupTree* tree)
    {
        if (!Sse.IsSupported)
            return;
        Sse.Prefetch0(tree->Prefixes);
        Sse.Prefetch0(tree->Table.Segments);
        Sse.Prefetch0(tree->Layers);
        Sse.Prefetch0(tree->Paths);
    }

    /// <summary>Implements <see cref="Lookup"/> for any path and any entry.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LookupAny(LookupTree* tree, char* text, int length, ulong key, LookupResult* result)
    {
        var path = new ReadOnlySpan<char>(text, length);
        uint tag = LookupTable.TagOf(key);
        LookupBucket* bucket = LookupTable.Start(&tree->Table, key, out LookupBucket* first, out LookupBucket* end);
        while (true)
        {
            for (uint lanes = LookupBucket.Find(bucket, tag); lanes != 0; lanes &= lanes - 1)
            {
                if (TryGet(tree, LookupBucket.Get(bucket, BitOperations.TrailingZeroCount(lanes)), path, result))
                    return;
            }

            if (bucket->Tags[LookupBucket.Lanes - 1] == 0)
            {
                LookupMiss(tree, text, length, key, result);
                return;
            }

            if (++bucket == end)
                bucket = first;
        }
    }

    /// <summary>Determines whether an entry is that of a path, and if so fills in the result.</summary>
    private static bool TryGet(LookupTree* tree, in LookupEntry entry, ReadOnlySpan<char> path, LookupResult* result)
    {
        PathRecord* folder = GetFolder(tree, entry);
        if (entry.Has(LookupEntryFlags.Folder))
        {
            if (!PathRecord.EqualsFolded(folder, path))
                return false;
            SetFolder(tree, tree->Folders + folder->Id, LookupKind.Folder, result);
            return true;
        }

        int nameStart = folder->Length + 1;
        if (path.Length <= nameStart || path[nameStart - 1] != '\\'
            || !PathRecord.EqualsFolded(folder, path[..(nameStart - 1)]) || !HasName(tree, entry, path[nameStart..]))
            return false;
        SetFile(tree, entry, folder, result);
        return true;
    }

    private static void SetOutside(LookupResult* result)
    {
        *result = default;
        result->PathId = -1;
    }

    /// <summary>Answers a path that isn't in the table: a name that no mod supplies, or the root of a drive.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LookupMiss(LookupTree* tree, char* text, int length, ulong hash, LookupResult* result)
    {
        int folderLength = VirtualPath.LastSeparator(text, length);
        bool isRoot = folderLength < 0;
        LookupFolder* folder = isRoot
            ? FindFolder(tree, new ReadOnlySpan<char>(text, length), hash)
            : FindFolder(tree, new ReadOnlySpan<char>(text, folderLength), PathHash.HashFolded(ref *(ushort*)text, (uint)folderLength));
        if (folder is null || (!isRoot && (!folder->InTarget || folderLength + 1 == length)))
            SetOutside(result);
        else
            SetFolder(tree, folder, isRoot ? LookupKind.Folder : LookupKind.Miss, result);
    }

    private static void SetFile(LookupTree* tree, in LookupEntry entry, PathRecord* folder, LookupResult* result)
    {
        *result = new LookupResult { Kind = LookupKind.File, PathId = folder->Id };
        if (entry.Has(LookupEntryFlags.Single))
        {
            SingleFile* file = GetSingle(tree, entry);
            result->BackingRoot = file->Folder;
            result->BackingRootLength = file->FolderLength;
            result->Layer = file->Layer;
            ReadOnlySpan<char> name = SingleFile.GetRealName(file);
            result->BackingName = (byte*)Unsafe.AsPointer(ref Unsafe.AsRef(in name[0]));
            result->BackingNameIsWide = true;
            result->BackingNameLength = name.Length;
        }
        else
        {
            LookupLayer* layer = tree->Layers + entry.Layer;
            SetBacking(result, layer, folder, entry.Has(LookupEntryFlags.OwnTail) ? tree->Tails + entry.Value : null);
            result->BackingName = layer->Names + RealNameOf(tree, entry);
            result->BackingNameIsWide = entry.Has(LookupEntryFlags.Wide);
            result->BackingNameLength = entry.NameLength;
        }
    }

    private static void SetFolder(LookupTree* tree, LookupFolder* folder, LookupKind kind, LookupResult* result)
    {
        PathRecord* record = GetPath(tree, folder->Record);
        *result = new LookupResult { Kind = kind, PathId = record->Id, IsOpaque = folder->IsOpaque };
        if (folder->SourceCount > 0)
        {
            int tail = folder->Source.Tail;
            SetBacking(result, tree->Layers + folder->Source.Layer, record, tail >= 0 ? tree->Tails + tail : null);
        }
    }

    private static void SetBacking(LookupResult* result, LookupLayer* layer, PathRecord* folder, LookupTail* tail)
    {
        result->BackingRoot = layer->Root;
        result->BackingRootLength = layer->RootLength;
        result->Origin = layer;
        result->Layer = layer->Handle;
        result->BackingFolder = tail is not null ? (byte*)tail->Text : PathRecord.GetText(folder, layer->VirtualLength + 1);
        result->BackingFolderIsWide = tail is not null || folder->IsWide;
        result->BackingFolderLength = tail is not null ? tail->Length : folder->Length - layer->VirtualLength;
    }

    private static LookupFolder* FindFolder(LookupTree* tree, ReadOnlySpan<char> path, ulong hash)
    {
        uint capacity = tree->IndexCapacity;
        uint wanted = PathIndex.KeyOf(hash);
        for (uint i = PathIndex.StartOf(wanted, capacity); ; i = PathIndex.Next(i, capacity))
        {
            uint key = Volatile.Read(ref tree->Index[i].Hash);
            if (key == 0)
                return null;
            if (key != wanted)
                continue;
            // The index belongs to the path table and may contain folders that this tree hasn't.
            PathRecord* record = (PathRecord*)ReferencedMemory.Resolve(tree->Paths, tree->Index[i].Record);
            if (record->Id < tree->FolderCount && PathRecord.EqualsFolded(record, path))
                return tree->Folders[record->Id].IsLive ? tree->Folders + record->Id : null;
        }
    }

    /// <summary>Returns false if the prefixes show that the path is in no target. If true, the tables decide.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool MayBeInside(LookupTree* tree, char* path, int length) =>
        // The usual case: all targets are on one drive.
        tree->PrefixCount == 1 && LookupPrefix.TryLook(tree->Prefixes, path, length, out bool isNear)
            ? isNear
            : MayBeInsideAny(tree, path, length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool MayBeInsideAny(LookupTree* tree, char* path, int length)
    {
        LookupPrefix* prefix = tree->Prefixes;
        for (int left = tree->PrefixCount; left > 0; left--, prefix++)
        {
            if (LookupPrefix.MayContain(prefix, path, length))
                return true;
        }

        return false;
    }
}

/// <summary>Appends files to a lookup tree while readers use it. One writer at a time.</summary>
/// <remarks>An entry's data is written first and its key last. A segment that has to grow is built aside and swapped.</remarks>
internal sealed unsafe class LookupTreeAppender(LookupTree* tree, SingleFiles singles, NativeArena arena)
{
    /// <summary>Appends a file by the hash of its path. Returns false if its folder is unknown or the name is taken.</summary>
    public bool TryAppend(uint reference, ulong key)
    {
        // The empty tree belongs to no file system.
        if (tree->FolderCount == 0)
            return false;
        SingleFile* file = singles[reference];
        if (file->ParentId >= tree->FolderCount)
            return false;
        LookupFolder* folder = tree->Folders + file->ParentId;
        if (!folder->IsLive || !folder->InTarget || LookupTree.TryFind(tree, folder, SingleFile.GetName(file), key, out _))
            return false;

        // Must precede any reference into memory that the readers' chunks don't have yet.
        Volatile.Write(ref *(nint*)&tree->Singles, (nint)singles.Records.Chunks);
        LookupEntry entry = LookupEntry.OfSingle(reference, file, folder);
        if (LookupTable.IsCrowded(&tree->Table, key))
            LookupTable.Grow(&tree->Table, key, arena);
        LookupTable.Insert(&tree->Table, key, entry);

        var listed = (LookupAppended*)arena.Allocate((nuint)sizeof(LookupAppended), sizeof(ulong));
        *listed = new LookupAppended
        {
            Next = folder->Appended,
            Entry = entry,
            Count = (folder->Appended is null ? 0 : folder->Appended->Count) + 1,
        };
        Volatile.Write(ref *(nint*)&folder->Appended, (nint)listed);
        return true;
    }
}
