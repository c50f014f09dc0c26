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

    /// <summary>Gets a value indicating whether the folder is a target or below one. If not, it is an ancestor of one.</summary>
    public bool IsInTarget => Folder->InTarget;

    /// <summary>Gets a value indicating whether a mod hides the game's own folder of this path, so that only mods' are seen.</summary>
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

/// <summary>A name that mods supply in a folder. Valid while the snapshot is kept alive. Allocates nothing on the managed heap.</summary>
public readonly unsafe ref struct EntryView
{
    private readonly Snapshot _snapshot;
    private readonly LookupEntry _entry;

    internal EntryView(Snapshot snapshot, scoped in LookupEntry entry)
    {
        _snapshot = snapshot;
        _entry = entry;
    }

    private LookupTree* Tree => _snapshot.Tree;

    /// <summary>Gets the name that the game sees: the letter case is that of the lowest layer that supplies the name.</summary>
    public ReadOnlySpan<char> Name =>
        LookupTree.TryGetName(Tree, _entry, out ReadOnlySpan<char> name) ? name : IsFolder ? _snapshot.Paths.GetName(Folder) : ListedName;

    /// <summary>Gets a value indicating whether the entry is a folder.</summary>
    public bool IsFolder => _entry.Has(LookupEntryFlags.Folder);

    /// <summary>Gets the folder's stable id; -1 for a file.</summary>
    public int PathId => IsFolder ? Folder->Id : -1;

    /// <summary>Gets the handle of the winning layer.</summary>
    public int Layer => IsFolder ? Tree->Layers[WinningSource->Layer].Handle : LookupTree.GetLayer(Tree, _entry);

    /// <summary>Gets the real folder that holds the winner, in real-path form, with a trailing backslash.</summary>
    /// <remarks>For a folder: the parent of the winning source; empty if the source is a drive's root.</remarks>
    public ReadOnlySpan<char> BackingFolder
    {
        get
        {
            if (!IsFolder)
                return _entry.Has(LookupEntryFlags.Single)
                    ? SingleFile.GetFolder(LookupTree.GetSingle(Tree, _entry))
                    : _snapshot.Texts.Get(Tree, SourceOfFile, Folder);
            ReadOnlySpan<char> folder = _snapshot.Texts.Get(Tree, WinningSource, Folder);
            ReadOnlySpan<char> parent = folder[..(folder[..^1].LastIndexOfAny('\\', '/') + 1)];
            return parent.SequenceEqual(NtPath.Prefix) ? default : parent;
        }
    }

    /// <summary>Gets the winner's real name in <see cref="BackingFolder"/>.</summary>
    public ReadOnlySpan<char> BackingName
    {
        get
        {
            if (!IsFolder)
                return _entry.Has(LookupEntryFlags.Single) ? SingleFile.GetRealName(LookupTree.GetSingle(Tree, _entry)) : ListedName;
            ReadOnlySpan<char> folder = _snapshot.Texts.Get(Tree, WinningSource, Folder)[..^1];
            return folder[(folder.LastIndexOfAny('\\', '/') + 1)..];
        }
    }

    /// <summary>Gets the name, and the winner's real folder and real name, with less work than one by one.</summary>
    /// <param name="name">The name that the game sees.</param>
    /// <param name="backingFolder">The real folder that holds the winner.</param>
    /// <param name="backingName">The winner's real name.</param>
    /// <param name="rank">
    /// The rank of the real folder that holds a file among its folder's <see cref="FolderView.Sources"/>; -1 for a folder, and for a single
    /// file that was laid over the name.
    /// </param>
    internal void Resolve(out ReadOnlySpan<char> name, out ReadOnlySpan<char> backingFolder, out ReadOnlySpan<char> backingName,
        out int rank)
    {
        if (IsFolder || _entry.Has(LookupEntryFlags.Single))
        {
            rank = -1;
            name = Name;
            backingFolder = BackingFolder;
            backingName = BackingName;
            return;
        }

        PathRecord* folder = Folder;
        LookupSource* source = FindSource(folder, out rank);
        backingFolder = _snapshot.Texts.Get(Tree, source, folder);
        backingName = GetListedName(source, folder);
        if (!LookupTree.TryGetName(Tree, _entry, out name))
            name = backingName;
    }

    // The folder itself, or the folder that holds the file.
    private PathRecord* Folder => LookupTree.GetFolder(Tree, _entry);

    private LookupSource* WinningSource => &Tree->Folders[Folder->Id].Source;

    private ReadOnlySpan<char> ListedName => GetListedName(SourceOfFile, Folder);

    private LookupSource* SourceOfFile => FindSource(Folder, out _);

    private ReadOnlySpan<char> GetListedName(LookupSource* source, PathRecord* folder) =>
        _snapshot.Texts.GetName(Tree, source, folder, LookupTree.RealNameOf(Tree, _entry), LookupTree.GetPackedName(Tree, _entry));

    private LookupSource* FindSource(PathRecord* record, out int rank)
    {
        rank = 0;
        // The entry knows its layer and tail, and exactly one source of the folder has both.
        int tail = _entry.Has(LookupEntryFlags.OwnTail) ? (int)_entry.Value : -1;
        LookupFolder* folder = Tree->Folders + record->Id;
        LookupSource* source = &folder->Source;
        while (source->Layer != (int)_entry.Layer || source->Tail != tail)
            source = LookupTree.GetSource(Tree, folder, ++rank);
        return source;
    }
}
