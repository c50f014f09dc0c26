using Reloaded.VFS.Layers;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Lookup;

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

    /// <summary>
    /// Gets the rank of the real folder that holds a file among its folder's <see cref="FolderView.Sources"/>; -1 for a folder, and for a
    /// single file that was laid over the name.
    /// </summary>
    internal int SourceRank
    {
        get
        {
            if (IsFolder || _entry.Has(LookupEntryFlags.Single))
                return -1;
            _ = FindSource(out int rank);
            return rank;
        }
    }

    // The folder itself, or the folder that holds the file.
    private PathRecord* Folder => LookupTree.GetFolder(Tree, _entry);

    private LookupSource* WinningSource => &Tree->Folders[Folder->Id].Source;

    private ReadOnlySpan<char> ListedName =>
        _snapshot.Texts.GetName(Tree, SourceOfFile, Folder, LookupTree.RealNameOf(Tree, _entry), LookupTree.GetPackedName(Tree, _entry));

    private LookupSource* SourceOfFile => FindSource(out _);

    private LookupSource* FindSource(out int rank)
    {
        rank = 0;
        // The entry knows its layer and tail, and exactly one source of the folder has both.
        int tail = _entry.Has(LookupEntryFlags.OwnTail) ? (int)_entry.Value : -1;
        LookupFolder* folder = Tree->Folders + Folder->Id;
        LookupSource* source = &folder->Source;
        while (source->Layer != (int)_entry.Layer || source->Tail != tail)
            source = LookupTree.GetSource(Tree, folder, ++rank);
        return source;
    }
}
