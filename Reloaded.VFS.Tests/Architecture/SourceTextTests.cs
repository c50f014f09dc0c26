using System.Text.RegularExpressions;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>Tests of rules that no analyzer checks, by the text of the sources.</summary>
public sealed partial class SourceTextTests
{
    private static readonly string[] s_inGames =
        ["Reloaded.VFS", "Reloaded.VFS.Mods", "Reloaded.VFS.Interop", "Reloaded.VFS.Hooks", "Reloaded.VFS.Dll"];

    /// <summary>The game's folder may contain a program of the same name, so Windows' own are started by their full paths.</summary>
    [Fact]
    public void ProgramsOfWindowsAreNamedByTheirFullPaths() => Assert.DoesNotContain(
        SourceFiles.All().SelectMany(file => file.Text.Split('\n')), line => ProgramOfWindows().IsMatch(line)
            && !line.Contains("Environment.SystemDirectory", StringComparison.Ordinal));

    /// <summary>
    /// If marshalling isn't disabled, a char in a call by pointer becomes a byte of some code page, and a bool four bytes.
    /// </summary>
    [Fact]
    public void CallsByPointerPassNeitherACharNorABool() => Assert.Empty(FilesWith(CharOrBool()));

    /// <summary>Other processes are entered by data: memory in them is allocated and protected without execute access.</summary>
    [Fact]
    public void OtherProcessesGetNoCode()
    {
        (string Name, string Text)[] entering =
            [.. SourceFiles.All().Where(file => OtherProcess().IsMatch(file.Text)).Select(file => (file.Name, file.Text))];
        Assert.Equal(
            ["Reloaded.VFS.Interop/Entering/AddedImport.cs", "Reloaded.VFS.Interop/Entering/EntryHelper.cs",
                "Reloaded.VFS.Interop/Entering/ProcessEntry.cs", "Reloaded.VFS.Interop/Entering/SuspendedProgram.cs"],
            entering.Select(file => file.Name).Order(StringComparer.Ordinal));
        Assert.All(entering, file => Assert.DoesNotContain("PAGE_EXECUTE", file.Text, StringComparison.Ordinal));
    }

    /// <summary>
    /// An object in a 32-bit process is aligned to four bytes: an access of eight at once may cross a cache line and lock the bus, for which
    /// Linux has the program wait (<c>NativeByteCounter</c>).
    /// </summary>
    [Fact]
    public void NoFieldOfEightBytesIsReadOrWrittenAtOnce() => Assert.Empty(
        from file in SourceFiles.All()
        where s_inGames.Contains(file.Name.Split('/')[0])
        // A type in several files: VirtualFileSystem.cs, VirtualFileSystem.Sharing.cs.
        group file.Text by Path.Combine(Path.GetDirectoryName(file.Name)!, Path.GetFileName(file.Name).Split('.')[0]) into type
        let text = string.Concat(type)
        from field in AtOnce().Matches(text).Select(match => match.Groups[1].Value).Distinct()
        where Regex.IsMatch(text, $@"\b(?:u?long|double) {field}\b")
        select $"{type.Key}: {field}");

    private static IEnumerable<string> FilesWith(Regex pattern) =>
        SourceFiles.All().Where(file => pattern.IsMatch(file.Text)).Select(file => file.Name);

    [GeneratedRegex(@"\b(?:Kernel32\.(?:VirtualAllocEx|VirtualProtectEx|WriteProcessMemory)|CreateRemoteThread\w*)\(")]
    private static partial Regex OtherProcess();

    [GeneratedRegex(@"delegate\* unmanaged(?:\[\w+\])?<(?:[^>]*[\s,])?(?:char|bool)\s*[,>]")]
    private static partial Regex CharOrBool();

    [GeneratedRegex(@"\b(?:Interlocked|Volatile)\.\w+\(ref (\w+)\s*[,)]")]
    private static partial Regex AtOnce();

    [GeneratedRegex(@"\b(?:cmd|reg)\.exe|ComSpec")]
    private static partial Regex ProgramOfWindows();
}
