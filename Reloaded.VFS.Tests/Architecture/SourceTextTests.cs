using System.Text.RegularExpressions;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>What stands in one place only: the sources are read as text.</summary>
public sealed partial class SourceTextTests
{
    /// <summary>
    /// The texts of .NET's exceptions, and of libraries', are read in one place, which makes a user's sentence of them. The mod for
    /// Reloaded-II hands on what other mods throw.
    /// </summary>
    [Fact]
    public void TextsOfExceptionsAreReadInOnePlace() => Assert.Equal(["Reloaded.VFS/Diagnostics/ErrorCause.cs"],
        FilesWith(ExceptionText()).Where(file => !file.StartsWith("Reloaded.VFS.ReloadedII/", StringComparison.Ordinal)));

    /// <summary>The game's folder may have a program of that name: Windows' own are started by their full paths.</summary>
    [Fact]
    public void ProgramsOfWindowsAreNamedByTheirFullPaths() => Assert.DoesNotContain(
        SourceFiles.All().SelectMany(file => file.Text.Split('\n')), line => ProgramOfWindows().IsMatch(line)
            && !line.Contains("Environment.SystemDirectory", StringComparison.Ordinal));

    /// <summary>Texts in JSON that isn't Unicode make .NET's readers throw: one place knows how.</summary>
    [Fact]
    public void TextsOfJsonAreReadInOnePlace() => Assert.Equal(["Reloaded.VFS.Mods/Configuration/JsonText.cs"],
        FilesWith(JsonString()).Where(file => !file.StartsWith("Reloaded.VFS.ReloadedII/", StringComparison.Ordinal)));

    /// <summary><c>NtPath</c> alone knows the prefix of NT paths, and how long it is.</summary>
    [Fact]
    public void ThePrefixOfNtPathsIsWrittenOnce() => Assert.Equal(["Reloaded.VFS/Paths/NtPath.cs"], FilesWith(NtPrefix()));

    /// <summary>
    /// Pointers to Windows' functions are typed in Reloaded.VFS.Interop alone. Others have types for the functions of the DLL's own C part,
    /// and for those that it exports.
    /// </summary>
    [Fact]
    public void PointersToWindowsFunctionsAreTypedInInterop() => Assert.Equal(
        [
            "Reloaded.VFS.Cli/Checking/Reporting/HookProbe.cs",
            "Reloaded.VFS.Hooks/Gates/NativeServices.cs",
            "Reloaded.VFS.Hooks/Gates/NotificationTable.cs",
            "Reloaded.VFS.Hooks/Originals/DirectoryQuery.cs",
            "Reloaded.VFS.ReloadedII/VfsLibrary.cs",
            // Functions of the image's own.
            "Reloaded.VFS/Hashing/PathHash.Image.cs", "Reloaded.VFS/PathRecords/LookupKeys.Image.cs",
        ],
        FilesWith(FunctionPointer()).Where(file => !file.StartsWith("Reloaded.VFS.Interop/", StringComparison.Ordinal)));

    /// <summary>
    /// Constants of Windows' headers stand in Reloaded.VFS.Interop alone, under Windows' names. What is left are Linux' own.
    /// </summary>
    [Fact]
    public void ConstantsOfWindowsStandInInterop() => Assert.Equal(
        [
            "Reloaded.VFS.Cli/Processes/UnixProcess.cs", "Reloaded.VFS.Cli/Wine/LinuxFolders.cs", "Reloaded.VFS.Cli/Wine/Statx.cs",
            "Reloaded.VFS.Mods/Scanning/LinuxFolderReader.cs",
        ],
        FilesWith(UpperCaseConstant()).Where(file => !file.StartsWith("Reloaded.VFS.Interop/", StringComparison.Ordinal)));

    /// <summary>
    /// Where marshalling isn't disabled, a char in a call by pointer becomes a byte of some code page, and a bool four bytes.
    /// </summary>
    [Fact]
    public void CallsByPointerPassNeitherACharNorABool() => Assert.Empty(FilesWith(CharOrBool()));

    /// <summary>Another process is entered by data: its memory is asked for, and protected, without the right to run it.</summary>
    [Fact]
    public void OtherProcessesGetNoCode()
    {
        (string Name, string Text)[] entering =
            [.. SourceFiles.All().Where(file => OtherProcess().IsMatch(file.Text)).Select(file => (file.Name, file.Text))];
        Assert.Equal(["Reloaded.VFS.Interop/Entering/ProcessEntry.cs", "Reloaded.VFS.Interop/Entering/WithheldImports.cs"],
            entering.Select(file => file.Name).Order(StringComparer.Ordinal));
        Assert.All(entering, file => Assert.DoesNotContain("PAGE_EXECUTE", file.Text, StringComparison.Ordinal));
    }

    private static IEnumerable<string> FilesWith(Regex pattern) =>
        SourceFiles.All().Where(file => pattern.IsMatch(file.Text)).Select(file => file.Name);

    [GeneratedRegex(@"\b(?:Kernel32\.(?:VirtualAllocEx|VirtualProtectEx|WriteProcessMemory)|CreateRemoteThread\w*)\(")]
    private static partial Regex OtherProcess();

    [GeneratedRegex(@"\\\?\?\\")]
    private static partial Regex NtPrefix();

    [GeneratedRegex(@"delegate\* unmanaged(?:\[\w+\])?<(?:[^>]*[\s,])?(?:char|bool)\s*[,>]")]
    private static partial Regex CharOrBool();

    // Ours begin with RVFS.
    [GeneratedRegex(@"\bconst (?:n?u?int|u?long|u?short|s?byte) (?!RVFS_)[A-Z][A-Z0-9]*_[A-Z0-9_]+\b")]
    private static partial Regex UpperCaseConstant();

    [GeneratedRegex(@"delegate\* unmanaged")]
    private static partial Regex FunctionPointer();

    [GeneratedRegex(@"\b\w+\.Message\b|GetType\(\)\.Name")]
    private static partial Regex ExceptionText();

    [GeneratedRegex(@"\b(?:cmd|reg)\.exe|ComSpec")]
    private static partial Regex ProgramOfWindows();

    [GeneratedRegex(@"\.GetString\(\)")]
    private static partial Regex JsonString();
}
