namespace Reloaded.VFS.Paths;

// Comparison of two texts without folding either: only the differing bits are examined.
public static unsafe partial class CaseFolding
{
    /// <summary>Determines whether two texts are the same. The caller guarantees <paramref name="length"/> units on both sides.</summary>
    internal static bool Equals(ref ushort left, ref ushort right, nuint length)
    {
        if (!Vector128.IsHardwareAccelerated)
            return EqualsByTable(ref left, ref right, length);

        Vector128<ushort> differences;
        if (Vector256.IsHardwareAccelerated && length >= Width256)
        {
            nuint last = length - Width256;
            Vector256<ushort> all = Differences256(ref left, ref right, last);
            for (nuint i = 0; i < last; i += Width256)
                all |= Differences256(ref left, ref right, i);
            return all == Vector256<ushort>.Zero || EqualsByTable(ref left, ref right, length);
        }

        if (length >= Width128)
        {
            nuint last = length - Width128;
            differences = Differences(ref left, ref right, last);
            nuint i = 0;
            for (; i + Width128 < last; i += 2 * Width128)
                differences |= Differences(ref left, ref right, i) | Differences(ref left, ref right, i + Width128);
            if (i < last)
                differences |= Differences(ref left, ref right, i);
        }
        else if (length >= 4)
        {
            differences = Differences(
                Vector128.Create(Read4(ref left, 0), Read4(ref left, length - 4)).AsUInt16(),
                Vector128.Create(Read4(ref right, 0), Read4(ref right, length - 4)).AsUInt16());
        }
        else
        {
            differences = Differences(Vector128.CreateScalar(Read3(ref left, length)).AsUInt16(),
                Vector128.CreateScalar(Read3(ref right, length)).AsUInt16());
        }

        return differences == Vector128<ushort>.Zero || EqualsByTable(ref left, ref right, length);
    }

    /// <summary>Compares through the table: beyond ASCII a difference may still be one of letter case.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool EqualsByTable(ref ushort left, ref ushort right, nuint length) =>
        CommonPrefixScalar(ref left, ref right, 0, length) == length;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> Differences(ref ushort left, ref ushort right, nuint offset) =>
        Differences(Vector128.LoadUnsafe(ref left, offset), Vector128.LoadUnsafe(ref right, offset));

    /// <inheritdoc cref="Differences(Vector128{ushort}, Vector128{ushort})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ushort> Differences256(ref ushort left, ref ushort right, nuint offset)
    {
        Vector256<ushort> a = Vector256.LoadUnsafe(ref left, offset), b = Vector256.LoadUnsafe(ref right, offset),
            caseBit = Vector256.Create((ushort)0x20);
        Vector256<short> moved = (a | caseBit).AsInt16() + Vector256.Create((short)(short.MaxValue - 'z'));
        Vector256<ushort> letters = Vector256.GreaterThan(moved, Vector256.Create((short)(short.MaxValue - 26))).AsUInt16();
        return Vector256.AndNot(a ^ b, letters & caseBit);
    }

    /// <summary>Returns the differing bits, except those of the case of ASCII letters.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> Differences(Vector128<ushort> left, Vector128<ushort> right)
    {
        Vector128<ushort> caseBit = Vector128.Create((ushort)0x20);
        // Moves 'z' to the greatest signed value, so that one signed comparison finds the 26 letters.
        Vector128<short> moved = (left | caseBit).AsInt16() + Vector128.Create((short)(short.MaxValue - 'z'));
        Vector128<ushort> letters = Vector128.GreaterThan(moved, Vector128.Create((short)(short.MaxValue - 26))).AsUInt16();
        return Vector128.AndNot(left ^ right, letters & caseBit);
    }

    /// <summary>Reads the first, the middle and the last of 1 to 3 units; zero if there are none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Read3(ref ushort text, nuint length) => length == 0
        ? 0
        : text | ((ulong)Unsafe.Add(ref text, length / 2) << 16) | ((ulong)Unsafe.Add(ref text, length - 1) << 32);
}
