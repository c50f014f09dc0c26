namespace Reloaded.VFS.Memory;

/// <summary>Native texts that are made when first requested and kept as long as this object. A finaliser frees them.</summary>
/// <remarks>Thread-safe without locks: if two threads make the same text, one discards its own.</remarks>
internal sealed unsafe class LazyTexts(NativeByteCounter counter)
{
    // Precedes each text.
    private struct Header
    {
        public Header* Next;
        public nuint Size;
    }

    /// <summary>Frees the texts. Made with the first text, because many file systems never have one.</summary>
    private sealed class Owner(NativeByteCounter counter)
    {
        public nint Texts;

        ~Owner()
        {
            var text = (Header*)Texts;
            while (text is not null)
            {
                Header* next = text->Next;
                counter.Add(-(nint)text->Size);
                NativeMemory.Free(text);
                text = next;
            }
        }
    }

    private Owner? _owner;

    /// <summary>Allocates memory for a text that no other thread knows yet; pass it to <see cref="Publish"/>.</summary>
    public static char* Allocate(int length)
    {
        nuint size = (nuint)sizeof(Header) + ((nuint)length * sizeof(char));
        var header = (Header*)NativeMemory.Alloc(size);
        header->Size = size;
        return (char*)(header + 1);
    }

    /// <summary>Publishes a finished text to readers. Returns the published text, which may be another thread's.</summary>
    /// <param name="place">The aligned variable that receives the text; 0 until then.</param>
    /// <param name="text">The text, from <see cref="Allocate"/>.</param>
    public char* Publish(nint* place, char* text)
    {
        Header* header = (Header*)text - 1;
        nint other = Interlocked.CompareExchange(ref *place, (nint)text, 0);
        if (other != 0)
        {
            NativeMemory.Free(header);
            return (char*)other;
        }

        counter.Add((nint)header->Size);
        Owner owner = Volatile.Read(ref _owner) ?? Interlocked.CompareExchange(ref _owner, new Owner(counter), null) ?? _owner;
        nint next;
        do
        {
            next = owner.Texts;
            header->Next = (Header*)next;
        }
        while (Interlocked.CompareExchange(ref owner.Texts, (nint)header, next) != next);
        return text;
    }
}
