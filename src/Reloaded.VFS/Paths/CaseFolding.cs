namespace Reloaded.VFS.Paths;

/// <summary>
/// Windows' case folding, as by <c>RtlUpcaseUnicodeChar</c>: one UTF-16 code unit to one code unit. Surrogates fold to themselves.
/// </summary>
/// <remarks>
/// All members but <see cref="UseTable"/> and <see cref="UseEmbeddedTable"/> are thread-safe. They allocate nothing and read nothing beyond
/// their spans. This file selects the instruction set and holds the scalar code; the other files hold one vector width each. Blocks of
/// ASCII, of Cyrillic and of scripts without letter case are folded by arithmetic, all others through <see cref="UpcaseTable"/>.
/// </remarks>
public static unsafe partial class CaseFolding
{
    /// <summary>Returns the upper-case form of <paramref name="c"/>.</summary>
    public static char ToUpper(char c) => c < 0x80 ? ToUpperAscii(c) : UpcaseTable.Letters[c];

    /// <summary>
    /// Folds <paramref name="source"/> into the first units of <paramref name="destination"/>, which must be at least as long: the same
    /// memory, or memory that doesn't overlap.
    /// </summary>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
    public static void ToUpper(ReadOnlySpan<char> source, Span<char> destination)
    {
        if (destination.Length < source.Length)
            ThrowTooShort();

        ToUpper(ref Units(source), ref Units(destination), (uint)source.Length);
    }

    /// <summary>Folds with the widest vectors that the processor has. Both sides must have <paramref name="length"/> units.</summary>
    internal static void ToUpper(ref ushort from, ref ushort to, nuint length)
    {
        if (Vector256.IsHardwareAccelerated && length >= Width256)
            ToUpper256(ref from, ref to, length);
        else if (Vector128.IsHardwareAccelerated && length >= Width128)
            ToUpper128(ref from, ref to, length);
        else
            ToUpperScalar(ref from, ref to, length);
    }

    /// <summary>Determines whether Windows considers two names the same.</summary>
    public static bool Equals(ReadOnlySpan<char> left, ReadOnlySpan<char> right) =>
        left.Length == right.Length && Equals(ref Units(left), ref Units(right), (uint)left.Length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool StartsWith(ReadOnlySpan<char> name, ReadOnlySpan<char> start) =>
        name.Length >= start.Length && Equals(name[..start.Length], start);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool EndsWith(ReadOnlySpan<char> name, ReadOnlySpan<char> end) =>
        name.Length >= end.Length && Equals(name[^end.Length..], end);

    /// <summary>
    /// Determines whether <paramref name="name"/>, in any letter case, folds to <paramref name="folded"/>. Cheaper than
    /// <see cref="Equals(ReadOnlySpan{char}, ReadOnlySpan{char})"/> if one side is folded already.
    /// </summary>
    public static bool EqualsFolded(ReadOnlySpan<char> folded, ReadOnlySpan<char> name)
    {
        if (folded.Length != name.Length)
            return false;

        nuint length = (uint)name.Length;
        if (Vector256.IsHardwareAccelerated && length >= Width256)
            return EqualsFolded256(ref Units(folded), ref Units(name), length);
        if (Vector128.IsHardwareAccelerated && length >= Width128)
            return EqualsFolded128(ref Units(folded), ref Units(name), length);
        return EqualsFoldedScalar(ref Units(folded), ref Units(name), length);
    }

    /// <summary>
    /// Compares names in the order in which NTFS lists them: by folded code unit, a prefix first. Returns a negative number, zero or a
    /// positive number.
    /// </summary>
    public static int Compare(ReadOnlySpan<char> left, ReadOnlySpan<char> right)
    {
        // Names that are sorted mostly differ in more than letter case where they first differ.
        for (int common = left.CommonPrefixLength(right); ; common += CommonPrefix(left[common..], right[common..]))
        {
            if (common == left.Length || common == right.Length)
                return left.Length - right.Length;
            int order = ToUpper(left[common]) - ToUpper(right[common]);
            if (order != 0)
                return order;
        }
    }

    /// <summary>Returns the number of units at the start of two names that Windows considers the same.</summary>
    public static int CommonPrefix(ReadOnlySpan<char> left, ReadOnlySpan<char> right)
    {
        nuint length = (uint)Math.Min(left.Length, right.Length);
        if (Vector256.IsHardwareAccelerated && length >= Width256)
            return (int)CommonPrefix256(ref Units(left), ref Units(right), length);
        if (Vector128.IsHardwareAccelerated && length >= Width128)
            return (int)CommonPrefix128(ref Units(left), ref Units(right), length);
        return (int)CommonPrefixScalar(ref Units(left), ref Units(right), 0, length);
    }

    /// <summary>Folds through the table. The caller guarantees <paramref name="length"/> units on both sides.</summary>
    internal static void ToUpperScalar(ref ushort from, ref ushort to, nuint length)
    {
        char* table = UpcaseTable.Letters;
        nuint i = 0;
        for (; i + 4 <= length; i += 4)
        {
            ulong four = Read4(ref from, i);
            Unsafe.Add(ref to, i) = table[(ushort)four];
            Unsafe.Add(ref to, i + 1) = table[(ushort)(four >> 16)];
            Unsafe.Add(ref to, i + 2) = table[(ushort)(four >> 32)];
            Unsafe.Add(ref to, i + 3) = table[four >> 48];
        }

        for (; i < length; i++)
            Unsafe.Add(ref to, i) = table[Unsafe.Add(ref from, i)];
    }

    /// <summary>Determines whether a name folds to a folded text. Both sides must have <paramref name="length"/> units.</summary>
    internal static bool EqualsFoldedScalar(ref ushort folded, ref ushort name, nuint length)
    {
        char* table = UpcaseTable.Letters;
        nuint i = 0;
        for (; i + 4 <= length; i += 4)
        {
            if (Read4(ref folded, i) != Fold4(table, Read4(ref name, i)))
                return false;
        }

        for (; i < length; i++)
        {
            if (Unsafe.Add(ref folded, i) != table[Unsafe.Add(ref name, i)])
                return false;
        }

        return true;
    }

    /// <summary>
    /// Returns the index, from <paramref name="start"/> on, of the first unit that differs, or <paramref name="length"/>, which the caller
    /// guarantees on both sides.
    /// </summary>
    internal static nuint CommonPrefixScalar(ref ushort left, ref ushort right, nuint start, nuint length)
    {
        char* table = UpcaseTable.Letters;
        nuint i = start;
        for (; i + 4 <= length; i += 4)
        {
            ulong a = Read4(ref left, i), b = Read4(ref right, i);
            if (a != b && Fold4(table, a) != Fold4(table, b))
                break;
        }

        for (; i < length; i++)
        {
            if (table[Unsafe.Add(ref left, i)] != table[Unsafe.Add(ref right, i)])
                return i;
        }

        return length;
    }

    /// <summary>Reads four units at <paramref name="offset"/>, the first one lowest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Read4(ref ushort text, nuint offset) =>
        Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref text, offset)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Fold4(char* table, ulong four) =>
        table[(ushort)four] | ((ulong)table[(ushort)(four >> 16)] << 16) | ((ulong)table[(ushort)(four >> 32)] << 32)
            | ((ulong)table[four >> 48] << 48);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref ushort Units(ReadOnlySpan<char> text) => ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static char ToUpperAscii(char c) => (uint)(c - 'a') <= 'z' - 'a' ? (char)(c - 0x20) : c;

    private static void ThrowTooShort() => throw new ArgumentException("The destination is shorter than the source.", "destination");
}
