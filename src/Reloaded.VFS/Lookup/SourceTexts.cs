using Reloaded.VFS.Listings;
using Reloaded.VFS.Memory;
using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Lookup;

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
