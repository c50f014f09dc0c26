namespace Reloaded.VFS.Paths;

// Units beyond ASCII that arithmetic folds: Cyrillic, and scripts without letter case (Chinese, Japanese, Korean, surrogates).
public static unsafe partial class CaseFolding
{
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
