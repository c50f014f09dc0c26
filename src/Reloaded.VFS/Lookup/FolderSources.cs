using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Lookup;

/// <summary>
/// The real folders behind a virtual one, the one of the highest priority first. Valid while the snapshot is kept alive. Allocates nothing.
/// </summary>
internal readonly unsafe ref struct FolderSources
{
    private readonly Snapshot _snapshot;
    private readonly LookupFolder* _folder;

    internal FolderSources(Snapshot snapshot, LookupFolder* folder)
    {
        _snapshot = snapshot;
        _folder = folder;
    }

    /// <summary>Gets the number of real folders; the default value has none.</summary>
    public int Count => _folder is null ? 0 : _folder->SourceCount;

    /// <summary>Gets a real folder by its rank; 0 is the highest.</summary>
    public FolderSource this[int rank]
    {
        get
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)rank, (uint)Count, nameof(rank));
            return new FolderSource(_snapshot, _folder, rank);
        }
    }

    /// <summary>Enumerates the real folders.</summary>
    public Enumerator GetEnumerator() => new(this);

    /// <summary>An enumerator of real folders that allocates nothing.</summary>
    public ref struct Enumerator
    {
        private readonly FolderSources _sources;
        private readonly int _count;
        private int _rank;

        internal Enumerator(FolderSources sources)
        {
            _sources = sources;
            _count = sources.Count;
            _rank = -1;
        }

        /// <summary>Gets the current real folder.</summary>
        public readonly FolderSource Current => new(_sources._snapshot, _sources._folder, _rank);

        /// <summary>Advances to the next real folder.</summary>
        public bool MoveNext() => ++_rank < _count;
    }
}

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
