using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Lookup;

/// <summary>
/// One folder of a snapshot: what mods supply in it. Valid as long as the snapshot is kept alive. Allocates nothing on the managed heap.
/// </summary>
public readonly unsafe ref struct FolderView
{
    private readonly Snapshot _snapshot;

    internal FolderView(Snapshot snapshot, int pathId)
    {
        _snapshot = snapshot;
        PathId = pathId;
    }

    private LookupFolder* Folder => _snapshot.Tree->Folders + PathId;

    private PathRecord* Record => LookupTree.GetPath(_snapshot.Tree, Folder->Record);

    private LookupAppended* Appended => (LookupAppended*)Volatile.Read(ref *(nint*)&Folder->Appended);

    /// <summary>The folder's stable id.</summary>
    public int PathId { get; }

    /// <summary>The virtual path, canonical; letter case as it was first seen.</summary>
    public ReadOnlySpan<char> Path => _snapshot.Paths.GetPath(Record);

    /// <summary>The folder's name, as the lowest layer that has it cases it.</summary>
    public ReadOnlySpan<char> Name =>
        Folder->Name is null ? _snapshot.Paths.GetName(Record) : new ReadOnlySpan<char>(Folder->Name, Record->NameLength);

    /// <summary>Whether it's a target or below one; else it only leads to a target.</summary>
    public bool IsInTarget => Folder->InTarget;

    /// <summary>Whether a mod hides the game's own folder of that path, so that only mods' are seen.</summary>
    internal bool IsOpaque => Folder->IsOpaque;

    /// <summary>How many real folders lie over this one.</summary>
    public int SourceCount => Folder->SourceCount;

    /// <summary>
    /// The real folder <paramref name="index"/> (0: the highest priority), in target form with a trailing backslash. Put together at the
    /// first call, in native memory of the snapshot.
    /// </summary>
    public ReadOnlySpan<char> GetSource(int index) => _snapshot.Texts.Get(_snapshot.Tree, SourceAt(index), Record);

    /// <summary>The handle of the layer that <see cref="GetSource"/> is of.</summary>
    public int GetSourceLayer(int index) => _snapshot.Tree->Layers[SourceAt(index)->Layer].Handle;

    /// <summary>How many names mods supply in it.</summary>
    public int EntryCount
    {
        get
        {
            LookupAppended* appended = Appended;
            return (int)Folder->EntryCount + (appended is null ? 0 : appended->Count);
        }
    }

    /// <summary>Finds a name in any letter case.</summary>
    public bool TryFind(scoped ReadOnlySpan<char> name, out EntryView entry)
    {
        if (LookupTree.TryFind(_snapshot.Tree, Folder, name, out LookupEntry found) && !found.Has(LookupEntryFlags.Hidden))
        {
            entry = new EntryView(_snapshot, found);
            return true;
        }

        entry = default;
        return false;
    }

    /// <summary>
    /// The entries, in no particular order: <c>foreach (EntryView e in folder)</c>. Files appended meanwhile may or may not be among them.
    /// </summary>
    public Enumerator GetEnumerator() => new(_snapshot, Folder, Appended);

    private LookupSource* SourceAt(int index)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)SourceCount, nameof(index));
        return LookupTree.GetSource(_snapshot.Tree, Folder, index);
    }

    /// <summary>Walks the entries without allocating.</summary>
    public ref struct Enumerator
    {
        private readonly Snapshot _snapshot;
        private readonly LookupFolder* _folder;
        private LookupAppended* _appended;
        private LookupEntry _current;
        private uint _next;

        internal Enumerator(Snapshot snapshot, LookupFolder* folder, LookupAppended* appended)
        {
            _snapshot = snapshot;
            _folder = folder;
            _appended = appended;
        }

        /// <summary>The entry.</summary>
        public readonly EntryView Current => new(_snapshot, _current);

        /// <summary>To the next entry.</summary>
        public bool MoveNext()
        {
            if (_next < _folder->EntryCount)
            {
                uint place = _snapshot.Tree->Lists[_folder->FirstEntry + _next++];
                _current = LookupBucket.Get(_snapshot.Tree->Table.Buckets + (place / LookupBucket.Lanes),
                    (int)(place % LookupBucket.Lanes));
                return true;
            }

            if (_appended is null)
                return false;
            _current = _appended->Entry;
            _appended = _appended->Next;
            return true;
        }
    }
}
