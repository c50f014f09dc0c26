using System.IO.Enumeration;
using System.Runtime.Versioning;
using System.Security;
using Microsoft.Win32;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>
/// The queries of the system that the checks make, each kind behind its own interface, so that tests can simulate what no test machine has.
/// Immutable.
/// </summary>
internal sealed record SystemFacts
{
    public static SystemFacts Real { get; } = new();
    public IRegistryFacts Registry { get; init; } = OperatingSystem.IsWindows() ? new WindowsRegistry() : new NoRegistry();
    public IFileFacts Files { get; init; } = new DiskFacts();

    /// <summary>Gets the queries of text for ANSI functions.</summary>
    public ITextFacts Text { get; init; } = new SystemCodePage();

    /// <summary>Gets the function that reads environment variables.</summary>
    public Func<string, string?> Variable { get; init; } = Environment.GetEnvironmentVariable;

    /// <summary>
    /// Gets the function that reads the options of <c>SystemCodeIntegrityInformation</c>, or null if the system doesn't report them.
    /// </summary>
    public Func<uint?> CodeIntegrity { get; init; } = Cli.Checking.Facts.CodeIntegrity.Read;

    /// <summary>Gets the function that reads the start of a function of ntdll in this process, or null if unknown.</summary>
    public Func<string, FunctionEntry?> Entry { get; init; } = FunctionEntry.Read;

    /// <summary>Gets the function that returns the machine type of the system (<c>IMAGE_FILE_MACHINE_*</c>), or 0 elsewhere.</summary>
    public Func<ushort> Machine { get; init; } = Cli.Game.NativeMachine.Get;
}

/// <summary>
/// A file, folder or link that was found. If <see cref="LinkTarget"/> isn't null it is a link, and nothing behind it was examined.
/// </summary>
/// <param name="Path">The absolute path.</param>
/// <param name="IsFolder">True if it is a folder, or a link to one.</param>
/// <param name="Attributes">The object's own attributes, not those of a link's target.</param>
/// <param name="LinkTarget">The link's target as stored in the link.</param>
internal readonly record struct FoundEntry(string Path, bool IsFolder, FileAttributes Attributes, string? LinkTarget);

/// <summary>Queries of the disk.</summary>
internal interface IFileFacts
{
    /// <summary>Returns everything below a folder. Links aren't followed, and unreadable folders are left out.</summary>
    IEnumerable<FoundEntry> Walk(string folder);

    /// <summary>Returns why a folder isn't writable, tested with a file that is deleted again, or null if it is.</summary>
    string? WhyUnwritable(string folder);

    /// <summary>Returns the NTSTATUS of mapping a file as an image, as for <c>LoadLibrary</c>, or null if this isn't Windows.</summary>
    uint? TryMapImage(string path);
}

/// <summary>
/// Queries of <c>HKEY_LOCAL_MACHINE</c>, in the 64-bit view. Keys are named relative to it, with backslashes. Missing or unreadable values
/// are null.
/// </summary>
internal interface IRegistryFacts
{
    /// <summary>
    /// Reads a value: an <see cref="int"/> (<c>REG_DWORD</c>), a <see cref="long"/> (<c>REG_QWORD</c>), a <see cref="string"/> or a
    /// <see cref="byte"/> array (<c>REG_BINARY</c>).
    /// </summary>
    object? Read(string key, string name);

    IReadOnlyList<string> SubKeys(string key);
}

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

    public uint? CodePage { get; } = OperatingSystem.IsWindows() ? ForPrograms() : null;

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

/// <summary>
/// The strictness of Windows' signature checks for code (<c>SystemCodeIntegrityInformation</c>, Microsoft Learn: NtQuerySystemInformation).
/// </summary>
internal static unsafe class CodeIntegrity
{
    /// <summary>Signatures of drivers are checked.</summary>
    public const uint Enabled = 0x1;

    /// <summary>Test signatures are accepted.</summary>
    public const uint TestSigning = 0x2;

    /// <summary>Programs and DLLs are checked, too (user mode code integrity).</summary>
    public const uint Programs = 0x4;

    /// <summary>Violations of the rules for programs are only logged.</summary>
    public const uint ProgramsAudited = 0x8;

    /// <summary>The hypervisor checks drivers (memory integrity).</summary>
    public const uint Hypervisor = 0x400;

    /// <summary>Returns the options, or null if the system doesn't report them.</summary>
    public static uint? Read()
    {
        if (!OperatingSystem.IsWindows())
            return null;
        uint* information = stackalloc uint[2] { 8, 0 };
        return Ntdll.NtQuerySystemInformation(SYSTEM_INFORMATION_CLASS.SystemCodeIntegrityInformation, information, 8, null).IsError()
            ? null
            : information[1];
    }
}

/// <summary>The registry of this Windows or this Wine prefix. Thread-safe.</summary>
[SupportedOSPlatform("windows")]
internal sealed class WindowsRegistry : IRegistryFacts
{
    public object? Read(string key, string name) =>
        Ask<object?>(key, k => k.GetValue(name, null, RegistryValueOptions.DoNotExpandEnvironmentNames), null);

    public IReadOnlyList<string> SubKeys(string key) => Ask<IReadOnlyList<string>>(key, k => k.GetSubKeyNames(), []);

    private static T Ask<T>(string path, Func<RegistryKey, T> ask, T otherwise)
    {
        try
        {
            using RegistryKey machine = RegistryKey.OpenBaseKey(RegistryHive.LocalMachine, RegistryView.Registry64);
            using RegistryKey? key = machine.OpenSubKey(path);
            return key is null ? otherwise : ask(key);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or SecurityException)
        {
            return otherwise;
        }
    }
}

/// <summary>A system without a registry.</summary>
internal sealed class NoRegistry : IRegistryFacts
{
    public object? Read(string key, string name) => null;
    public IReadOnlyList<string> SubKeys(string key) => [];
}

/// <summary>The real disk. Thread-safe.</summary>
internal sealed class DiskFacts : IFileFacts
{
    private static readonly EnumerationOptions s_all = new()
    {
        RecurseSubdirectories = true,
        IgnoreInaccessible = true,
        AttributesToSkip = 0,
    };

    public IEnumerable<FoundEntry> Walk(string folder)
    {
        using Walker? walker = TryOpen(folder);
        while (walker?.MoveNext() == true)
            yield return walker.Current;
    }

    public string? WhyUnwritable(string folder)
    {
        try
        {
            using (DiskRemoval.OpenPassing(Path.Combine(folder, $".rvfs-{Guid.NewGuid():N}"), FileMode.CreateNew, FileShare.None))
                return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ErrorCause.Of(e);
        }
    }

    public uint? TryMapImage(string path) => OperatingSystem.IsWindows() ? ImageMapping.Try(path) : null;

    private static Walker? TryOpen(string folder) =>
        FileErrors.Ignore(() => new Walker(folder), null);

    // Other objects have a reparse point, too (a cloud's placeholders, the system's compressed files), but no link target.
    private static bool IsLink(ref FileSystemEntry entry) =>
        (entry.Attributes & FileAttributes.ReparsePoint) != 0 && TargetOf(entry.ToFullPath()) is not null;

    private static string? TargetOf(string path) =>
        FileErrors.Ignore(() => new FileInfo(path).LinkTarget, null);

    /// <summary>An enumerator that skips unreadable folders, whose path may be longer than the system accepts.</summary>
    private sealed class Walker(string folder) : FileSystemEnumerator<FoundEntry>(folder, s_all)
    {
        protected override bool ContinueOnError(int error) => true;

        protected override bool ShouldRecurseIntoEntry(ref FileSystemEntry entry) => !IsLink(ref entry);

        protected override FoundEntry TransformEntry(ref FileSystemEntry entry)
        {
            string path = entry.ToFullPath();
            return new(path, entry.IsDirectory, entry.Attributes, IsLink(ref entry) ? TargetOf(path) : null);
        }
    }
}
