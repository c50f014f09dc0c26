using System.Runtime.Intrinsics;

namespace Reloaded.VFS.Paths;

// What is folded by arithmetic beyond ASCII: Cyrillic, and what has no letter case (Chinese, Japanese, Korean, surrogates). Nearly all
// names beyond Latin-1 are written with these.
public static unsafe partial class CaseFolding
{
    // Letters: U+0430 to U+044F are 32 behind their upper-case forms, U+0450 to U+045F 80.
    private const ushort FirstCyrillic = 0x0400, LastCyrillic = 0x045F, FirstLowerCyrillic = 0x0430, FirstFarCyrillic = 0x0450;
    private const ushort NearDistance = 0x20, FarDistance = 0x50;

    // Without letter case, both ends included.
    private const ushort FirstCaseless = 0x2E80, LastCaseless = 0xA63F, FirstCaselessToo = 0xABC0, LastCaselessToo = 0xFF40;

    /// <summary>Whether the table in force folds these so. The embedded one does, which a test says.</summary>
    private static bool s_hasKnownAlphabets = true;

    /// <summary>Whether a table of 65,536 units folds them as the arithmetic does.</summary>
    internal static bool HasKnownAlphabets(ReadOnlySpan<char> table)
    {
        for (int unit = FirstCyrillic; unit <= LastCyrillic; unit++)
        {
            int distance = unit < FirstLowerCyrillic ? 0 : unit < FirstFarCyrillic ? NearDistance : FarDistance;
            if (table[unit] != unit - distance)
                return false;
        }

        return FoldsToItself(table, FirstCaseless, LastCaseless) && FoldsToItself(table, FirstCaselessToo, LastCaselessToo);
    }

    private static bool FoldsToItself(ReadOnlySpan<char> table, int first, int last)
    {
        ref ushort units = ref Units(table);
        int unit = first;
        if (Vector128.IsHardwareAccelerated)
        {
            Vector128<ushort> expected = Vector128.CreateSequence((ushort)first, (ushort)1);
            for (; unit + Width128 <= last + 1; unit += Width128, expected += Vector128.Create((ushort)Width128))
            {
                if (Vector128.LoadUnsafe(ref units, (uint)unit) != expected)
                    return false;
            }
        }

        for (; unit <= last; unit++)
        {
            if (table[unit] != unit)
                return false;
        }

        return true;
    }
}
