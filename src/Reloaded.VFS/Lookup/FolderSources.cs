namespace Reloaded.VFS.Lookup;

/// <summary>
/// The real folders behind a virtual one, the one of the highest priority first. Valid while the snapshot is kept alive. Allocates nothing.
/// </summary>
internal readonly unsafe ref struct FolderSources(Snapshot snapshot, LookupFolder* folder)
{
    /// <summary>Gets the number of real folders; the default value has none.</summary>
    public int Count => folder is null ? 0 : folder->SourceCount;

    /// <summary>Gets a real folder by its rank; 0 is the highest.</summary>
    public FolderSource this[int rank]
    {
        get
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)rank, (uint)Count, nameof(rank));
            return new FolderSource(snapshot, folder, rank);
        }
    }

    public Enumerator GetEnumerator() => new(snapshot, folder, Count);

    /// <summary>An enumerator of real folders that allocates nothing.</summary>
    public ref struct Enumerator(Snapshot snapshot, LookupFolder* folder, int count)
    {
        private int _rank = -1;

        public readonly FolderSource Current => new(snapshot, folder, _rank);

        public bool MoveNext() => ++_rank < count;
    }
}

/// <summary>One of the real folders behind a virtual one. Valid while the snapshot is kept alive.</summary>
internal readonly unsafe ref struct FolderSource(Snapshot snapshot, LookupFolder* folder, int rank)
{
    private LookupSource* Source => LookupTree.GetSource(snapshot.Tree, folder, rank);

    /// <summary>Gets the rank among the folder's sources; 0 is the highest.</summary>
    public int Rank => rank;

    /// <summary>Gets the handle of the layer that supplies the real folder.</summary>
    public int Layer => snapshot.Tree->Layers[Source->Layer].Handle;

    /// <summary>
    /// Gets the real folder in real-path form, with a backslash at the end. The text is made at the first call, in the snapshot's native
    /// memory.
    /// </summary>
    public ReadOnlySpan<char> Text => snapshot.Texts.Get(snapshot.Tree, Source, LookupTree.GetPath(snapshot.Tree, folder->Record));

    /// <summary>Gets the real folder as it is opened (<see cref="NtPath.ToOpen"/>).</summary>
    public ReadOnlySpan<char> Path => NtPath.ToOpen(Text);

    /// <summary>Gets the real folder without the backslash at the end, for comparisons (<see cref="NtPath.WithoutBackslash"/>).</summary>
    public ReadOnlySpan<char> Plain => NtPath.WithoutBackslash(Text);

    public string PathOf(ReadOnlySpan<char> name) => string.Concat(Text, name);
}

/// <summary>
/// The whole paths of real folders and their files' names as UTF-16. Made when a folder's text is first requested: look-ups don't need it.
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

    /// <summary>Returns the name of a file of a source from its offset in the listing.</summary>
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
