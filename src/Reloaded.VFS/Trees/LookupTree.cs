using System.Runtime.CompilerServices;
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
    /// buffer, so paths of any length go the same way.
    /// </summary>
    public static void Lookup(LookupTree* tree, ReadOnlySpan<char> path, out LookupResult result)
    {
        fixed (char* text = path)
        {
            if (!MayBeInside(tree, text, path.Length))
            {
                result = Outside;
                return;
            }

            int folderLength = VirtualPath.LastSeparator(text, path.Length);
            if (folderLength < 0)
            {
                result = LookupRoot(tree, path);
                return;
            }

            ulong hash = PathHash.HashFolded(new ReadOnlySpan<char>(text, folderLength));
            int nameLength = path.Length - folderLength - 1;
            ulong key = LookupTable.KeyOf(hash, NameHash.Of(new ReadOnlySpan<char>(text + folderLength + 1, nameLength)));
            if (LookupTable.Find(tree, key, new PathMatch(text, folderLength, nameLength), out LookupEntry entry, out _) == null)
            {
                result = LookupMiss(tree, new ReadOnlySpan<char>(text, folderLength), hash, nameLength);
                return;
            }

            if ((entry.Info & LookupEntry.Special) != 0)
            {
                result = SpecialResult(tree, entry);
                return;
            }

            // Field by field into the caller's: a copy of the whole would have to wait until all fields have reached the cache.
            PathRecord* folder = GetPath(tree, entry.Value);
            LookupLayer* layer = tree->Layers + entry.Layer;
            result.Kind = LookupKind.File;
            result.PathId = folder->Id;
            result.TargetRoot = layer->Root;
            result.TargetRootLength = layer->RootLength;
            result.TargetFolder = PathRecord.GetText(folder) + layer->VirtualLength + 1;
            result.TargetFolderLength = folder->Length - layer->VirtualLength;
            result.TargetName = layer->Names + entry.Name;
            result.TargetNameIsWide = entry.Has(LookupEntryFlags.Wide);
            result.TargetNameLength = entry.NameLength;
            result.Layer = layer->Handle;
        }
    }

    /// <summary>Characters that are compared of a prefix: one vector of them.</summary>
    private const int Prefix = CaseFolding.Width128;

    private static LookupResult Outside => new() { PathId = -1 };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static LookupResult LookupRoot(LookupTree* tree, ReadOnlySpan<char> path)
    {
        LookupFolder* folder = FindFolder(tree, path, PathHash.HashFolded(path));
        return folder == null ? Outside : FolderResult(tree, folder, LookupKind.Folder);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static LookupResult LookupMiss(LookupTree* tree, ReadOnlySpan<char> parent, ulong hash, int nameLength)
    {
        LookupFolder* folder = FindFolder(tree, parent, hash);
        return folder != null && folder->InTarget && nameLength > 0 ? FolderResult(tree, folder, LookupKind.Miss) : Outside;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static LookupResult SpecialResult(LookupTree* tree, in LookupEntry entry)
    {
        PathRecord* folder = GetFolder(tree, entry);
        if (entry.Has(LookupEntryFlags.Folder))
            return FolderResult(tree, tree->Folders + folder->Id, LookupKind.Folder);

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
        result.TargetFolder = tail != null ? tail->Text : PathRecord.GetText(folder) + layer->VirtualLength + 1;
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
            if (record->Id < tree->FolderCount && CaseFolding.Equals(path, PathRecord.GetPath(record)))
                return tree->Folders[record->Id].IsLive ? tree->Folders + record->Id : null;
        }
    }

    /// <summary>False where a look at the prefixes is enough to say that no target is near. What is left is decided by the tables.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool MayBeInside(LookupTree* tree, char* path, int length)
    {
        for (int i = 0; i < tree->PrefixCount; i++)
        {
            LookupPrefix* prefix = tree->Prefixes + i;
            // Of a long prefix only its end: it's rarely right by accident, and then the tables know.
            int common = Math.Min(prefix->Length, length), start = Math.Max(common - Prefix, 0);
            if (CaseFolding.Equals(ref *(ushort*)(prefix->Text + start), ref *(ushort*)(path + start), (uint)(common - start)))
                return true;
        }

        return false;
    }
}
