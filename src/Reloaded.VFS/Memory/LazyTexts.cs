using System.Runtime.InteropServices;

namespace Reloaded.VFS.Memory;

/// <summary>
/// Native texts that are made when they are first asked for and live as long as this object; the finaliser frees them. Thread-safe without
/// locks: of two threads that make the same text, one throws its own away.
/// </summary>
internal sealed unsafe class LazyTexts(NativeByteCounter counter)
{
    // In front of each text.
    private struct Header
    {
        public Header* Next;
        public nuint Size;
    }

    /// <summary>Frees them; made with the first text, since many file systems never have one.</summary>
    private sealed class Owner(NativeByteCounter counter)
    {
        public nint Texts;

        ~Owner()
        {
            var text = (Header*)Texts;
            while (text is not null)
            {
                Header* next = text->Next;
                counter.Add(-(long)text->Size);
                NativeMemory.Free(text);
                text = next;
            }
        }
    }

    private Owner? _owner;

    /// <summary>Room for a text that no other thread knows yet; to be given to <see cref="Publish"/>.</summary>
    public static char* Allocate(int length)
    {
        nuint size = (nuint)sizeof(Header) + ((nuint)length * sizeof(char));
        var header = (Header*)NativeMemory.Alloc(size);
        header->Size = size;
        return (char*)(header + 1);
    }

    /// <summary>Puts a text, now complete, where readers find it; returns the one that is there, which may be another thread's.</summary>
    /// <param name="place">0 until then; aligned.</param>
    /// <param name="text">From <see cref="Allocate"/>.</param>
    public char* Publish(nint* place, char* text)
    {
        Header* header = (Header*)text - 1;
        nint other = Interlocked.CompareExchange(ref *place, (nint)text, 0);
        if (other != 0)
        {
            NativeMemory.Free(header);
            return (char*)other;
        }

        counter.Add((long)header->Size);
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
