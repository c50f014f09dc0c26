namespace Reloaded.VFS.Paths;

// 8 units at a time. The last block of a text overlaps the one before it, so that nothing beyond the text is read.
// CaseFolding.Vector256.cs is the same at twice the width. One generic over both, by an interface that structures around the vectors
// implement, was up to 14 times slower with .NET 10 (ToUpper of 19 to 124 units).
public static unsafe partial class CaseFolding
{
    /// <summary>The number of units in one vector.</summary>
    internal const int Width128 = 8;

    /// <summary>Folds text in place or into other memory. Both sides must have <paramref name="length"/> units, at least 8.</summary>
    internal static void ToUpper128(ref ushort from, ref ushort to, nuint length)
    {
        nuint i = 0;
        for (; i + (2 * Width128) <= length; i += 2 * Width128)
        {
            Vector128<ushort> first = Vector128.LoadUnsafe(ref from, i), second = Vector128.LoadUnsafe(ref from, i + Width128);
            if (IsAscii(first | second))
            {
                FoldAscii(first).StoreUnsafe(ref to, i);
                FoldAscii(second).StoreUnsafe(ref to, i + Width128);
            }
            else if (TryFold(first, out first) & TryFold(second, out second))
            {
                first.StoreUnsafe(ref to, i);
                second.StoreUnsafe(ref to, i + Width128);
            }
            else
            {
                ToUpperScalar(ref Unsafe.Add(ref from, i), ref Unsafe.Add(ref to, i), 2 * Width128);
            }
        }

        if (i + Width128 <= length)
        {
            Vector128<ushort> block = Vector128.LoadUnsafe(ref from, i);
            if (IsAscii(block))
                FoldAscii(block).StoreUnsafe(ref to, i);
            else if (TryFold(block, out Vector128<ushort> folded))
                folded.StoreUnsafe(ref to, i);
            else
                ToUpperScalar(ref Unsafe.Add(ref from, i), ref Unsafe.Add(ref to, i), Width128);
            i += Width128;
        }

        if (i == length)
            return;
        // When folding in place, the overlap has been folded already: harmless for arithmetic folding; the table folds only the rest.
        nuint last = length - Width128;
        Vector128<ushort> tail = Vector128.LoadUnsafe(ref from, last);
        if (IsAscii(tail))
            FoldAscii(tail).StoreUnsafe(ref to, last);
        else if (TryFold(tail, out Vector128<ushort> foldedTail))
            foldedTail.StoreUnsafe(ref to, last);
        else
            ToUpperScalar(ref Unsafe.Add(ref from, i), ref Unsafe.Add(ref to, i), length - i);
    }

    /// <summary>
    /// Determines whether a name folds to a folded text. The caller guarantees <paramref name="length"/> units on both sides, at least 8.
    /// </summary>
    internal static bool EqualsFolded128(ref ushort folded, ref ushort name, nuint length)
    {
        nuint last = length - Width128;
        for (nuint i = 0; ; i = Math.Min(i + Width128, last))
        {
            Vector128<ushort> block = Vector128.LoadUnsafe(ref name, i);
            if (IsAscii(block))
            {
                if (FoldAscii(block) != Vector128.LoadUnsafe(ref folded, i))
                    return false;
            }
            else if (TryFold(block, out Vector128<ushort> upper))
            {
                if (upper != Vector128.LoadUnsafe(ref folded, i))
                    return false;
            }
            else if (!EqualsFoldedScalar(ref Unsafe.Add(ref folded, i), ref Unsafe.Add(ref name, i), Width128))
            {
                return false;
            }

            if (i == last)
                return true;
        }
    }

    /// <summary>Returns the length of the common prefix. Both sides must have <paramref name="length"/> units, at least 8.</summary>
    internal static nuint CommonPrefix128(ref ushort left, ref ushort right, nuint length)
    {
        nuint last = length - Width128;
        for (nuint i = 0; ; i = Math.Min(i + Width128, last))
        {
            Vector128<ushort> a = Vector128.LoadUnsafe(ref left, i);
            Vector128<ushort> b = Vector128.LoadUnsafe(ref right, i);
            // Blocks that are equal fold equally.
            if (a != b && !(IsAscii(a | b) && FoldAscii(a) == FoldAscii(b))
                && !(TryFold(a, out Vector128<ushort> upperA) & TryFold(b, out Vector128<ushort> upperB) && upperA == upperB))
            {
                nuint end = i + Width128;
                nuint place = CommonPrefixScalar(ref left, ref right, i, end);
                if (place != end)
                    return place;
            }

            if (i == last)
                return length;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsAscii(Vector128<ushort> block) => (block & Vector128.Create((ushort)0xFF80)) == Vector128<ushort>.Zero;

    /// <summary>Folds a-z and leaves every other unit unchanged, also beyond ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> FoldAscii(Vector128<ushort> block)
    {
        // Moves 'z' to the greatest signed value, so that one signed comparison finds the 26 letters.
        Vector128<short> moved = block.AsInt16() + Vector128.Create((short)(short.MaxValue - 'z'));
        Vector128<short> lower = Vector128.GreaterThan(moved, Vector128.Create((short)(short.MaxValue - 26)));
        return block ^ (lower.AsUInt16() & Vector128.Create((ushort)0x20));
    }

    /// <summary>Folds units that are ASCII, Cyrillic, or without letter case. Returns false if any is something else.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryFold(Vector128<ushort> block, out Vector128<ushort> folded)
    {
        Vector128<ushort> place = block - Vector128.Create(FirstCyrillic);
        Vector128<ushort> cyrillic = Vector128.Equals(Vector128.Min(place, Vector128.Create((ushort)LastCyrillic)), place);
        Vector128<ushort> lower = Vector128.GreaterThan(place.AsInt16(), Vector128.Create(LastUpperCyrillic)).AsUInt16();
        Vector128<ushort> far = Vector128.GreaterThan(place.AsInt16(), Vector128.Create(LastNearCyrillic)).AsUInt16();
        folded = FoldAscii(block) - (cyrillic
            & ((lower & Vector128.Create(NearDistance)) + (far & Vector128.Create((ushort)(FarDistance - NearDistance)))));
        Vector128<ushort> known = cyrillic | Vector128.Equals(block & Vector128.Create((ushort)0xFF80), Vector128<ushort>.Zero);
        if (known != Vector128<ushort>.AllBitsSet)
            known |= IsCaseless(block);
        return known == Vector128<ushort>.AllBitsSet && s_hasKnownAlphabets;
    }

    private static Vector128<ushort> IsCaseless(Vector128<ushort> block) =>
        IsWithin(block, FirstCaseless, LastCaseless) | IsWithin(block, FirstCaselessToo, LastCaselessToo);

    /// <summary>Returns all bits for the units from <paramref name="first"/> to <paramref name="last"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> IsWithin(Vector128<ushort> block, ushort first, ushort last)
    {
        Vector128<ushort> moved = block - Vector128.Create(first);
        return Vector128.Equals(Vector128.Min(moved, Vector128.Create((ushort)(last - first))), moved);
    }
}
