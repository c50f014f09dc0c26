using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Trees;

/// <summary>The 32-bit hash of a name or path in any letter case that the tables are keyed by; never 0, which marks a free slot.</summary>
internal static class NameHash
{
    /// <summary>Folds and hashes in one pass, whatever the length, without a buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(ReadOnlySpan<char> text) => Of(ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text)), (uint)text.Length);

    /// <summary>The same. The caller guarantees <paramref name="length"/> units.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(ref ushort text, nuint length)
    {
        uint hash = (uint)PathHash.HashFolded(ref text, length);
        return hash == 0 ? 1 : hash;
    }

    /// <summary>Where probing starts in a table of <paramref name="capacity"/> slots (any size; the hash's high bits decide).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Slot(uint hash, uint capacity) => (uint)(((ulong)hash * capacity) >> 32);
}
