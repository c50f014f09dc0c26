using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>What stands in one place only: the sources are read as text.</summary>
public sealed partial class SourceTextTests
{
    /// <summary><c>NtPath</c> alone knows the prefix of NT paths, and how long it is.</summary>
    [Fact]
    public void ThePrefixOfNtPathsIsWrittenOnce() => Assert.Equal(["Reloaded.VFS/Paths/NtPath.cs"], FilesWith(NtPrefix()));

    private static string[] FilesWith(Regex pattern)
    {
        string source = Path.Combine(RepositoryFolders.Root, "src");
        return
        [
            .. Directory.EnumerateFiles(source, "*.cs", SearchOption.AllDirectories)
                .Select(file => (File: file, Name: Path.GetRelativePath(source, file).Replace(Path.DirectorySeparatorChar, '/')))
                .Where(f => !f.Name.Contains("/obj/", StringComparison.Ordinal) && !f.Name.Contains("/bin/", StringComparison.Ordinal))
                .Where(f => pattern.IsMatch(Comment().Replace(File.ReadAllText(f.File), "")))
                .Select(f => f.Name).Order(StringComparer.Ordinal),
        ];
    }

    [GeneratedRegex(@"\\\?\?\\")]
    private static partial Regex NtPrefix();

    [GeneratedRegex(@"(?<=^|\s)//[^\n]*")]
    private static partial Regex Comment();
}
