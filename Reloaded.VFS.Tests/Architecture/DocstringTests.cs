using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>Docstrings can be read alone, as an editor shows them: a summary names what it is about.</summary>
public sealed partial class DocstringTests
{
    private static readonly string[] Folders =
        ["src", "build", "samples", "Reloaded.VFS.Tests", "Reloaded.VFS.Testing", "Reloaded.VFS.Benchmarks"];

    [Fact]
    public void NoSummaryBeginsWithAWordThatLeansOnAnotherOne()
    {
        int summaries = 0;
        Assert.Empty(Sources().SelectMany(file =>
        {
            string text = File.ReadAllText(file);
            summaries += Summary().Count(text);
            return Leaning().Matches(text).Select(match => $"{Path.GetRelativePath(RepositoryFolders.Root, file)}: {match.Value}");
        }));
        Assert.NotEqual(0, summaries);
    }

    private static IEnumerable<string> Sources() => Folders
        .Select(folder => Path.Combine(RepositoryFolders.Root, folder)).Where(Directory.Exists)
        .SelectMany(folder => Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories))
        .Where(file => !Generated().IsMatch(file));

    [GeneratedRegex("/// <summary>")]
    private static partial Regex Summary();

    [GeneratedRegex(@"/// <summary>\s*(?:///\s*)?(?:Its|Their|The same) [^\n]*")]
    private static partial Regex Leaning();

    [GeneratedRegex(@"[\\/](?:obj|bin)[\\/]")]
    private static partial Regex Generated();
}
