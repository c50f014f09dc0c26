namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>A snapshot's folder in a form for listings. Valid while the snapshot is kept alive.</summary>
internal readonly ref struct SnapshotFolder : IOverlayFolder
{
    private readonly MergedView _view;
    private readonly FolderView _folder;
    private readonly int _pathId;
    private readonly bool _exists;

    internal SnapshotFolder(MergedView view, FolderView folder)
    {
        _view = view;
        _folder = folder;
        _pathId = folder.PathId;
        _exists = true;
    }

    /// <summary>Wraps a folder in which mods supply nothing now.</summary>
    internal SnapshotFolder(MergedView view, int pathId)
    {
        _view = view;
        _pathId = pathId;
    }

    /// <summary>Gets a value indicating whether a mod hides the game's own folder.</summary>
    public bool IsOpaque => _exists && _folder.IsOpaque;

    public bool Leads => _exists && IsLed(_folder.Path.Length);
    public bool LeadsAround => _exists && IsLed(VirtualPath.GetParent(_folder.Path).Length);

    /// <summary>Gets the mods' real folders.</summary>
    public FolderSources Sources => _exists ? _folder.Sources : default;

    public int SourceCount => Sources.Count;

    public ReadOnlySpan<char> GetSource(int index) => _folder.GetSource(index);

    public bool TryFind(scoped ReadOnlySpan<char> name, out OverlayEntry entry)
    {
        // A folder that only leads to a target isn't found here: the game's own record is used.
        if (_exists && _folder.TryFind(name, out EntryView view))
        {
            entry = EntryOf(view);
            return true;
        }

        // A companion of a mod's file may exist before the snapshot has it.
        if (_view.Companions.TryFindPlace(_pathId, name, out string companion, out string besideFolder, out string besideName))
        {
            entry = new OverlayEntry(companion, false, besideFolder, besideName);
            return true;
        }

        // A file that the game created in place of a whited-out name is seen at once, before the snapshot has it.
        if (_view.Whiteouts.TryGetPlace(_pathId, name, out string seen, out string realFolder, out string realName))
        {
            entry = new OverlayEntry(seen, false, realFolder, realName, letters: LettersOf(seen, realName));
            return true;
        }

        entry = default;
        return false;
    }

    public void Visit<TVisitor>(scoped ref TVisitor visitor)
        where TVisitor : IOverlayVisitor, allows ref struct
    {
        if (_exists)
        {
            foreach (EntryView view in _folder)
                visitor.OnEntry(EntryOf(view));
        }

        foreach (string name in _view.Companions.In(_pathId))
        {
            if (!(_exists && _folder.TryFind(name, out _)) && TryFind(name, out OverlayEntry entry))
                visitor.OnEntry(entry);
        }

        if (!_view.Whiteouts.Any)
            return;
        foreach (string name in _view.Whiteouts.NamesIn(_pathId))
        {
            if (!(_exists && _folder.TryFind(name, out _)) && TryFind(name, out OverlayEntry entry))
                visitor.OnEntry(entry);
        }
    }

    // The spans lead into the snapshot, not into 'view' as the compiler must assume.
    private OverlayEntry EntryOf(scoped in EntryView view)
    {
        view.Resolve(out ReadOnlySpan<char> name, out ReadOnlySpan<char> backingFolder, out ReadOnlySpan<char> backingName, out int rank);
        if (!view.IsFolder && _view.Companions.TryFindPlace(_pathId, name, out _, out string folder, out string real))
            return new OverlayEntry(Unbound(name), false, folder, real);
        if (_view.Whiteouts.TryGetPlace(_folder, view, out folder, out real, out string? letters))
            return new OverlayEntry(Unbound(name), false, folder, real, letters: LettersOf(name, real));
        return new OverlayEntry(letters ?? Unbound(name), view.IsFolder, Unbound(backingFolder), Unbound(backingName),
            view.IsFolder && _view.Writes.Leads(view.Layer, _folder.Path.Length + 1),
            letters is null ? EntryLetters.OfLayers : EntryLetters.Given, rank);
    }

    public bool IsOverwritten(scoped ReadOnlySpan<char> folder) => _view.Writes.Overwrite?.Contains(folder) == true;

    private bool IsLed(int pathLength) =>
        _folder.SourceCount > 0 && _view.Writes.Leads(_folder.GetSourceLayer(0), pathLength);

    // A single file that is laid over a name has another name of its own.
    private static EntryLetters LettersOf(scoped ReadOnlySpan<char> name, string real) =>
        CaseFolding.Equals(name, real) ? EntryLetters.OnDisk : EntryLetters.OfLayers;

    private static ReadOnlySpan<char> Unbound(scoped ReadOnlySpan<char> text) =>
        MemoryMarshal.CreateReadOnlySpan(ref MemoryMarshal.GetReference(text), text.Length);
}

/// <summary>The names that mods supply in one folder. Immutable during a call.</summary>
internal interface IOverlayFolder
{
    /// <summary>Gets the number of real folders over this one.</summary>
    int SourceCount { get; }

    /// <summary>Returns the real folder <paramref name="index"/>, in NT form with a trailing backslash.</summary>
    ReadOnlySpan<char> GetSource(int index);

    /// <summary>
    /// Gets a value indicating whether the game sees the first real folder in place of this one, even if the game has the folder itself.
    /// </summary>
    bool Leads { get; }

    /// <summary>Gets a value indicating whether the game sees the first real folder's parent in place of this folder's parent.</summary>
    bool LeadsAround { get; }

    /// <summary>
    /// Determines whether a real folder, in NT form with a trailing backslash, belongs to the overwrite folder, so that the 8.3 names in
    /// the folder are the game's.
    /// </summary>
    bool IsOverwritten(scoped ReadOnlySpan<char> folder);

    /// <summary>Finds a name in any letter case.</summary>
    bool TryFind(scoped ReadOnlySpan<char> name, out OverlayEntry entry);

    /// <summary>Passes every entry to <paramref name="visitor"/>, in no particular order.</summary>
    void Visit<TVisitor>(scoped ref TVisitor visitor)
        where TVisitor : IOverlayVisitor, allows ref struct;
}

/// <summary>A visitor of a folder's entries.</summary>
internal interface IOverlayVisitor
{
    /// <summary>Visits one entry.</summary>
    void OnEntry(scoped in OverlayEntry entry);
}

/// <summary>The origins of the letter case in which a name of mods is listed.</summary>
internal enum EntryLetters
{
    /// <summary>The lowest layer that has the name, or the game if it has a file of the name.</summary>
    OfLayers,

    /// <summary>The winner's file, whatever other layers have: the game created it anew.</summary>
    OnDisk,

    /// <summary>The entry's name, whatever other layers and the winner's file have: the game created the file with these letters.</summary>
    Given,
}

/// <summary>A name that mods supply.</summary>
internal readonly ref struct OverlayEntry(ReadOnlySpan<char> name, bool isFolder, ReadOnlySpan<char> backingFolder,
    ReadOnlySpan<char> backingName, bool leads = false, EntryLetters letters = EntryLetters.OfLayers, int source = -1)
{
    /// <summary>The name, in the letter case of the first mod that has it.</summary>
    internal readonly ReadOnlySpan<char> Name = name;

    internal readonly bool IsFolder = isFolder;

    /// <summary>For a folder: true if the game sees the winner's record, even if the game has the folder itself.</summary>
    internal readonly bool Leads = leads;

    /// <summary>The origin of the letter case in which the name is listed.</summary>
    internal readonly EntryLetters Letters = letters;

    /// <summary>The real folder that holds the winner, in NT form with a trailing backslash; empty if no real folder does.</summary>
    internal readonly ReadOnlySpan<char> BackingFolder = backingFolder;

    /// <summary>The winner's real name in <see cref="BackingFolder"/>.</summary>
    internal readonly ReadOnlySpan<char> BackingName = backingName;

    /// <summary>The rank of <see cref="BackingFolder"/> among the folder's sources, if it is known; -1 if the text has to tell.</summary>
    internal readonly int Source = source;
}
