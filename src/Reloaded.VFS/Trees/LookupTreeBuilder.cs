using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Trees;

/// <summary>Lays a <see cref="RedirectionTree"/> out for readers: one block for folders and tables, layers' names are pointed at.</summary>
internal sealed unsafe class LookupTreeBuilder
{
    private readonly RedirectionTree _source;
    private readonly IReadOnlyList<Layer> _layers;
    private readonly PathTable _paths;
    private readonly NativeArena _arena;
    private readonly NativeList<LookupName> _names = new();
    private LookupTree* _tree;

    private LookupTreeBuilder(RedirectionTree source, IReadOnlyList<Layer> layers, PathTable paths, NativeArena arena)
    {
        _source = source;
        _layers = layers;
        _paths = paths;
        _arena = arena;
    }

    /// <summary>Files that won a name.</summary>
    public int FileCount { get; private set; }

    /// <summary>Live folders in or below targets.</summary>
    public int FolderCount { get; private set; }

    /// <summary>Builds into an arena. The layers must be those that the merged tree was built from, unchanged.</summary>
    public static LookupTree* Build(RedirectionTree source, IReadOnlyList<Layer> layers, PathTable paths, PathIndex index, NativeArena arena, out LookupTreeBuilder builder)
    {
        builder = new LookupTreeBuilder(source, layers, paths, arena);
        builder.LayOut(index);
        builder.InsertFolders();
        // As if copied: a higher layer's file takes the place of a lower one's, whose name stays as it is cased.
        for (int i = 0; i < layers.Count; i++)
        {
            if (layers[i].Enabled)
                builder.InsertFiles(layers[i], source.GetOriginBase(i));
        }

        builder.KeepNames();
        return builder._tree;
    }

    private void LayOut(PathIndex index)
    {
        int count = _source.FolderCount;
        _tree = (LookupTree*)_arena.Allocate((nuint)sizeof(LookupTree));
        *_tree = new LookupTree
        {
            FolderCount = count,
            Sources = _source.Sources,
            Origins = _source.Origins,
            Index = index.Slots,
            IndexCapacity = index.Capacity,
            Folders = (LookupFolder*)_arena.Allocate((nuint)count * (nuint)sizeof(LookupFolder)),
        };

        // Entries a folder, in the place where its table's length will be known.
        LookupFolder* folders = _tree->Folders;
        for (int id = 0; id < count; id++)
        {
            RedirectionTree.Folder node = _source.Folders[id];
            if ((node.Flags & RedirectionTree.FolderFlags.Live) == 0)
                continue;
            PathTable.Record* record = _paths.GetRecord(id);
            LookupFolder* folder = folders + id;
            folder->Path = record->Text;
            folder->PathLength = record->Length;
            folder->Name = record->Text + record->NameStart;
            folder->NameLength = (ushort)(record->Length - record->NameStart);
            folder->FirstSource = node.FirstSource;
            folder->SourceCount = node.SourceCount;
            folder->InTarget = (node.Flags & RedirectionTree.FolderFlags.InTarget) != 0;
            folder->Table = (LookupTable*)((nint)folder->Table + node.FileCount);
            if (record->Parent >= 0)
                folders[record->Parent].Table = (LookupTable*)((nint)folders[record->Parent].Table + 1);
            if (folder->InTarget)
                FolderCount++;
            if (node.SourceCount > 0)
            {
                // As if copied in order: the lowest layer's folder was made first. A layer's root isn't named by its disk.
                Origin lowest = GetLowestSource(node);
                if (!lowest.IsRoot)
                    folder->Name = lowest.Folder + lowest.FolderLength - 1 - folder->NameLength;
            }
        }

        nuint size = 0;
        for (int id = 0; id < count; id++)
        {
            if (folders[id].IsLive)
                size += LookupTable.GetSize(LookupTable.GetCapacity((uint)(nint)folders[id].Table));
        }

        var next = (byte*)_arena.Allocate(size);
        for (int id = 0; id < count; id++)
        {
            if (!folders[id].IsLive)
                continue;
            uint capacity = LookupTable.GetCapacity((uint)(nint)folders[id].Table);
            folders[id].Table = (LookupTable*)next;
            folders[id].Table->Capacity = capacity;
            next += LookupTable.GetSize(capacity);
        }
    }

    /// <summary>The first source of the lowest layer: on a case-sensitive disk a layer may have several.</summary>
    private Origin GetLowestSource(in RedirectionTree.Folder node)
    {
        int* source = _source.Sources + node.FirstSource + node.SourceCount - 1;
        int layer = _source.Origins[*source].Layer;
        while (source > _source.Sources + node.FirstSource && _source.Origins[source[-1]].Layer == layer)
            source--;
        return _source.Origins[*source];
    }

    private void InsertFolders()
    {
        for (int id = 0; id < _tree->FolderCount; id++)
        {
            LookupFolder* folder = _tree->Folders + id;
            PathTable.Record* record = _paths.GetRecord(id);
            if (!folder->IsLive || record->Parent < 0)
                continue;
            LookupFolder* parent = _tree->Folders + record->Parent;
            bool listed = folder->SourceCount > 0 && parent->InTarget;
            *FreeSlot(parent->Table, record->NameHash) = new LookupEntry
            {
                Hash = record->NameHash,
                Value = id,
                Flags = LookupEntryFlags.Folder | (listed ? 0 : LookupEntryFlags.Hidden),
            };
            parent->Table->Used++;
            parent->Table->Visible += listed ? 1u : 0;
        }
    }

    private void InsertFiles(Layer layer, int origin)
    {
        if (layer.Folder is not { } source)
        {
            InsertSingle(layer.File, origin);
            return;
        }

        // Appended names aren't in the listing, so their order doesn't matter.
        if (source.Appended is { } appended)
        {
            for (int i = 0; i < appended.Count; i++)
                InsertSingle(appended[i], origin + source.Listing.FolderCount + i);
        }

        FolderListing listing = source.Listing;
        for (int f = 0; f < listing.FolderCount; f++)
        {
            int id = source.Folders[f].PathId;
            if (id < 0 || !_tree->Folders[id].IsLive)
                continue;
            LookupTable* table = _tree->Folders[id].Table;
            FolderListing.FileRecord* file = listing.Files + listing.Folders[f].FirstFile;
            FolderListing.FileRecord* end = file + listing.Folders[f].FileCount;
            for (; file < end; file++)
                Insert(table, listing.Names + file->NameOffset, new LookupEntry { Hash = file->Hash, NameOffset = file->NameOffset, NameLength = file->NameLength, Value = origin + f });
        }
    }

    private void InsertSingle(in SingleFile file, int origin)
    {
        LookupFolder* parent = _tree->Folders + file.ParentId;
        if (parent->IsLive)
            Insert(parent->Table, file.Name, CreateEntry(file, origin));
    }

    /// <summary>The entry of a file whose origin's names start at its own.</summary>
    public static LookupEntry CreateEntry(in SingleFile file, int origin) => new()
    {
        Hash = file.NameHash,
        NameLength = file.NameLength,
        Value = origin,
        Flags = file.IsAliased ? LookupEntryFlags.Aliased : LookupEntryFlags.None,
    };

    private void Insert(LookupTable* table, char* name, in LookupEntry entry)
    {
        LookupEntry* slots = LookupTable.GetSlots(table);
        uint capacity = table->Capacity;
        uint i = NameHash.Slot(entry.Hash, capacity);
        for (; slots[i].Hash != 0; i = PathIndex.Next(i, capacity))
        {
            if (slots[i].Hash == entry.Hash && CaseFolding.Equals(new ReadOnlySpan<char>(name, entry.NameLength), LookupTree.GetName(_tree, slots + i)))
            {
                Replace(slots + i, name, entry);
                return;
            }
        }

        slots[i] = entry;
        table->Used++;
        table->Visible++;
        FileCount++;
    }

    /// <summary>Lets a file win the name that a lower layer's file has. A folder keeps it, and so does the first of the same layer.</summary>
    private void Replace(LookupEntry* taken, char* name, LookupEntry entry)
    {
        if ((taken->Flags & LookupEntryFlags.Folder) != 0 || _tree->Origins[taken->Value].Layer == _tree->Origins[entry.Value].Layer)
            return;
        ReadOnlySpan<char> seen = LookupTree.GetName(_tree, taken);
        if (!seen.SequenceEqual(new ReadOnlySpan<char>(name, entry.NameLength)))
        {
            uint index = taken->NameOffset;
            if ((taken->Flags & LookupEntryFlags.Recased) == 0)
            {
                index = (uint)_names.Count;
                _names.Add(new LookupName { Seen = _tree->Origins[taken->Value].NameBase + taken->NameOffset });
                _tree->Names = _names.Items;
            }

            _names[(int)index].NameOffset = entry.NameOffset;
            entry.NameOffset = index;
            entry.Flags |= LookupEntryFlags.Recased;
        }

        *taken = entry;
    }

    /// <summary>Moves the names to the snapshot's memory.</summary>
    private void KeepNames()
    {
        nuint size = (nuint)_names.Count * (nuint)sizeof(LookupName);
        _tree->Names = size == 0 ? null : (LookupName*)_arena.Allocate(size);
        Buffer.MemoryCopy(_names.Items, _tree->Names, size, size);
        _names.Dispose();
    }

    /// <summary>Where a name that isn't in the table yet goes.</summary>
    public static LookupEntry* FreeSlot(LookupTable* table, uint hash)
    {
        LookupEntry* slots = LookupTable.GetSlots(table);
        uint i = NameHash.Slot(hash, table->Capacity);
        while (slots[i].Hash != 0)
            i = PathIndex.Next(i, table->Capacity);
        return slots + i;
    }

    /// <summary>Makes the list of prefixes: for each drive the longest folder that all targets on it share.</summary>
    public static void SetPrefixes(LookupTree* tree, NativeArena arena, IEnumerable<string> targets)
    {
        var prefixes = new List<string>();
        foreach (string target in targets)
        {
            int root = (target + '\\').IndexOf('\\');
            int same = prefixes.FindIndex(p => VirtualPath.IsSameOrBelow(p, target.AsSpan(0, root)));
            if (same < 0)
                prefixes.Add(target);
            else
                prefixes[same] = CommonFolder(prefixes[same], target);
        }

        tree->PrefixCount = prefixes.Count;
        tree->Prefixes = (LookupPrefix*)arena.Allocate((nuint)prefixes.Count * (nuint)sizeof(LookupPrefix));
        for (int i = 0; i < prefixes.Count; i++)
            tree->Prefixes[i] = new LookupPrefix { Text = arena.AddText(prefixes[i]), Length = prefixes[i].Length };
    }

    private static string CommonFolder(string left, string right)
    {
        ReadOnlySpan<char> folder = left;
        while (!VirtualPath.IsSameOrBelow(right, folder))
            folder = VirtualPath.GetParent(folder);
        return folder.ToString();
    }
}
