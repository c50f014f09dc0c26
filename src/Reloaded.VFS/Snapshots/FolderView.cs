using Reloaded.VFS.Trees;

namespace Reloaded.VFS.Snapshots;

/// <summary>One folder of a snapshot: what mods supply in it. Valid as long as the snapshot is kept alive. Nothing here allocates.</summary>
public readonly unsafe ref struct FolderView
{
    private readonly Snapshot _snapshot;

    internal FolderView(Snapshot snapshot, int pathId)
    {
        _snapshot = snapshot;
        PathId = pathId;
    }

    private LookupFolder* Folder => _snapshot.Tree->Folders + PathId;

    private LookupTable* Table => (LookupTable*)Volatile.Read(ref *(nint*)&Folder->Table);

    /// <summary>The folder's stable id.</summary>
    public int PathId { get; }

    /// <summary>The virtual path, canonical; letter case as it was first seen.</summary>
    public ReadOnlySpan<char> Path => new(Folder->Path, Folder->PathLength);

    /// <summary>The folder's name, as the lowest layer that has it cases it.</summary>
    public ReadOnlySpan<char> Name => new(Folder->Name, Folder->NameLength);

    /// <summary>Whether it's a target or below one; else it only leads to a target.</summary>
    public bool IsInTarget => Folder->InTarget;

    /// <summary>How many real folders lie over this one.</summary>
    public int SourceCount => Folder->SourceCount;

    /// <summary>The real folder <paramref name="index"/> (0: the highest priority), in target form with a trailing backslash.</summary>
    public ReadOnlySpan<char> GetSource(int index)
    {
        Origin* origin = GetSourceOrigin(index);
        return new ReadOnlySpan<char>(origin->Folder, origin->FolderLength);
    }

    /// <summary>The handle of the layer that <see cref="GetSource"/> is of.</summary>
    public int GetSourceLayer(int index) => GetSourceOrigin(index)->Layer;

    /// <summary>How many names mods supply in it.</summary>
    public int EntryCount => (int)Table->Visible;

    /// <summary>Finds a name in any letter case.</summary>
    public bool TryFind(scoped ReadOnlySpan<char> name, out EntryView entry)
    {
        LookupEntry* found = LookupTree.Find(_snapshot.Tree, Folder, name, NameHash.Of(name));
        if (found != null && (found->Flags & LookupEntryFlags.Hidden) == 0)
        {
            entry = new EntryView(_snapshot, found);
            return true;
        }

        entry = default;
        return false;
    }

    /// <summary>The entries, in no particular order: <c>foreach (EntryView e in folder)</c>. Files appended meanwhile may or may not be among them.</summary>
    public Enumerator GetEnumerator() => new(_snapshot, Table);

    private Origin* GetSourceOrigin(int index)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)SourceCount, nameof(index));
        return LookupTree.GetOrigin(_snapshot.Tree, _snapshot.Tree->Sources[Folder->FirstSource + index]);
    }

    /// <summary>Walks the entries without allocating.</summary>
    public ref struct Enumerator
    {
        private readonly Snapshot _snapshot;
        private readonly LookupTable* _table;
        private int _slot;

        internal Enumerator(Snapshot snapshot, LookupTable* table)
        {
            _snapshot = snapshot;
            _table = table;
            _slot = -1;
        }

        /// <summary>The entry.</summary>
        public readonly EntryView Current => new(_snapshot, LookupTable.GetSlots(_table) + _slot);

        /// <summary>To the next entry.</summary>
        public bool MoveNext()
        {
            LookupEntry* slots = LookupTable.GetSlots(_table);
            while (++_slot < _table->Capacity)
            {
                if (Volatile.Read(ref slots[_slot].Hash) != 0 && (slots[_slot].Flags & LookupEntryFlags.Hidden) == 0)
                    return true;
            }

            return false;
        }
    }
}
