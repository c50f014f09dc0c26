namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>What mods supply in one folder. Immutable during a call.</summary>
internal interface IOverlayFolder
{
    /// <summary>How many real folders lie over this one.</summary>
    int SourceCount { get; }

    /// <summary>The real folder <paramref name="index"/>, target form with a trailing backslash.</summary>
    ReadOnlySpan<char> GetSource(int index);

    /// <summary>Whether the first real folder is what the game sees of this one, whether or not the game has it itself.</summary>
    bool Leads { get; }

    /// <summary>Whether the folder around the first real folder is what the game sees of the one around this.</summary>
    bool LeadsAround { get; }

    /// <summary>Whether a real folder, target form with a trailing backslash, is of the overwrite folder: its 8.3 names are the game's.</summary>
    bool IsOverwritten(scoped ReadOnlySpan<char> folder);

    /// <summary>Finds a name in any letter case.</summary>
    bool TryFind(scoped ReadOnlySpan<char> name, out OverlayEntry entry);

    /// <summary>Shows every entry to <paramref name="visitor"/>, in no particular order.</summary>
    void Visit<TVisitor>(scoped ref TVisitor visitor)
        where TVisitor : IOverlayVisitor, allows ref struct;
}

/// <summary>Sees a folder's entries, one after the other.</summary>
internal interface IOverlayVisitor
{
    /// <summary>One entry.</summary>
    void OnEntry(scoped in OverlayEntry entry);
}

/// <summary>One name that mods supply.</summary>
internal readonly ref struct OverlayEntry(ReadOnlySpan<char> name, bool isFolder, ReadOnlySpan<char> targetFolder,
    ReadOnlySpan<char> targetName, bool leads = false, bool hasOwnLetters = false)
{
    /// <summary>The name, as the first of the mods that have it cases it.</summary>
    internal readonly ReadOnlySpan<char> Name = name;

    /// <summary>Whether it's a folder.</summary>
    internal readonly bool IsFolder = isFolder;

    /// <summary>Of a folder: whether the winner is what the game sees of it, also where the game itself has it.</summary>
    internal readonly bool Leads = leads;

    /// <summary>
    /// Whether the name is seen in the letters that the winner has on disk, whatever those of others are: the game has made it anew.
    /// </summary>
    internal readonly bool HasOwnLetters = hasOwnLetters;

    /// <summary>The real folder that holds the winner, target form, trailing backslash; empty where no real folder does.</summary>
    internal readonly ReadOnlySpan<char> TargetFolder = targetFolder;

    /// <summary>The winner's real name in <see cref="TargetFolder"/>.</summary>
    internal readonly ReadOnlySpan<char> TargetName = targetName;
}
