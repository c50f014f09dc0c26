namespace Reloaded.VFS.Paths;

// What is folded by arithmetic beyond ASCII: Cyrillic, and what has no letter case (Chinese, Japanese, Korean, surrogates).
public static unsafe partial class CaseFolding
{
    // U+0430 to U+044F are 32 behind their upper-case forms, U+0450 to U+045F 80.
    private const ushort FirstCyrillic = 0x0400, NearDistance = 0x20, FarDistance = 0x50;

    // Places behind U+0400.
    private const short LastUpperCyrillic = 0x2F, LastNearCyrillic = 0x4F, LastCyrillic = 0x5F;

    // Without letter case, both ends included.
    private const ushort FirstCaseless = 0x2E80, LastCaseless = 0xA63F, FirstCaselessToo = 0xABC0, LastCaselessToo = 0xFF40;

    /// <summary>Whether the table in force folds these so. The embedded one does, which a test says.</summary>
    private static bool s_hasKnownAlphabets = true;

    /// <summary>
    /// Whether a table of 65,536 units folds them as the arithmetic does, and nothing else to lower-case Cyrillic: in place, the vectorised
    /// code may see its own output again.
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
