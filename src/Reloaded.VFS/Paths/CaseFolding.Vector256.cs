namespace Reloaded.VFS.Paths;

// 16 units at a time. The last block of a text overlaps the one before it, so that nothing beyond the text is read.
public static unsafe partial class CaseFolding
{
    /// <summary>The number of units in one vector.</summary>
    internal const int Width256 = 16;

    /// <summary>Folds text in place or into other memory. Both sides must have <paramref name="length"/> units, at least 16.</summary>
    internal static void ToUpper256(ref ushort from, ref ushort to, nuint length)
    {
        nuint i = 0;
        for (; i + (2 * Width256) <= length; i += 2 * Width256)
        {
            Vector256<ushort> first = Vector256.LoadUnsafe(ref from, i), second = Vector256.LoadUnsafe(ref from, i + Width256);
            if (IsAscii(first | second))
            {
                FoldAscii(first).StoreUnsafe(ref to, i);
                FoldAscii(second).StoreUnsafe(ref to, i + Width256);
            }
            else if (TryFold(first, out first) & TryFold(second, out second))
            {
                first.StoreUnsafe(ref to, i);
                second.StoreUnsafe(ref to, i + Width256);
            }
            else
            {
                ToUpperScalar(ref Unsafe.Add(ref from, i), ref Unsafe.Add(ref to, i), 2 * Width256);
            }
        }

        if (i + Width256 <= length)
        {
            Vector256<ushort> block = Vector256.LoadUnsafe(ref from, i);
            if (IsAscii(block))
                FoldAscii(block).StoreUnsafe(ref to, i);
            else if (TryFold(block, out Vector256<ushort> folded))
                folded.StoreUnsafe(ref to, i);
            else
                ToUpperScalar(ref Unsafe.Add(ref from, i), ref Unsafe.Add(ref to, i), Width256);
            i += Width256;
        }

        if (i == length)
            return;
        // When folding in place, the overlap has been folded already: harmless for arithmetic folding; the table folds only the rest.
        nuint last = length - Width256;
        Vector256<ushort> tail = Vector256.LoadUnsafe(ref from, last);
        if (IsAscii(tail))
            FoldAscii(tail).StoreUnsafe(ref to, last);
        else if (TryFold(tail, out Vector256<ushort> foldedTail))
            foldedTail.StoreUnsafe(ref to, last);
        else
            ToUpperScalar(ref Unsafe.Add(ref from, i), ref Unsafe.Add(ref to, i), length - i);
    }

    /// <summary>
    /// Determines whether a name folds to a folded text. The caller guarantees <paramref name="length"/> units on both sides, at least 16.
    /// </summary>
    internal static bool EqualsFolded256(ref ushort folded, ref ushort name, nuint length)
    {
        nuint last = length - Width256;
        for (nuint i = 0; ; i = Math.Min(i + Width256, last))
        {
            Vector256<ushort> block = Vector256.LoadUnsafe(ref name, i);
            if (IsAscii(block))
            {
                if (FoldAscii(block) != Vector256.LoadUnsafe(ref folded, i))
                    return false;
            }
            else if (TryFold(block, out Vector256<ushort> upper))
            {
                if (upper != Vector256.LoadUnsafe(ref folded, i))
                    return false;
            }
            else if (!EqualsFoldedScalar(ref Unsafe.Add(ref folded, i), ref Unsafe.Add(ref name, i), Width256))
            {
                return false;
            }

            if (i == last)
                return true;
        }
    }

    /// <summary>Returns the length of the common prefix. Both sides must have <paramref name="length"/> units, at least 16.</summary>
    internal static nuint CommonPrefix256(ref ushort left, ref ushort right, nuint length)
    {
        nuint last = length - Width256;
        for (nuint i = 0; ; i = Math.Min(i + Width256, last))
        {
            Vector256<ushort> a = Vector256.LoadUnsafe(ref left, i);
            Vector256<ushort> b = Vector256.LoadUnsafe(ref right, i);
            // Blocks that are equal fold equally.
            if (a != b && !(IsAscii(a | b) && FoldAscii(a) == FoldAscii(b))
                && !(TryFold(a, out Vector256<ushort> upperA) & TryFold(b, out Vector256<ushort> upperB) && upperA == upperB))
            {
                nuint end = i + Width256;
                nuint place = CommonPrefixScalar(ref left, ref right, i, end);
                if (place != end)
                    return place;
            }

            if (i == last)
                return length;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsAscii(Vector256<ushort> block) => (block & Vector256.Create((ushort)0xFF80)) == Vector256<ushort>.Zero;

    /// <summary>Folds a-z and leaves every other unit unchanged, also beyond ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ushort> FoldAscii(Vector256<ushort> block)
    {
        // Moves 'z' to the greatest signed value, so that one signed comparison finds the 26 letters.
        Vector256<short> moved = block.AsInt16() + Vector256.Create((short)(short.MaxValue - 'z'));
        Vector256<short> lower = Vector256.GreaterThan(moved, Vector256.Create((short)(short.MaxValue - 26)));
        return block ^ (lower.AsUInt16() & Vector256.Create((ushort)0x20));
    }

    /// <summary>Folds units that are ASCII, Cyrillic, or without letter case. Returns false if any is something else.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryFold(Vector256<ushort> block, out Vector256<ushort> folded)
    {
        Vector256<ushort> place = block - Vector256.Create(FirstCyrillic);
        Vector256<ushort> cyrillic = Vector256.Equals(Vector256.Min(place, Vector256.Create((ushort)LastCyrillic)), place);
        Vector256<ushort> lower = Vector256.GreaterThan(place.AsInt16(), Vector256.Create(LastUpperCyrillic)).AsUInt16();
        Vector256<ushort> far = Vector256.GreaterThan(place.AsInt16(), Vector256.Create(LastNearCyrillic)).AsUInt16();
        folded = FoldAscii(block) - (cyrillic
            & ((lower & Vector256.Create(NearDistance)) + (far & Vector256.Create((ushort)(FarDistance - NearDistance)))));
        Vector256<ushort> known = cyrillic | Vector256.Equals(block & Vector256.Create((ushort)0xFF80), Vector256<ushort>.Zero);
        if (known != Vector256<ushort>.AllBitsSet)
            known |= IsCaseless(block);
        return known == Vector256<ushort>.AllBitsSet && s_hasKnownAlphabets;
    }

    private static Vector256<ushort> IsCaseless(Vector256<ushort> block) =>
        IsWithin(block, FirstCaseless, LastCaseless) | IsWithin(block, FirstCaselessToo, LastCaselessToo);

    /// <summary>Returns all bits for the units from <paramref name="first"/> to <paramref name="last"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ushort> IsWithin(Vector256<ushort> block, ushort first, ushort last)
    {
        Vector256<ushort> moved = block - Vector256.Create(first);
        return Vector256.Equals(Vector256.Min(moved, Vector256.Create((ushort)(last - first))), moved);
    }
}
