using System.Runtime.InteropServices;

namespace Reloaded.VFS.Trees;

/// <summary>
/// The whole paths of real folders, each put together when it's first asked for: look-ups do without them, listings want them in one piece. Kept
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
        ReadOnlySpan<char> tail = source->Tail >= 0
            ? new ReadOnlySpan<char>(tree->Tails[source->Tail].Text, tree->Tails[source->Tail].Length)
            : new ReadOnlySpan<char>(PathRecord.GetText(folder) + layer->VirtualLength + 1, folder->Length - layer->VirtualLength);
        if (tail.IsEmpty)
            return new ReadOnlySpan<char>(layer->Root, layer->RootLength);

        int length = layer->RootLength + tail.Length;
        var text = (char*)Volatile.Read(ref source->Text);
        return new ReadOnlySpan<char>(text != null ? text : Make(source, new ReadOnlySpan<char>(layer->Root, layer->RootLength), tail), length);
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

    private char* Make(LookupSource* source, ReadOnlySpan<char> root, ReadOnlySpan<char> tail)
    {
        nuint size = (nuint)sizeof(Header) + ((nuint)(root.Length + tail.Length) * sizeof(char));
        var header = (Header*)NativeMemory.Alloc(size);
        var text = (char*)(header + 1);
        root.CopyTo(new Span<char>(text, root.Length));
        tail.CopyTo(new Span<char>(text + root.Length, tail.Length));
        nint other = Interlocked.CompareExchange(ref source->Text, (nint)text, 0);
        if (other != 0)
        {
            NativeMemory.Free(header);
            return (char*)other;
        }

        counter.Add((long)size);
        header->Size = size;
        nint first;
        do
        {
            first = _texts;
            header->Next = (Header*)first;
        }
        while (Interlocked.CompareExchange(ref _texts, (nint)header, first) != first);
        return text;
    }
}
