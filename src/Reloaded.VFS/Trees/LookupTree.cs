using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Snapshots;

namespace Reloaded.VFS.Trees;

/// <summary>
/// The readers' tree, in native memory. A file costs one bucket, found by the hashes of its path's two parts, and the two texts that verify it:
/// the folder's path and the name, which are also what the target's name is made of. Read from any thread without locks, allocation or
/// exceptions while one writer appends. Lives in its snapshot's arena; whoever calls keeps the snapshot alive.
/// </summary>
internal unsafe partial struct LookupTree
{
    public LookupTable Table;

    /// <summary>Resolves references to <see cref="PathRecord"/>s.</summary>
    public byte** Paths;

    public LookupLayer* Layers;

    /// <summary>By path id.</summary>
    public LookupFolder* Folders;

    public int FolderCount;
    public int PrefixCount;
    public LookupPrefix* Prefixes;
    public PathIndex.Slot* Index;
    public uint IndexCapacity;

    /// <summary>Names that are seen in another casing than the winner's.</summary>
    public LookupName* Names;

    public LookupTail* Tails;
    public LookupSource* Sources;

    /// <summary>The listed entries of all folders, a run each: lanes from the table's first bucket.</summary>
    public uint* Lists;

    /// <summary>Resolves references to <see cref="SingleFile"/>s. Replaced by a larger copy when files are appended.</summary>
    public byte** Singles;

    /// <summary>
    /// Answers <see cref="Snapshot.Lookup(ReadOnlySpan{char}, out LookupResult)"/>. The path is folded while it is hashed and compared, block by block in registers: there is no
    /// buffer, so paths of any length go the same way. The caller guarantees <paramref name="length"/> units, and that they don't move.
    /// </summary>
    /// <remarks>
    /// Nothing here is a structure with an address, and whatever is rare is a call: the frame is a few registers, where a larger one would have to be cleared
    /// on every look-up and fields would go through memory.
    /// </remarks>
    [SkipLocalsInit]
    public static void Lookup(LookupTree* tree, char* text, int length, LookupResult* result)
    {
        if (!MayBeInside(tree, text, length))
        {
            *result = Outside;
            return;
        }

        int folderLength = VirtualPath.LastSeparator(text, length);
        if (folderLength < 0)
        {
            LookupRoot(tree, text, length, result);
            return;
        }

        char* wanted = text + folderLength + 1;
        int nameLength = length - folderLength - 1;
        ulong hash = PathHash.HashFolded(ref *(ushort*)text, (uint)folderLength);
        ulong key = LookupTable.KeyOf(hash, NameHash.Of(ref *(ushort*)wanted, (uint)nameLength));
        uint tag = LookupTable.TagOf(key);
        LookupBucket* bucket = LookupTable.Start(&tree->Table, key, out LookupBucket* first, out LookupBucket* end);
        while (true)
        {
            for (uint lanes = LookupBucket.Find(bucket, tag); lanes != 0; lanes &= lanes - 1)
            {
                int lane = BitOperations.TrailingZeroCount(lanes);
                uint info = bucket->Infos[lane];
                if ((info & LookupEntry.Special) != 0)
                {
                    if (TrySpecial(tree, bucket, lane, text, folderLength, nameLength, result))
                        return;
                    continue;
                }

                LookupLayer* layer = tree->Layers + (info >> LookupEntry.LayerShift);
                byte* name = layer->Names + bucket->Names[lane];
                PathRecord* folder = GetPath(tree, bucket->Values[lane]);
                // Both are waited for at once.
                if (Sse.IsSupported)
                {
                    Sse.Prefetch0(name);
                    Sse.Prefetch0((byte*)folder + 64);
                }

                bool isWide = (info & (uint)LookupEntryFlags.Wide) != 0;
                if ((byte)info != nameLength || folder->Length != folderLength
                    || !PackedText.EqualsFolded(PathRecord.GetText(folder), folder->IsWide, ref *(ushort*)text, (uint)folderLength)
                    || !IsName(name, isWide, wanted, nameLength, length))
                {
                    continue;
                }

                int virtualLength = layer->VirtualLength;
                result->Kind = LookupKind.File;
                result->TargetNameIsWide = isWide;
                result->PathId = folder->Id;
                result->TargetRoot = layer->Root;
                result->TargetRootLength = layer->RootLength;
                result->TargetFolder = PathRecord.GetText(folder, virtualLength + 1);
                result->TargetFolderIsWide = folder->IsWide;
                result->TargetFolderLength = folderLength - virtualLength;
                result->TargetName = name;
                result->TargetNameLength = nameLength;
                result->Layer = layer->Handle;
                return;
            }

            if (bucket->Tags[LookupBucket.Lanes - 1] == 0)
            {
                LookupMiss(tree, text, folderLength, hash, nameLength, result);
                return;
            }

            if (++bucket == end)
                bucket = first;
        }
    }

    /// <summary>Whether a name is the last of a path of so many units.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsName(byte* name, bool isWide, char* wanted, int nameLength, int pathLength)
    {
        // A listing's names have a header in front of them, which can be read.
        return !isWide && nameLength <= CaseFolding.PackedWidth && pathLength >= CaseFolding.PackedWidth && Vector128.IsHardwareAccelerated
            ? CaseFolding.EqualsLatin1BeforeEnd(name + nameLength, (ushort*)wanted + nameLength, (uint)nameLength)
            : PackedText.EqualsFolded(name, isWide, ref *(ushort*)wanted, (uint)nameLength);
    }

    private static LookupResult Outside => new() { PathId = -1 };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LookupRoot(LookupTree* tree, char* text, int length, LookupResult* result)
    {
        var path = new ReadOnlySpan<char>(text, length);
        LookupFolder* folder = FindFolder(tree, path, PathHash.HashFolded(path));
        *result = folder == null ? Outside : FolderResult(tree, folder, LookupKind.Folder);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LookupMiss(LookupTree* tree, char* text, int folderLength, ulong hash, int nameLength, LookupResult* result)
    {
        LookupFolder* folder = FindFolder(tree, new ReadOnlySpan<char>(text, folderLength), hash);
        *result = folder != null && folder->InTarget && nameLength > 0 ? FolderResult(tree, folder, LookupKind.Miss) : Outside;
    }

    /// <summary>Whether an entry that isn't a plain file is the one, and if so the answer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TrySpecial(LookupTree* tree, LookupBucket* bucket, int lane, char* text, int folderLength, int nameLength, LookupResult* result)
    {
        LookupEntry entry = LookupBucket.Get(bucket, lane);
        PathRecord* folder = GetFolder(tree, entry);
        bool isFolder = entry.Has(LookupEntryFlags.Folder);
        bool isIt = isFolder
            ? PathRecord.EqualsFolded(folder, new ReadOnlySpan<char>(text, folderLength + 1 + nameLength))
            : PathRecord.EqualsFolded(folder, new ReadOnlySpan<char>(text, folderLength))
                && HasName(tree, entry, new ReadOnlySpan<char>(text + folderLength + 1, nameLength));
        if (isIt)
            *result = isFolder ? FolderResult(tree, tree->Folders + folder->Id, LookupKind.Folder) : SpecialFile(tree, entry, folder);
        return isIt;
    }

    private static LookupResult SpecialFile(LookupTree* tree, in LookupEntry entry, PathRecord* folder)
    {
        var result = new LookupResult { Kind = LookupKind.File, PathId = folder->Id };
        if (entry.Has(LookupEntryFlags.Single))
        {
            SingleFile* file = GetSingle(tree, entry);
            result.TargetRoot = file->Folder;
            result.TargetRootLength = file->FolderLength;
            result.Layer = file->Layer;
            ReadOnlySpan<char> name = SingleFile.GetRealName(file);
            result.TargetName = (byte*)Unsafe.AsPointer(ref Unsafe.AsRef(in name[0]));
            result.TargetNameIsWide = true;
            result.TargetNameLength = name.Length;
        }
        else
        {
            LookupLayer* layer = tree->Layers + entry.Layer;
            SetTarget(ref result, layer, folder, entry.Has(LookupEntryFlags.OwnTail) ? tree->Tails + entry.Value : null);
            result.TargetName = layer->Names + RealNameOf(tree, entry);
            result.TargetNameIsWide = entry.Has(LookupEntryFlags.Wide);
            result.TargetNameLength = entry.NameLength;
        }

        return result;
    }

    private static LookupResult FolderResult(LookupTree* tree, LookupFolder* folder, LookupKind kind)
    {
        PathRecord* record = GetPath(tree, folder->Record);
        var result = new LookupResult { Kind = kind, PathId = record->Id };
        if (folder->SourceCount > 0)
        {
            LookupSource* source = tree->Sources + folder->FirstSource;
            SetTarget(ref result, tree->Layers + source->Layer, record, source->Tail >= 0 ? tree->Tails + source->Tail : null);
        }

        return result;
    }

    private static void SetTarget(ref LookupResult result, LookupLayer* layer, PathRecord* folder, LookupTail* tail)
    {
        result.TargetRoot = layer->Root;
        result.TargetRootLength = layer->RootLength;
        result.Layer = layer->Handle;
        result.TargetFolder = tail != null ? (byte*)tail->Text : PathRecord.GetText(folder, layer->VirtualLength + 1);
        result.TargetFolderIsWide = tail != null || folder->IsWide;
        result.TargetFolderLength = tail != null ? tail->Length : folder->Length - layer->VirtualLength;
    }

    /// <summary>The folder of a path, or null.</summary>
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
            // The index is the path table's: it may know more than this tree.
            PathRecord* record = (PathRecord*)ReferencedMemory.Resolve(tree->Paths, tree->Index[i].Record);
            if (record->Id < tree->FolderCount && PathRecord.EqualsFolded(record, path))
                return tree->Folders[record->Id].IsLive ? tree->Folders + record->Id : null;
        }
    }

    /// <summary>False where a look at the prefixes is enough to say that no target is near. What is left is decided by the tables.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool MayBeInside(LookupTree* tree, char* path, int length)
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
