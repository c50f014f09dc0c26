namespace Reloaded.VFS.Paths;

public static unsafe partial class CaseFolding
{
    /// <summary>
    /// Replaces the current table by the running system's. Call at the start, before anything is folded, compared or hashed for keeping:
    /// not synchronised with readers.
    /// </summary>
    /// <param name="table">The upper-case form of each of the 65,536 code units.</param>
    /// <exception cref="ArgumentException">
    /// The table doesn't have 65,536 units, folds ASCII otherwise than a-z to A-Z (which the vectorised code relies on), or folds another
    /// unit to a-z. Nothing has changed.
    /// </exception>
    public static void UseTable(ReadOnlySpan<char> table)
    {
        if (table.Length != UpcaseTable.Length)
            throw new RefusedArgumentException($"A case table has 65,536 units, this one has {table.Length}.", nameof(table));
        for (int unit = 0; unit < 0x80; unit++)
        {
            if (table[unit] != ToUpperAscii((char)unit))
            {
                throw new RefusedArgumentException(
                    $"The case table folds the ASCII unit U+{unit:X4} to U+{(int)table[unit]:X4}; every known Windows folds it to "
                        + $"U+{(int)ToUpperAscii((char)unit):X4}.",
                    nameof(table));
            }
        }

        for (int unit = 0x80; unit < UpcaseTable.Length; unit++)
        {
            // Makes folding twice harmless: when folding in place, the vectorised code may read its own output.
            if (table[unit] is >= 'a' and <= 'z')
                throw new RefusedArgumentException($"The case table folds U+{unit:X4} to the lower-case letter U+{(int)table[unit]:X4}.",
                    nameof(table));
        }

        table.CopyTo(new Span<char>(UpcaseTable.Letters, UpcaseTable.Length));
        s_hasKnownAlphabets = HasKnownAlphabets(table);
    }

    /// <summary>Restores the embedded table. Not synchronised with readers, like <see cref="UseTable"/>.</summary>
    public static void UseEmbeddedTable()
    {
        UpcaseTable.CopyEmbedded(new Span<char>(UpcaseTable.Letters, UpcaseTable.Length));
        s_hasKnownAlphabets = true;
    }

    // U+0430 to U+044F are 32 above their upper-case forms, U+0450 to U+045F 80.
    private const ushort FirstCyrillic = 0x0400, NearDistance = 0x20, FarDistance = 0x50;

    // Offsets from U+0400.
    private const short LastUpperCyrillic = 0x2F, LastNearCyrillic = 0x4F, LastCyrillic = 0x5F;

    // Ranges without letter case, both ends included.
    private const ushort FirstCaseless = 0x2E80, LastCaseless = 0xA63F, FirstCaselessToo = 0xABC0, LastCaselessToo = 0xFF40;

    /// <summary>True if the current table folds these ranges like the arithmetic. A test confirms that the embedded table does.</summary>
    private static bool s_hasKnownAlphabets = true;

    /// <summary>
    /// Determines whether a table of 65,536 units folds these ranges like the arithmetic and folds nothing else to lower-case Cyrillic:
    /// when folding in place, the vectorised code may read its own output.
    /// </summary>
    internal static bool HasKnownAlphabets(ReadOnlySpan<char> table)
    {
        for (int unit = 0; unit < table.Length; unit++)
        {
            int place = unit - FirstCyrillic;
            bool isCyrillic = place is >= 0 and <= LastCyrillic;
            int distance = !isCyrillic || place <= LastUpperCyrillic ? 0 : place <= LastNearCyrillic ? NearDistance : FarDistance;
            bool isKnown = isCyrillic || unit is (>= FirstCaseless and <= LastCaseless) or (>= FirstCaselessToo and <= LastCaselessToo);
            int folded = table[unit];
            if (isKnown ? folded != unit - distance : folded is > FirstCyrillic + LastUpperCyrillic and <= FirstCyrillic + LastCyrillic)
                return false;
        }

        return true;
    }
}
