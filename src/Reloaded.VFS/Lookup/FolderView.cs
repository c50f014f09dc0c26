using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Lookup;

/// <summary>
/// One folder of a snapshot, with the names that mods supply in it. Valid while the snapshot is kept alive. Allocates nothing on the
/// managed heap.
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

    /// <summary>Gets the folder's stable id.</summary>
    public int PathId { get; }

    /// <summary>Gets the canonical virtual path, in the letter case in which it was first seen.</summary>
    public ReadOnlySpan<char> Path => _snapshot.Paths.GetPath(Record);

    /// <summary>Gets the folder's name in the letter case of the lowest layer that supplies it.</summary>
    public ReadOnlySpan<char> Name =>
        Folder->Name is null ? _snapshot.Paths.GetName(Record) : new ReadOnlySpan<char>(Folder->Name, Record->NameLength);

    /// <summary>
    /// Gets a value indicating whether the folder is a target or below one. If false, the folder is an ancestor of a target.
    /// </summary>
    public bool IsInTarget => Folder->InTarget;

    /// <summary>
    /// Gets a value indicating whether a mod hides the game's own folder of this path, so that only mods' files are seen.
    /// </summary>
    internal bool IsOpaque => Folder->IsOpaque;

    /// <summary>Gets the number of real folders that lie over this folder.</summary>
    public int SourceCount => Folder->SourceCount;

    /// <summary>
    /// Returns the real folder <paramref name="index"/> (0: highest priority), in real-path form with a trailing backslash. The text is made
    /// at the first call, in the snapshot's native memory.
    /// </summary>
    public ReadOnlySpan<char> GetSource(int index) => Sources[index].Text;

    /// <summary>Returns the handle of the layer that supplies <see cref="GetSource"/>.</summary>
    public int GetSourceLayer(int index) => Sources[index].Layer;

    /// <summary>Gets the real folders that lie over this folder, the one of the highest priority first.</summary>
    internal FolderSources Sources => new(_snapshot, Folder);

    /// <summary>Gets the number of names that mods supply in the folder.</summary>
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

    /// <summary>Enumerates the entries in no particular order. Files appended meanwhile may or may not be included.</summary>
    public Enumerator GetEnumerator() => new(_snapshot, Folder, Appended);

    /// <summary>An enumerator of entries that allocates nothing.</summary>
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

        /// <summary>Gets the current entry.</summary>
        public readonly EntryView Current => new(_snapshot, _current);

        /// <summary>Advances to the next entry.</summary>
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
