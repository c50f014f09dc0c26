using System.Text.RegularExpressions;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>What no analyzer says: the sources are read as text.</summary>
public sealed partial class SourceTextTests
{
    /// <summary>The game's folder may have a program of that name: Windows' own are started by their full paths.</summary>
    [Fact]
    public void ProgramsOfWindowsAreNamedByTheirFullPaths() => Assert.DoesNotContain(
        SourceFiles.All().SelectMany(file => file.Text.Split('\n')), line => ProgramOfWindows().IsMatch(line)
            && !line.Contains("Environment.SystemDirectory", StringComparison.Ordinal));

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

    [GeneratedRegex(@"delegate\* unmanaged(?:\[\w+\])?<(?:[^>]*[\s,])?(?:char|bool)\s*[,>]")]
    private static partial Regex CharOrBool();

    [GeneratedRegex(@"\b(?:cmd|reg)\.exe|ComSpec")]
    private static partial Regex ProgramOfWindows();
}
