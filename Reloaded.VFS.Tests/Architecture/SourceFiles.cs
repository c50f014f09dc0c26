using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>Reads the C# sources of all projects in <c>src</c> as text.</summary>
internal static partial class SourceFiles
{
    /// <summary>Returns each file's path below <c>src</c>, with slashes, and its text without comments.</summary>
    public static IEnumerable<(string Name, string Text)> All()
    {
        string source = Path.Combine(RepositoryFolders.Root, "src");
        return Directory.EnumerateFiles(source, "*.cs", SearchOption.AllDirectories)
            .Select(file => (File: file, Name: Path.GetRelativePath(source, file).Replace(Path.DirectorySeparatorChar, '/')))
            .Where(f => !f.Name.Contains("/obj/", StringComparison.Ordinal) && !f.Name.Contains("/bin/", StringComparison.Ordinal))
            .OrderBy(f => f.Name, StringComparer.Ordinal)
            .Select(f => (f.Name, Comment().Replace(File.ReadAllText(f.File), "")));
    }

    [GeneratedRegex(@"(?<=^|\s)//[^\n]*")]
    private static partial Regex Comment();
}
