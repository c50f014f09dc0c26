namespace Reloaded.VFS.Trees;

/// <summary>
/// Adds files to a lookup tree while readers use it: what an entry needs is written first, its key last, and a table that must grow is
/// built aside and swapped. One writer at a time.
/// </summary>
internal sealed unsafe class LookupTreeAppender(LookupTree* tree, NativeArena arena, int originCount, int originCapacity)
{
    private int _originCount = originCount;
    private int _originCapacity = originCapacity;

    /// <summary>Adds a file. False, with nothing changed, where its folder isn't known or the name is taken.</summary>
    public bool TryAppend(in SingleFile file, int layer)
    {
        if (file.ParentId >= tree->FolderCount)
            return false;
        LookupFolder* folder = tree->Folders + file.ParentId;
        if (!folder->IsLive || !folder->InTarget || LookupTree.Find(tree, folder, new ReadOnlySpan<char>(file.Name, file.NameLength), file.NameHash) != null)
            return false;

        LookupEntry entry = LookupTreeBuilder.CreateEntry(file, AddOrigin(file, layer));
        LookupTable* table = folder->Table;
        if (table->Used + 1 > table->Capacity - (table->Capacity / 8) - 1)
            table = Grow(table);
        LookupEntry* slot = LookupTreeBuilder.FreeSlot(table, entry.Hash);
        slot->NameOffset = entry.NameOffset;
        slot->Value = entry.Value;
        slot->NameLength = entry.NameLength;
        slot->Flags = entry.Flags;
        Volatile.Write(ref slot->Hash, entry.Hash);
        table->Used++;
        table->Visible++;
        if (table != folder->Table)
            Volatile.Write(ref *(nint*)&folder->Table, (nint)table);
        return true;
    }

    private int AddOrigin(in SingleFile file, int layer)
    {
        if (_originCount == _originCapacity)
        {
            int capacity = checked(_originCapacity * 2);
            var larger = (Origin*)arena.Allocate((nuint)capacity * (nuint)sizeof(Origin));
            new ReadOnlySpan<Origin>(tree->Origins, _originCount).CopyTo(new Span<Origin>(larger, capacity));
            Volatile.Write(ref *(nint*)&tree->Origins, (nint)larger);
            _originCapacity = capacity;
        }

        tree->Origins[_originCount] = new Origin { NameBase = file.Name, Folder = file.Folder, FolderLength = file.FolderLength, Layer = layer };
        return _originCount++;
    }

    private LookupTable* Grow(LookupTable* table)
    {
        uint capacity = LookupTable.GetCapacity((table->Used + 4) * 2);
        var larger = (LookupTable*)arena.AllocateSmall(LookupTable.GetSize(capacity));
        larger->Capacity = capacity;
        larger->Used = table->Used;
        larger->Visible = table->Visible;
        LookupEntry* slots = LookupTable.GetSlots(table);
        for (uint i = 0; i < table->Capacity; i++)
        {
            if (slots[i].Hash != 0)
                *LookupTreeBuilder.FreeSlot(larger, slots[i].Hash) = slots[i];
        }

        return larger;
    }
}
