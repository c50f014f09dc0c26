using Reloaded.VFS.Layers;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Lookup;

/// <summary>
/// One name that mods supply in a folder. Valid as long as the snapshot is kept alive. Allocates nothing on the managed heap.
/// </summary>
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

    /// <summary>The name that the game sees, as the lowest layer that has such a file or folder cases it.</summary>
    public ReadOnlySpan<char> Name =>
        LookupTree.TryGetName(Tree, _entry, out ReadOnlySpan<char> name) ? name : IsFolder ? _snapshot.Paths.GetName(Folder) : ListedName;

    /// <summary>Whether it's a folder.</summary>
    public bool IsFolder => _entry.Has(LookupEntryFlags.Folder);

    /// <summary>A folder's stable id; -1 for a file.</summary>
    public int PathId => IsFolder ? Folder->Id : -1;

    /// <summary>The handle of the winning layer.</summary>
    public int Layer => IsFolder ? Tree->Layers[WinningSource->Layer].Handle : LookupTree.GetLayer(Tree, _entry);

    /// <summary>
    /// The real folder that holds the winner, target form, trailing backslash. For a folder: of the winning source's parent; empty where
    /// the source is a drive's root, which has none.
    /// </summary>
    public ReadOnlySpan<char> TargetFolder
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

    /// <summary>The winner's real name in <see cref="TargetFolder"/>.</summary>
    public ReadOnlySpan<char> TargetName
    {
        get
        {
            if (!IsFolder)
                return _entry.Has(LookupEntryFlags.Single) ? SingleFile.GetRealName(LookupTree.GetSingle(Tree, _entry)) : ListedName;
            ReadOnlySpan<char> folder = _snapshot.Texts.Get(Tree, WinningSource, Folder)[..^1];
            return folder[(folder.LastIndexOfAny('\\', '/') + 1)..];
        }
    }

    // A folder's own, else that of the folder that holds the file.
    private PathRecord* Folder => LookupTree.GetFolder(Tree, _entry);

    private LookupSource* WinningSource => &Tree->Folders[Folder->Id].Source;

    private ReadOnlySpan<char> ListedName =>
        _snapshot.Texts.GetName(Tree, SourceOfFile, Folder, LookupTree.RealNameOf(Tree, _entry), LookupTree.GetPackedName(Tree, _entry));

    private LookupSource* SourceOfFile
    {
        get
        {
            // The entry knows its layer and the tail: the folder has a source of just these.
            int tail = _entry.Has(LookupEntryFlags.OwnTail) ? (int)_entry.Value : -1;
            LookupFolder* folder = Tree->Folders + Folder->Id;
            LookupSource* source = &folder->Source;
            for (int i = 1; source->Layer != (int)_entry.Layer || source->Tail != tail; i++)
                source = LookupTree.GetSource(Tree, folder, i);
            return source;
        }
    }
}
