using Reloaded.VFS.Trees;

namespace Reloaded.VFS.Snapshots;

/// <summary>One name that mods supply in a folder. Valid as long as the snapshot is kept alive. Nothing here allocates.</summary>
public readonly unsafe ref struct EntryView
{
    private readonly Snapshot _snapshot;
    private readonly LookupEntry* _entry;

    internal EntryView(Snapshot snapshot, LookupEntry* entry)
    {
        _snapshot = snapshot;
        _entry = entry;
    }

    private LookupTree* Tree => _snapshot.Tree;

    /// <summary>The name that the game sees, as the lowest layer that has such a file or folder cases it.</summary>
    public ReadOnlySpan<char> Name => LookupTree.GetName(Tree, _entry);

    /// <summary>Whether it's a folder.</summary>
    public bool IsFolder => (_entry->Flags & LookupEntryFlags.Folder) != 0;

    /// <summary>A folder's stable id; -1 for a file.</summary>
    public int PathId => IsFolder ? _entry->Value : -1;

    /// <summary>The handle of the winning layer.</summary>
    public int Layer => Origin->Layer;

    /// <summary>
    /// The real folder that holds the winner, target form, trailing backslash. For a folder: of the winning source's parent; empty where the
    /// source is a drive's root, which has none.
    /// </summary>
    public ReadOnlySpan<char> TargetFolder
    {
        get
        {
            var folder = new ReadOnlySpan<char>(Origin->Folder, Origin->FolderLength);
            if (!IsFolder)
                return folder;
            ReadOnlySpan<char> parent = folder[..(folder[..^1].LastIndexOfAny('\\', '/') + 1)];
            return parent.SequenceEqual(@"\??\") ? default : parent;
        }
    }

    /// <summary>The winner's real name in <see cref="TargetFolder"/>.</summary>
    public ReadOnlySpan<char> TargetName
    {
        get
        {
            if (!IsFolder)
                return LookupTree.GetRealName(Tree, _entry);
            ReadOnlySpan<char> folder = new ReadOnlySpan<char>(Origin->Folder, Origin->FolderLength)[..^1];
            return folder[(folder.LastIndexOfAny('\\', '/') + 1)..];
        }
    }

    // Of a folder: its winning source.
    private Origin* Origin => LookupTree.GetOrigin(Tree, IsFolder ? Tree->Sources[Tree->Folders[_entry->Value].FirstSource] : _entry->Value);
}
