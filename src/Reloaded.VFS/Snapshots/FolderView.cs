namespace Reloaded.VFS.Snapshots;

/// <summary>One folder of a snapshot: what mods supply in it. Valid as long as the snapshot is kept alive.</summary>
public readonly unsafe ref struct FolderView
{
    /// <summary>The folder's stable id.</summary>
    public int PathId => throw new NotImplementedException();

    /// <summary>How many real folders lie over this one.</summary>
    public int SourceCount => throw new NotImplementedException();

    /// <summary>The real folder <paramref name="index"/> (0: the highest priority), in target form with a trailing backslash.</summary>
    public ReadOnlySpan<char> GetSource(int index) => throw new NotImplementedException();

    /// <summary>How many names mods supply in it.</summary>
    public int EntryCount => throw new NotImplementedException();

    /// <summary>Finds a name in any letter case.</summary>
    public bool TryFind(ReadOnlySpan<char> name, out EntryView entry) => throw new NotImplementedException();

    /// <summary>The entries, in no particular order: <c>foreach (EntryView e in folder)</c>.</summary>
    public Enumerator GetEnumerator() => throw new NotImplementedException();

    /// <summary>Walks the entries without allocating.</summary>
    public ref struct Enumerator
    {
        /// <summary>The entry.</summary>
        public readonly EntryView Current => throw new NotImplementedException();

        /// <summary>To the next entry.</summary>
        public bool MoveNext() => throw new NotImplementedException();
    }
}

/// <summary>One name that mods supply in a folder.</summary>
public readonly ref struct EntryView
{
    /// <summary>The name that the game sees, as the winning mod cases it.</summary>
    public ReadOnlySpan<char> Name => throw new NotImplementedException();

    /// <summary>Whether it's a folder.</summary>
    public bool IsFolder => throw new NotImplementedException();

    /// <summary>The real folder that holds the winner, target form, trailing backslash. For a folder: of the winning source's parent.</summary>
    public ReadOnlySpan<char> TargetFolder => throw new NotImplementedException();

    /// <summary>The winner's real name in <see cref="TargetFolder"/>.</summary>
    public ReadOnlySpan<char> TargetName => throw new NotImplementedException();
}
