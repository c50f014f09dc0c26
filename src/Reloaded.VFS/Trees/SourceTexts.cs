using System.Runtime.InteropServices;

namespace Reloaded.VFS.Trees;

/// <summary>
/// The whole paths of real folders and their files' names as UTF-16, made when a folder's are first asked for: look-ups do without them. Kept
/// as long as the snapshot. Thread-safe without locks: of two threads that make the same text, one throws its own away.
/// </summary>
internal sealed unsafe class SourceTexts(NativeByteCounter counter)
{
    // In front of each text.
    private struct Header
    {
        public Header* Next;
        public nuint Size;
    }

    private nint _texts;

    /// <summary>The real path of a source, with a trailing separator.</summary>
    public ReadOnlySpan<char> Get(LookupTree* tree, LookupSource* source, PathRecord* folder)
    {
        LookupLayer* layer = tree->Layers + source->Layer;
        ReadOnlySpan<char> tail = GetTail(tree, source, folder);
        return tail.IsEmpty
            ? new ReadOnlySpan<char>(layer->Root, layer->RootLength)
            : new ReadOnlySpan<char>(GetText(tree, source, tail), layer->RootLength + tail.Length);
    }

    /// <summary>A listed file's name.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="source">The source that the file lies in.</param>
    /// <param name="folder">Its folder.</param>
    /// <param name="offset">Where the name is in the listing.</param>
    /// <param name="name">The name.</param>
    public ReadOnlySpan<char> GetName(LookupTree* tree, LookupSource* source, PathRecord* folder, uint offset, PackedText name)
    {
        LookupLayer* layer = tree->Layers + source->Layer;
        if (name.IsWide)
            return new ReadOnlySpan<char>(layer->Names + offset, name.Length);
        ReadOnlySpan<char> tail = GetTail(tree, source, folder);
        char* names = GetText(tree, source, tail) + layer->RootLength + tail.Length;
        return new ReadOnlySpan<char>(names + (offset - GetNames(layer, source).First), name.Length);
    }

    private static ReadOnlySpan<char> GetTail(LookupTree* tree, LookupSource* source, PathRecord* folder)
    {
        int virtualLength = tree->Layers[source->Layer].VirtualLength;
        return source->Tail >= 0
            ? new ReadOnlySpan<char>(tree->Tails[source->Tail].Text, tree->Tails[source->Tail].Length)
            : new ReadOnlySpan<char>(PathRecord.GetText(folder) + virtualLength + 1, folder->Length - virtualLength);
    }

    /// <summary>Where in the listing the names of a source's files are.</summary>
    private static (uint First, uint Length) GetNames(LookupLayer* layer, LookupSource* source) =>
        FolderListing.GetNameRange(layer->ListedFolders[source->ListedFolder], layer->ListedFiles);

    private char* GetText(LookupTree* tree, LookupSource* source, ReadOnlySpan<char> tail)
    {
        var text = (char*)Volatile.Read(ref source->Text);
        return text != null ? text : Make(tree->Layers + source->Layer, source, tail);
    }

    ~SourceTexts()
    {
        var text = (Header*)_texts;
        while (text != null)
        {
            Header* next = text->Next;
            counter.Add(-(long)text->Size);
            NativeMemory.Free(text);
            text = next;
        }
    }

    private char* Make(LookupLayer* layer, LookupSource* source, ReadOnlySpan<char> tail)
    {
        (uint first, uint length) = GetNames(layer, source);
        int pathLength = layer->RootLength + tail.Length;
        nuint size = (nuint)sizeof(Header) + (((nuint)pathLength + length) * sizeof(char));
        var header = (Header*)NativeMemory.Alloc(size);
        var text = (char*)(header + 1);
        new ReadOnlySpan<char>(layer->Root, layer->RootLength).CopyTo(new Span<char>(text, pathLength));
        tail.CopyTo(new Span<char>(text + layer->RootLength, tail.Length));
        // Byte by byte, whatever they are: so each of the names that have a byte a character is where its offset says.
        PackedText.Widen(layer->Names + first, isWide: false, ref text[pathLength], length);
        nint other = Interlocked.CompareExchange(ref source->Text, (nint)text, 0);
        if (other != 0)
        {
            NativeMemory.Free(header);
            return (char*)other;
        }

        counter.Add((long)size);
        header->Size = size;
        nint next;
        do
        {
            next = _texts;
            header->Next = (Header*)next;
        }
        while (Interlocked.CompareExchange(ref _texts, (nint)header, next) != next);
        return text;
    }
}
