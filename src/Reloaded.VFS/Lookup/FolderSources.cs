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

    public string PathOf(ReadOnlySpan<char> name) => string.Concat(Text, name);
}

/// <summary>
/// The whole paths of real folders and their files' names as UTF-16. Made when a folder's text is first requested: look-ups do without.
/// Kept as long as the snapshot. Thread-safe without locks.
/// </summary>
internal sealed unsafe class SourceTexts(NativeByteCounter counter)
{
    private readonly LazyTexts _texts = new(counter);

    /// <summary>Returns the real path of a source, with a trailing separator.</summary>
    public ReadOnlySpan<char> Get(LookupTree* tree, LookupSource* source, PathRecord* folder)
    {
        LookupLayer* layer = tree->Layers + source->Layer;
        int length = layer->RootLength + GetTailLength(tree, source, folder);
        return new ReadOnlySpan<char>(length == layer->RootLength ? layer->Root : GetText(tree, source, folder), length);
    }

    /// <summary>Returns a listed file's name.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="source">The source that contains the file.</param>
    /// <param name="folder">The virtual folder.</param>
    /// <param name="offset">The offset of the name in the listing.</param>
    /// <param name="name">The name.</param>
    public ReadOnlySpan<char> GetName(LookupTree* tree, LookupSource* source, PathRecord* folder, uint offset, PackedText name)
    {
        LookupLayer* layer = tree->Layers + source->Layer;
        if (name.IsWide)
            return new ReadOnlySpan<char>(layer->Names + offset, name.Length);
        char* names = GetText(tree, source, folder) + layer->RootLength + GetTailLength(tree, source, folder);
        return new ReadOnlySpan<char>(names + (offset - GetNames(layer, source).First), name.Length);
    }

    private static int GetTailLength(LookupTree* tree, LookupSource* source, PathRecord* folder) =>
        source->Tail >= 0 ? tree->Tails[source->Tail].Length : folder->Length - tree->Layers[source->Layer].VirtualLength;

    /// <summary>Returns the range in the listing that contains the names of a source's files.</summary>
    private static (uint First, uint Length) GetNames(LookupLayer* layer, LookupSource* source) =>
        FolderListing.GetNameRange(layer->ListedFolders[source->ListedFolder], layer->ListedFiles);

    private char* GetText(LookupTree* tree, LookupSource* source, PathRecord* folder)
    {
        var text = (char*)Volatile.Read(ref source->Text);
        return text is not null ? text : Make(tree, source, folder);
    }

    private char* Make(LookupTree* tree, LookupSource* source, PathRecord* folder)
    {
        LookupLayer* layer = tree->Layers + source->Layer;
        (uint first, uint length) = GetNames(layer, source);
        int tailLength = GetTailLength(tree, source, folder), pathLength = layer->RootLength + tailLength;
        char* text = LazyTexts.Allocate(pathLength + (int)length);
        new ReadOnlySpan<char>(layer->Root, layer->RootLength).CopyTo(new Span<char>(text, pathLength));
        var tail = new Span<char>(text + layer->RootLength, tailLength);
        if (source->Tail >= 0)
            new ReadOnlySpan<char>(tree->Tails[source->Tail].Text, tailLength).CopyTo(tail);
        else if (tailLength > 0)
            PathRecord.CopyTail(folder, layer->VirtualLength + 1, tail);
        // Widened byte by byte, wide names too: every Latin-1 name is then at the position that its offset implies.
        PackedText.Widen(layer->Names + first, isWide: false, ref text[pathLength], length);
        return _texts.Publish(&source->Text, text);
    }
}
