using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Trees;

/// <summary>The 32-bit hash of a folded name or path that the tables are keyed by; never 0, which marks a free slot.</summary>
internal static unsafe class NameHash
{
    /// <summary>Texts up to this length are folded on the stack (1 KB).</summary>
    public const int StackChars = 512;

    /// <summary>Folds <paramref name="text"/> into <paramref name="buffer"/> (at least as long) and hashes it in one pass.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(ReadOnlySpan<char> text, Span<char> buffer)
    {
        uint hash = 2166136261;
        for (int i = 0; i < text.Length; i++)
        {
            char c = CaseFolding.ToUpper(text[i]);
            buffer[i] = c;
            hash = (hash ^ c) * 16777619;
        }

        hash *= 0x9E3779B1;
        return hash == 0 ? 1 : hash;
    }

    /// <summary>For writers: text of any length; beyond <see cref="StackChars"/> through a native buffer.</summary>
    [SkipLocalsInit]
    public static uint Of(ReadOnlySpan<char> text)
    {
        if (text.Length <= StackChars)
            return Of(text, stackalloc char[StackChars]);

        var buffer = (char*)NativeMemory.Alloc((nuint)text.Length, sizeof(char));
        try
        {
            return Of(text, new Span<char>(buffer, text.Length));
        }
        finally
        {
            NativeMemory.Free(buffer);
        }
    }

    /// <summary>Where probing starts in a table of <paramref name="capacity"/> slots (any size; the hash's high bits decide).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Slot(uint hash, uint capacity) => (uint)(((ulong)hash * capacity) >> 32);
}
