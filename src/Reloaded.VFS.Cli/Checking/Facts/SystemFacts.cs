using System.Runtime.Versioning;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>
/// What a doctor asks the system for, each kind behind an interface of its own,
/// so that tests can tell it what no test machine has. Immutable.
/// </summary>
internal sealed record SystemFacts
{
    /// <summary>This system.</summary>
    public static SystemFacts Real { get; } = new();

    /// <summary>The registry.</summary>
    public IRegistryFacts Registry { get; init; } = OperatingSystem.IsWindows() ? new WindowsRegistry() : new NoRegistry();

    /// <summary>Files and folders.</summary>
    public IFileFacts Files { get; init; } = new DiskFacts();

    /// <summary>Text for calls that end in A.</summary>
    public ITextFacts Text { get; init; } = new SystemCodePage();

    /// <summary>Environment variables.</summary>
    public Func<string, string?> Variable { get; init; } = Environment.GetEnvironmentVariable;

    /// <summary>The options of <c>SystemCodeIntegrityInformation</c>; null where the system doesn't say.</summary>
    public Func<uint?> CodeIntegrity { get; init; } = Cli.Checking.Facts.CodeIntegrity.Read;

    /// <summary>How a function of ntdll begins in this process; null where that isn't known.</summary>
    public Func<string, FunctionEntry?> Entry { get; init; } = FunctionEntry.Read;

    /// <summary>The machine type of the system itself (<c>IMAGE_FILE_MACHINE_*</c>); 0 where this isn't Windows.</summary>
    public Func<ushort> Machine { get; init; } = Cli.Game.NativeMachine.Get;
}

/// <summary>
/// A file, folder or link that was found. Where <see cref="LinkTarget"/> isn't null it is a link, and nothing behind it was looked at.
/// </summary>
/// <param name="Path">Its absolute path.</param>
/// <param name="IsFolder">Whether it is a folder, or a link to one.</param>
/// <param name="Attributes">Its own attributes, not those of what a link leads to.</param>
/// <param name="LinkTarget">Where the link says that it leads, as it stands in it.</param>
internal readonly record struct FoundEntry(string Path, bool IsFolder, FileAttributes Attributes, string? LinkTarget);

/// <summary>What the disk says.</summary>
internal interface IFileFacts
{
    /// <summary>Everything below a folder; links aren't followed, folders that can't be read are left out.</summary>
    IEnumerable<FoundEntry> Walk(string folder);

    /// <summary>Why nothing can be written into a folder, tried with a file that is gone again; null where it can.</summary>
    string? WhyUnwritable(string folder);

    /// <summary>
    /// What Windows says when a file is to become an image in memory, as for <c>LoadLibrary</c>: an NTSTATUS.
    /// Null where this isn't Windows.
    /// </summary>
    uint? TryMapImage(string path);
}

/// <summary>
/// What <c>HKEY_LOCAL_MACHINE</c> says, in the 64-bit view. Keys are named below it, with backslashes.
/// What isn't there or may not be read is null.
/// </summary>
internal interface IRegistryFacts
{
    /// <summary>
    /// A value: an <see cref="int"/> (<c>REG_DWORD</c>), a <see cref="long"/> (<c>REG_QWORD</c>), a <see cref="string"/> or a
    /// <see cref="byte"/> array (<c>REG_BINARY</c>).
    /// </summary>
    object? Read(string key, string name);

    /// <summary>The names of the keys in a key; empty where it has none.</summary>
    IReadOnlyList<string> SubKeys(string key);
}

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
