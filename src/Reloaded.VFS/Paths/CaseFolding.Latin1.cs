using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Paths;

// Texts that are kept at a byte a unit, compared as such: the other side is packed, so that a vector holds twice as much of both.
public static unsafe partial class CaseFolding
{
    /// <summary>
    /// Units that can be kept at a byte each are from 1 to this one: packing makes 0 or 0xFF of everything beyond, which then differs from all that is kept.
    /// </summary>
    internal const char LastLatin1 = '\xFE';

    /// <summary>Units of a packed vector.</summary>
    internal const int PackedWidth = 2 * Width128;

    /// <summary>
    /// Whether two texts are the same to Windows, of which <paramref name="left"/> has a byte a unit, none of them 0 or beyond <see cref="LastLatin1"/>.
    /// The caller guarantees <paramref name="length"/> units on both sides.
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
                Vector128.Create(Unsafe.ReadUnaligned<ulong>(ref left), Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref left, last))).AsByte(),
                Pack(Vector128.LoadUnsafe(ref right), Vector128.LoadUnsafe(ref right, last)));
        }
        else if (length >= 4)
        {
            ulong both = Unsafe.ReadUnaligned<uint>(ref left) | ((ulong)Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref left, length - 4)) << 32);
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
    /// The same of at most 16 units, told by where the texts end: one way for all these lengths, which a processor couldn't foresee. The caller guarantees
    /// that 16 units can be read in front of both ends, whatever they are.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool EqualsLatin1BeforeEnd(byte* leftEnd, ushort* rightEnd, nuint length)
    {
        Vector128<byte> differences = Differences(
            Vector128.Load(leftEnd - PackedWidth), Pack(Vector128.Load(rightEnd - PackedWidth), Vector128.Load(rightEnd - Width128)));
        // As many of the last bytes as count.
        Vector128<byte> counted = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(LastBytes), length);
        return (differences & counted) == Vector128<byte>.Zero || EqualsLatin1ByTable(ref *(leftEnd - length), ref *(rightEnd - length), length);
    }

    private static ReadOnlySpan<byte> LastBytes =>
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    ];

    /// <summary>Beyond ASCII a difference may still be one of letter case.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool EqualsLatin1ByTable(ref byte left, ref ushort right, nuint length)
    {
        char* table = UpcaseTable.Current;
        for (nuint i = 0; i < length; i++)
        {
            if (table[Unsafe.Add(ref left, i)] != table[Unsafe.Add(ref right, i)])
                return false;
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> PackedDifferences(ref byte left, ref ushort right, nuint offset) => Differences(
        Vector128.LoadUnsafe(ref left, offset), Pack(Vector128.LoadUnsafe(ref right, offset), Vector128.LoadUnsafe(ref right, offset + Width128)));

    /// <summary>A byte a unit: 0 or 0xFF of units beyond 0xFF.</summary>
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
}
