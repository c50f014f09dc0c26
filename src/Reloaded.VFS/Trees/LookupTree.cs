using System.Runtime.CompilerServices;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Snapshots;

namespace Reloaded.VFS.Trees;

/// <summary>
/// The readers' tree, in native memory: prefix check, folder by the hash of its folded path, name by the hash of the folded name in the
/// folder's own table; each found by hash and verified by its text. Read from any thread without locks, allocation or exceptions while
/// one writer appends. Lives in its snapshot's arena; whoever calls keeps the snapshot alive.
/// </summary>
internal unsafe struct LookupTree
{
    public LookupFolder* Folders;
    public int FolderCount;
    public int PrefixCount;
    public LookupPrefix* Prefixes;
    public int* Sources;

    /// <summary>Replaced by a larger copy when appended files need more.</summary>
    public Origin* Origins;

    /// <summary>Names that are seen in another casing than the winner's. Never changes once readers have the tree.</summary>
    public LookupName* Names;

    public PathIndex.Slot* Index;
    public uint IndexCapacity;

    /// <summary>
    /// Answers <see cref="Snapshot.Lookup"/>. The path is folded while it is hashed and compared, block by block in registers: there is no
    /// buffer, so paths of any length go the same way.
    /// </summary>
    public static LookupResult Lookup(LookupTree* tree, ReadOnlySpan<char> path)
    {
        if (!MatchesPrefix(tree, path))
            return Outside;

        int separator = path.LastIndexOf('\\');
        if (separator < 0)
        {
            int root = FindFolder(tree, path, NameHash.Of(path));
            return root < 0 ? Outside : FolderResult(tree, root, LookupKind.Folder);
        }

        ReadOnlySpan<char> folder = path[..separator];
        ReadOnlySpan<char> name = path[(separator + 1)..];
        int id = FindFolder(tree, folder, NameHash.Of(folder));
        return id < 0 ? Outside : Resolve(tree, id, name);
    }

    private static LookupResult Outside => new() { PathId = -1 };

    private static LookupResult Resolve(LookupTree* tree, int id, ReadOnlySpan<char> name)
    {
        LookupFolder* folder = tree->Folders + id;
        LookupEntry* entry = Find(tree, folder, name, NameHash.Of(name));
        if (entry == null)
            return folder->InTarget && !name.IsEmpty ? FolderResult(tree, id, LookupKind.Miss) : Outside;
        if ((entry->Flags & LookupEntryFlags.Folder) != 0)
            return FolderResult(tree, entry->Value, LookupKind.Folder);

        Origin* origin = GetOrigin(tree, entry->Value);
        ReadOnlySpan<char> real = GetRealName(tree, entry);
        return new LookupResult
        {
            Kind = LookupKind.File,
            PathId = id,
            TargetFolder = origin->Folder,
            TargetFolderLength = origin->FolderLength,
            TargetName = (char*)Unsafe.AsPointer(ref Unsafe.AsRef(in real[0])),
            TargetNameLength = real.Length,
            Layer = origin->Layer,
        };
    }

    private static LookupResult FolderResult(LookupTree* tree, int id, LookupKind kind)
    {
        LookupFolder* folder = tree->Folders + id;
        var result = new LookupResult { Kind = kind, PathId = id };
        if (folder->SourceCount > 0)
        {
            Origin* origin = GetOrigin(tree, tree->Sources[folder->FirstSource]);
            result.TargetFolder = origin->Folder;
            result.TargetFolderLength = origin->FolderLength;
            result.Layer = origin->Layer;
        }

        return result;
    }

    /// <summary>The name in its folder's table, or null.</summary>
    public static LookupEntry* Find(LookupTree* tree, LookupFolder* folder, ReadOnlySpan<char> name, uint hash)
    {
        var table = (LookupTable*)Volatile.Read(ref *(nint*)&folder->Table);
        LookupEntry* slots = LookupTable.GetSlots(table);
        uint capacity = table->Capacity;
        for (uint i = NameHash.Slot(hash, capacity); ; i = PathIndex.Next(i, capacity))
        {
            uint key = Volatile.Read(ref slots[i].Hash);
            if (key == 0)
                return null;
            if (key == hash && CaseFolding.Equals(name, GetName(tree, slots + i)))
                return slots + i;
        }
    }

    private static int FindFolder(LookupTree* tree, ReadOnlySpan<char> path, uint hash)
    {
        uint capacity = tree->IndexCapacity;
        for (uint i = NameHash.Slot(hash, capacity); ; i = PathIndex.Next(i, capacity))
        {
            uint key = Volatile.Read(ref tree->Index[i].Hash);
            if (key == 0)
                return -1;
            if (key != hash)
                continue;
            int id = tree->Index[i].Id;
            if (id < tree->FolderCount && CaseFolding.Equals(path, new ReadOnlySpan<char>(tree->Folders[id].Path, tree->Folders[id].PathLength)))
                return id;
        }
    }

    private static bool MatchesPrefix(LookupTree* tree, ReadOnlySpan<char> path)
    {
        for (int i = 0; i < tree->PrefixCount; i++)
        {
            var prefix = new ReadOnlySpan<char>(tree->Prefixes[i].Text, tree->Prefixes[i].Length);
            if (path.Length >= prefix.Length ? VirtualPath.IsSameOrBelow(path, prefix) : VirtualPath.IsSameOrBelow(prefix, path))
                return true;
        }

        return false;
    }

    public static Origin* GetOrigin(LookupTree* tree, int index) => (Origin*)Volatile.Read(ref *(nint*)&tree->Origins) + index;

    /// <summary>The name that the game sees.</summary>
    public static ReadOnlySpan<char> GetName(LookupTree* tree, LookupEntry* entry)
    {
        if ((entry->Flags & (LookupEntryFlags.Folder | LookupEntryFlags.Recased)) == 0)
            return new ReadOnlySpan<char>(GetOrigin(tree, entry->Value)->NameBase + entry->NameOffset, entry->NameLength);
        if ((entry->Flags & LookupEntryFlags.Folder) == 0)
            return new ReadOnlySpan<char>(tree->Names[entry->NameOffset].Seen, entry->NameLength);
        return new ReadOnlySpan<char>(tree->Folders[entry->Value].Name, tree->Folders[entry->Value].NameLength);
    }

    /// <summary>A file's name on disk.</summary>
    public static ReadOnlySpan<char> GetRealName(LookupTree* tree, LookupEntry* entry)
    {
        uint offset = (entry->Flags & LookupEntryFlags.Recased) == 0 ? entry->NameOffset : tree->Names[entry->NameOffset].NameOffset;
        char* name = GetOrigin(tree, entry->Value)->NameBase + offset;
        if ((entry->Flags & LookupEntryFlags.Aliased) == 0)
            return new ReadOnlySpan<char>(name, entry->NameLength);
        name += entry->NameLength;
        return new ReadOnlySpan<char>(name + 1, name[0]);
    }
}
