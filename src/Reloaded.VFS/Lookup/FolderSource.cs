using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Lookup;

/// <summary>One of the real folders behind a virtual one. Valid while the snapshot is kept alive.</summary>
internal readonly unsafe ref struct FolderSource
{
    private readonly Snapshot _snapshot;
    private readonly LookupFolder* _folder;

    internal FolderSource(Snapshot snapshot, LookupFolder* folder, int rank)
    {
        _snapshot = snapshot;
        _folder = folder;
        Rank = rank;
    }

    private LookupSource* Source => LookupTree.GetSource(_snapshot.Tree, _folder, Rank);

    /// <summary>Gets the rank among the folder's sources; 0 is the highest.</summary>
    public int Rank { get; }

    /// <summary>Gets the handle of the layer that supplies the real folder.</summary>
    public int Layer => _snapshot.Tree->Layers[Source->Layer].Handle;

    /// <summary>
    /// Gets the real folder in real-path form, with a backslash at the end. The text is made at the first call, in the snapshot's native
    /// memory.
    /// </summary>
    public ReadOnlySpan<char> Text =>
        _snapshot.Texts.Get(_snapshot.Tree, Source, LookupTree.GetPath(_snapshot.Tree, _folder->Record));

    /// <summary>Gets the real folder as it is opened (<see cref="NtPath.ToOpen"/>).</summary>
    public ReadOnlySpan<char> Path => NtPath.ToOpen(Text);

    /// <summary>Gets the real folder without the backslash at the end, for comparisons (<see cref="NtPath.WithoutBackslash"/>).</summary>
    public ReadOnlySpan<char> Plain => NtPath.WithoutBackslash(Text);

    /// <summary>Returns the path of a name in the real folder.</summary>
    public string PathOf(ReadOnlySpan<char> name) => string.Concat(Text, name);
}
