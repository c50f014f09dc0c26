using System.Text;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>
/// Tests that the table of docs/c-functions.md says what the header says. <c>RVFS_SNAPSHOTS=write</c> makes it anew.
/// </summary>
public sealed partial class CFunctionsPageTests
{
    private static readonly string s_page = Path.Combine(RepositoryFolders.Root, "docs", "c-functions.md");

    private static readonly string s_header =
        File.ReadAllText(Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Dll", "reloaded_vfs.h")).ReplaceLineEndings("\n");

    [Fact]
    public void TheTableHasTheFunctionsOfTheHeader()
    {
        var table = new StringBuilder("| function | what it does |\n| --- | --- |\n");
        var described = new List<string>();
        foreach (Match match in Described().Matches(s_header))
        {
            string[] names = [.. Function().Matches(match.Groups[2].Value).Select(name => name.Groups[1].Value)];
            described.AddRange(names);
            table.Append($"| {string.Join(", ", names.Select(name => $"`{name}`"))} | {FirstSentence(match.Groups[1].Value)} |\n");
        }

        // A function whose comment isn't found would be missing without a word.
        Assert.Equal(Function().Matches(s_header).Select(name => name.Groups[1].Value), described);
        Check(table.ToString());
    }

    private static void Check(string table)
    {
        string page = File.ReadAllText(s_page).ReplaceLineEndings("\n");
        string begin = "<!-- functions of reloaded_vfs.h -->\n\n", end = "\n<!-- end -->";
        int from = page.IndexOf(begin, StringComparison.Ordinal) + begin.Length, to = page.IndexOf(end, from, StringComparison.Ordinal);
        if (Environment.GetEnvironmentVariable("RVFS_SNAPSHOTS") == "write")
            File.WriteAllText(s_page, $"{page[..from]}{table}{page[to..]}");
        else
            Assert.Equal(table, page[from..to]);
    }

    private static string FirstSentence(string comment)
    {
        string text = Lines().Replace(comment, " ").Trim();
        int end = text.IndexOf(". ", StringComparison.Ordinal);
        return (end < 0 ? text : text[..(end + 1)]).Replace("|", @"\|", StringComparison.Ordinal);
    }

    [GeneratedRegex(@"/\*((?:(?!\*/).)*)\*/\n((?:RVFS_API [^;]*;\n)+)", RegexOptions.Singleline)]
    private static partial Regex Described();

    [GeneratedRegex(@"^RVFS_API [^;]*?RVFS_CALL (\w+)\(", RegexOptions.Multiline)]
    private static partial Regex Function();

    [GeneratedRegex(@"\s*\n \* ?\s*|\s+")]
    private static partial Regex Lines();
}
