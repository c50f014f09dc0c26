namespace Reloaded.VFS.Cli.Starting;

/// <summary>The errors with which Windows refuses to run or load a file at all: their meaning, and what can be done.</summary>
internal static class BlockedFile
{
    /// <summary>The advice about a policy. No exception for a single file can be made.</summary>
    public const string PolicyCure = "Windows has no exception for single files: wait until this release is some weeks old, or switch "
        + "Smart App Control off (Windows Security, App & browser control); on a computer of your work or school ask its administrator";

    /// <summary>The advice about a virus scanner.</summary>
    public const string ScannerCure = "look into your virus scanner's quarantine, restore the file and add an exception for the folder of "
        + "Reloaded VFS, then unpack Reloaded VFS again";

    private const string Unsigned = "get Reloaded VFS from its own page again; Windows rightly refuses a file that was changed on the way";

    /// <summary>
    /// Returns the meaning of, and the advice about, a Win32 error, an HRESULT of one (<c>0x8007....</c>) or an NTSTATUS of this kind, or
    /// null if the code is of another kind.
    /// </summary>
    public static (string Cause, string Cure)? Find(uint code)
    {
        if (code >> 16 == 0x8007)
            code &= 0xFFFF;
        return code switch
        {
            4551 or 0xC0E9_0002 =>
                ("Smart App Control or a code integrity policy refuses it, because it isn't signed and isn't well known yet", PolicyCure),
            4550 or (>= 4552 and <= 4555) or 0xC0E9_0001 or (>= 0xC0E9_0003 and <= 0xC0E9_0006) =>
                ("a code integrity policy refuses it", PolicyCure),
            4556 or 4557 or 4558 or 0xC0E9_0007 or 0xC0E9_0008 or 0xC0E9_0009 => ("Smart App Control considers it harmful", PolicyCure),
            4559 or 4580 or 4581 or 0xC0E9_000A or 0xC0E9_000B or 0xC0E9_000C =>
                ("Smart App Control couldn't find out whether it is well known", "connect to the internet and start again. " + PolicyCure),
            4582 or 0xC0E9_000D => ("Smart App Control has it on its block list", PolicyCure),
            577 or 0xC000_0428 => ("Windows doesn't trust its signature, or this program accepts only signed files", Unsigned),
            1260 or 0xC000_0361 or 0xC000_0362 or 0xC000_0364 =>
                ("a policy of this computer (AppLocker or software restriction) refuses it", "ask the computer's administrator"),
            225 or 0xC000_0906 => ("the virus scanner considers it harmful", ScannerCure),
            226 or 0xC000_0907 => ("the virus scanner has deleted it", ScannerCure),
            _ => null,
        };
    }

    /// <summary>
    /// Determines whether an exit code is one with which Windows' loader ends a program of which it couldn't load or start an imported DLL
    /// (<c>ntstatus.h</c>).
    /// </summary>
    public static bool IsOfLoader(uint exitCode) =>
        exitCode is 0xC000_0135 or 0xC000_0138 or 0xC000_0139 or 0xC000_0142 or 0xC000_007B || Find(exitCode) is not null;

    /// <summary>Returns a description of a code: its cause if it is of this kind, otherwise Windows' sentence, and the number.</summary>
    public static string Describe(uint code)
    {
        string number = code < 0x1_0000 ? string.Create(CultureInfo.InvariantCulture, $"error {code}")
            : NtStatusNames.NameOf(code) is { } name
                ? string.Create(CultureInfo.InvariantCulture, $"0x{code:X8}, {name}")
                : string.Create(CultureInfo.InvariantCulture, $"0x{code:X8}");
        if (Find(code) is { } known)
            return $"{known.Cause} ({number})";
        string? words = code < 0x1_0000
            ? ErrorCause.OfWin32((int)code)
            : code >> 16 == 0x8007 ? ErrorCause.OfWin32((int)(code & 0xFFFF)) : null;
        return words is null ? number : $"{words.TrimEnd('.')} ({number})";
    }
}
