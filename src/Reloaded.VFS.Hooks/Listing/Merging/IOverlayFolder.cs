namespace Reloaded.VFS.Hooks.Listing.Merging;

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

/// <summary>A name that mods supply.</summary>
internal readonly ref struct OverlayEntry(ReadOnlySpan<char> name, bool isFolder, ReadOnlySpan<char> backingFolder,
    ReadOnlySpan<char> backingName, bool leads = false, bool hasOwnLetters = false)
{
    /// <summary>The name, in the letter case of the first mod that has it.</summary>
    internal readonly ReadOnlySpan<char> Name = name;

    /// <summary>True if the name is a folder.</summary>
    internal readonly bool IsFolder = isFolder;

    /// <summary>For a folder: true if the game sees the winner's record, even if the game has the folder itself.</summary>
    internal readonly bool Leads = leads;

    /// <summary>
    /// True if the name is seen in the winner's letter case on disk, whatever that of other layers: the game created the file anew.
    /// </summary>
    internal readonly bool HasOwnLetters = hasOwnLetters;

    /// <summary>The real folder that holds the winner, in NT form with a trailing backslash; empty if no real folder does.</summary>
    internal readonly ReadOnlySpan<char> BackingFolder = backingFolder;

    /// <summary>The winner's real name in <see cref="BackingFolder"/>.</summary>
    internal readonly ReadOnlySpan<char> BackingName = backingName;
}
