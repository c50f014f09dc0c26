using System.Runtime.Versioning;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>The characters that Windows' ANSI functions (whose names end with A) support.</summary>
internal interface ITextFacts
{
    /// <summary>Gets the code page of those functions (65001 is UTF-8), or null if this isn't Windows.</summary>
    uint? CodePage { get; }

    /// <summary>Determines whether the code page has all characters of a text.</summary>
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

    // The code page of a game without a manifest: GetACP returns UTF-8 to a process that requests it in its own manifest.
    [SupportedOSPlatform("windows")]
    private static uint ForPrograms() =>
        new WindowsRegistry().Read(@"SYSTEM\CurrentControlSet\Control\Nls\CodePage", "ACP") is string text
            && uint.TryParse(text, out uint page) ? page : Kernel32.GetACP();
}
