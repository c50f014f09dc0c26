using System.Runtime.Versioning;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>What Windows' calls that end in A can name.</summary>
internal interface ITextFacts
{
    /// <summary>The code page of those calls; 65001 is UTF-8. Null where this isn't Windows.</summary>
    uint? CodePage { get; }

    /// <summary>Whether a text has only characters that the code page has.</summary>
    bool CanSay(string text);
}

/// <summary>The system's code page. Thread-safe.</summary>
internal sealed unsafe class SystemCodePage : ITextFacts
{
    private const uint Utf8 = 65001;
    private const uint NoBestFit = 0x400;

    /// <inheritdoc/>
    public uint? CodePage { get; } = OperatingSystem.IsWindows() ? ForPrograms() : null;

    /// <inheritdoc/>
    public bool CanSay(string text)
    {
        if (CodePage is not uint page || page == Utf8 || text.All(char.IsAscii))
            return true;
        int lost = 0;
        fixed (char* p = text)
            return Kernel32.WideCharToMultiByte(page, NoBestFit, p, text.Length, null, 0, null, &lost) != 0 && lost == 0;
    }

    // What a game without a manifest gets: a process that asks for UTF-8 in its own is told that by GetACP.
    [SupportedOSPlatform("windows")]
    private static uint ForPrograms() =>
        new WindowsRegistry().Read(@"SYSTEM\CurrentControlSet\Control\Nls\CodePage", "ACP") is string text
            && uint.TryParse(text, out uint page) ? page : Kernel32.GetACP();
}
