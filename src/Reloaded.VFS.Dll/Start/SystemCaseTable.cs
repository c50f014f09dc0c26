using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>The running system's table of upper-case forms, which differs between versions of Windows.</summary>
internal static unsafe class SystemCaseTable
{
    /// <summary>Gets the number of characters that the running system folds differently than the embedded table.</summary>
    public static int Differences { get; private set; }

    /// <summary>Uses the system's table from now on. Call before any path is folded. Returns null, or a diagnostic.</summary>
    public static Diagnostic? Apply()
    {
        if (RtlUpcaseUnicodeChar.Exported.Address == 0)
            return Diagnostic.Notice("this system has no RtlUpcaseUnicodeChar; letters are compared as Windows 11 does");
        char first = '\0';
        Differences = 0;
        for (int unit = char.MaxValue; unit >= 0; unit--)
        {
            if (Upper(unit) == CaseFolding.ToUpper((char)unit))
                continue;
            Differences++;
            first = (char)unit;
        }

        if (Differences == 0)
            return null;
        try
        {
            CaseFolding.UseTable([.. Enumerable.Range(0, char.MaxValue + 1).Select(Upper)]);
        }
        catch (ArgumentException e)
        {
            return Diagnostic.Warning($"this system's case table can't be used: {ErrorCause.Of(e)}");
        }

        return Diagnostic.Notice(
            $"this system compares {Differences} letters differently from the VFS (the first is U+{(int)first:X4}); its table is used");
    }

    private static char Upper(int unit) => (char)RtlUpcaseUnicodeChar.Exported.Invoke((ushort)unit);
}
