using System.Text.RegularExpressions;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>Names of types and members are the field's words: home-made ones that were there once don't come back.</summary>
public sealed partial class WordTests
{
    // Each with what stands for it now.
    private static readonly Dictionary<string, string> s_homeMade = new(StringComparer.Ordinal)
    {
        ["Errand"] = "RescanRequest",
        ["Errands"] = "RescanQueue",
        ["Forsake"] = "Discard",
        ["Judge"] = "BisectOracle",
        ["Laid"] = "Added",
        ["Lay"] = "Add",
        ["News"] = "QueuedChange",
        ["Respelling"] = "SeenPath",
        ["Unseen"] = "Unresolved",
        ["Untold"] = "Pending",
        ["Vacated"] = "Whiteout",
        ["Ways"] = "Parents",
    };

    [Fact]
    public void HomeMadeWordsDontComeBack()
    {
        List<string> found = [];
        foreach ((string name, string text) in SourceFiles.All())
        {
            foreach (string identifier in Name().Matches(Text().Replace(text, "")).Select(match => match.Value).Distinct())
            {
                string[] words = [.. Word().Matches(identifier).Select(match => match.Value)];
                for (int i = 0; i < words.Length; i++)
                {
                    // To lay out is another word.
                    bool isLayOut = words[i] == "Lay" && i + 1 < words.Length && words[i + 1] == "Out";
                    if (!isLayOut && s_homeMade.TryGetValue(char.ToUpperInvariant(words[i][0]) + words[i][1..], out string? instead))
                        found.Add($"{name}: {identifier} (say {instead})");
                }
            }
        }

        Assert.Empty(found);
    }

    // Types and members; local variables and parameters begin with a small letter.
    [GeneratedRegex(@"\b(?:[A-Z]|s_|_)\w*")]
    private static partial Regex Name();

    [GeneratedRegex("[A-Z]?[a-z]+")]
    private static partial Regex Word();

    // What is said to users is no name.
    [GeneratedRegex("\"\"\"[\\s\\S]*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"")]
    private static partial Regex Text();
}
