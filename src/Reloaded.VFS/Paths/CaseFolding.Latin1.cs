using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Paths;

// Comparison of texts stored at one byte for each unit: the other side is packed, so that a vector holds twice as many units of both.
public static unsafe partial class CaseFolding
{
    /// <summary>
    /// The last unit that can be stored in one byte; the first is 1. Packing turns all others into 0 or 0xFF, which differ from every
    /// stored byte.
    /// </summary>
    internal const char LastLatin1 = '\xFE';

    /// <summary>The number of units in a packed vector.</summary>
    internal const int PackedWidth = 2 * Width128;

    private const int WidePackedWidth = 2 * PackedWidth;

    /// <summary>
    /// Determines whether Windows considers two texts the same. <paramref name="left"/> has one byte for each unit, none of them 0 or above
    /// <see cref="LastLatin1"/>. The caller guarantees <paramref name="length"/> units on both sides.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool EqualsLatin1(ref byte left, ref ushort right, nuint length)
    {
        if (length < PackedWidth)
            return EqualsShortLatin1(ref left, ref right, length);
        nuint last = length - PackedWidth;
        Vector128<byte> differences = PackedDifferences(ref left, ref right, last);
        for (nuint i = 0; i < last; i += PackedWidth)
            differences |= PackedDifferences(ref left, ref right, i);
        return differences == Vector128<byte>.Zero || EqualsLatin1ByTable(ref left, ref right, length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool EqualsShortLatin1(ref byte left, ref ushort right, nuint length)
    {
        Vector128<byte> differences;
        if (length >= Width128)
        {
            nuint last = length - Width128;
            differences = Differences(
                Vector128.Create(Unsafe.ReadUnaligned<ulong>(ref left), Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref left, last)))
                    .AsByte(),
                Pack(Vector128.LoadUnsafe(ref right), Vector128.LoadUnsafe(ref right, last)));
        }
        else if (length >= 4)
        {
            ulong both = Unsafe.ReadUnaligned<uint>(ref left)
                | ((ulong)Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref left, length - 4)) << 32);
            Vector128<ushort> units = Vector128.Create(Read4(ref right, 0), Read4(ref right, length - 4)).AsUInt16();
            differences = Differences(Vector128.Create(both).AsByte(), Pack(units, units));
        }
        else
        {
            return EqualsLatin1ByTable(ref left, ref right, length);
        }

        return differences == Vector128<byte>.Zero || EqualsLatin1ByTable(ref left, ref right, length);
    }

    /// <summary>
    /// Determines whether a path begins with a folder's text and ends with a name, by Windows' rules. May return false for texts that are
    /// the same.
    /// </summary>
    /// <remarks>
    /// Both texts have one byte for each unit as in <see cref="EqualsLatin1"/>; folder and path have at least 16 units. Short names of any
    /// length take one route, because a branch on the length would be unpredictable.
    /// </remarks>
    /// <param name="folder">The folder's text.</param>
    /// <param name="path">The start of the path.</param>
    /// <param name="folderLength">The number of units of the folder's text, at least 16.</param>
    /// <param name="nameEnd">The end of the name. The 32 bytes before it are readable, with undefined content.</param>
    /// <param name="pathEnd">The end of the path.</param>
    /// <param name="nameLength">The number of units of the name.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool IsSameLatin1(byte* folder, ushort* path, nuint folderLength, byte* nameEnd, ushort* pathEnd, nuint nameLength)
    {
        // Selects the bytes at the end of a name's block that count.
        ref byte counted = ref MemoryMarshal.GetReference(LastBytes);
        nuint left = nameLength;
        if (Avx2.IsSupported && folderLength >= WidePackedWidth)
        {
            Vector256<byte> wide = WideDifferences(nameEnd - WidePackedWidth, pathEnd - WidePackedWidth)
                & Vector256.LoadUnsafe(ref counted, Math.Min(nameLength, WidePackedWidth));
            for (; left > WidePackedWidth; left -= WidePackedWidth)
                wide |= WideDifferences(nameEnd - left, pathEnd - left);
            nuint end = folderLength - WidePackedWidth;
            wide |= WideDifferences(folder + end, path + end);
            for (nuint i = 0; i < end; i += WidePackedWidth)
                wide |= WideDifferences(folder + i, path + i);
            return wide == Vector256<byte>.Zero;
        }

        // The first and the last block of the name, which are the same for a short name.
        left = Math.Max(left, PackedWidth);
        Vector128<byte> differences = PackedDifferences(nameEnd - left, pathEnd - left)
            | PackedDifferences(nameEnd - PackedWidth, pathEnd - PackedWidth);
        differences &= Vector128.LoadUnsafe(ref counted, PackedWidth + Math.Min(nameLength, PackedWidth));
        while ((left -= PackedWidth) > PackedWidth)
            differences |= PackedDifferences(nameEnd - left, pathEnd - left);

        nuint last = folderLength - PackedWidth;
        differences |= PackedDifferences(folder + last, path + last);
        for (nuint i = 0; i < last; i += PackedWidth)
            differences |= PackedDifferences(folder + i, path + i);
        return differences == Vector128<byte>.Zero;
    }

    private static ReadOnlySpan<byte> LastBytes =>
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    ];

    /// <summary>Compares through the table: beyond ASCII a difference may still be one of letter case.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool EqualsLatin1ByTable(ref byte left, ref ushort right, nuint length)
    {
        char* table = UpcaseTable.Letters;
        for (nuint i = 0; i < length; i++)
        {
            if (table[Unsafe.Add(ref left, i)] != table[Unsafe.Add(ref right, i)])
                return false;
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> PackedDifferences(ref byte left, ref ushort right, nuint offset) => Differences(
        Vector128.LoadUnsafe(ref left, offset),
        Pack(Vector128.LoadUnsafe(ref right, offset), Vector128.LoadUnsafe(ref right, offset + Width128)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> PackedDifferences(byte* left, ushort* right) =>
        Differences(Vector128.Load(left), Pack(Vector128.Load(right), Vector128.Load(right + Width128)));

    /// <summary>Packs units to bytes; units beyond 0xFF become 0 or 0xFF.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Pack(Vector128<ushort> low, Vector128<ushort> high) => Sse2.IsSupported
        ? Sse2.PackUnsignedSaturate(low.AsInt16(), high.AsInt16())
        : Vector128.NarrowWithSaturation(low, high);

    /// <inheritdoc cref="Differences(Vector128{ushort}, Vector128{ushort})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Differences(Vector128<byte> left, Vector128<byte> right)
    {
        Vector128<byte> caseBit = Vector128.Create((byte)0x20);
        Vector128<sbyte> moved = (left | caseBit).AsSByte() + Vector128.Create((sbyte)(sbyte.MaxValue - 'z'));
        Vector128<byte> letters = Vector128.GreaterThan(moved, Vector128.Create((sbyte)(sbyte.MaxValue - 26))).AsByte();
        return Vector128.AndNot(left ^ right, letters & caseBit);
    }

    /// <summary>Returns the differing bits of twice as many units. Needs AVX2.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> WideDifferences(byte* left, ushort* right)
    {
        Vector256<byte> stored = Vector256.Load(left);
        // AVX2 packs each half separately.
        Vector256<byte> packed = Avx2
            .Permute4x64(Avx2.PackUnsignedSaturate(Vector256.Load(right).AsInt16(), Vector256.Load(right + PackedWidth).AsInt16())
                .AsUInt64(), 0b11_01_10_00).AsByte();
        Vector256<byte> caseBit = Vector256.Create((byte)0x20);
        Vector256<sbyte> moved = (stored | caseBit).AsSByte() + Vector256.Create((sbyte)(sbyte.MaxValue - 'z'));
        Vector256<byte> letters = Vector256.GreaterThan(moved, Vector256.Create((sbyte)(sbyte.MaxValue - 26))).AsByte();
        return Vector256.AndNot(stored ^ packed, letters & caseBit);
    }
}
