using System.Text.RegularExpressions;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>All that the probe's command <c>tree</c> has told of a folder: each name with its content. Immutable.</summary>
internal sealed partial class TreeState
{
    /// <summary>What <see cref="Of"/> says of a name that isn't there.</summary>
    public const string Gone = "gone";

    /// <summary>What <see cref="Of"/> says of a folder.</summary>
    public const string Folder = "folder";

    private readonly Dictionary<string, string> _names;

    private TreeState(Dictionary<string, string> names) => _names = names;

    /// <summary>The names, in no particular order; in any letter case.</summary>
    public IReadOnlyCollection<string> Names => _names.Keys;

    /// <summary>Reads the output of the last <c>tree</c> in a text.</summary>
    public static TreeState Parse(string printed)
    {
        Dictionary<string, string> names = new(StringComparer.OrdinalIgnoreCase);
        foreach (string line in printed[(printed.LastIndexOf("> tree\t", StringComparison.Ordinal) + 1)..].Split('\n'))
        {
            if (Line().Match(line) is { Success: true } match)
                names[match.Groups["name"].Value] = match.Groups["folder"].Success ? Folder : match.Groups["content"].Value;
        }

        return new TreeState(names);
    }

    /// <summary>What a name is: <see cref="Gone"/>, <see cref="Folder"/>, or a file's size and content.</summary>
    public string Of(string name) => _names.GetValueOrDefault(name, Gone);

    /// <summary>A file's size; -1 for what isn't one.</summary>
    public long SizeOf(string name) => Of(name) is var text && text.StartsWith("size=", StringComparison.Ordinal)
        ? long.Parse(text.AsSpan(5, text.IndexOf(' ', StringComparison.Ordinal) - 5), null)
        : -1;

    /// <summary>The names that aren't in both states what they are in the other.</summary>
    public string[] DifferencesTo(TreeState other) =>
        [.. _names.Keys.Concat(other._names.Keys).Distinct(StringComparer.OrdinalIgnoreCase).Where(name => Of(name) != other.Of(name))];

    /// <summary>This state, with other contents of some names.</summary>
    public TreeState With(IEnumerable<(string Name, string Text)> changes)
    {
        Dictionary<string, string> names = new(_names, StringComparer.OrdinalIgnoreCase);
        foreach ((string name, string text) in changes)
        {
            if (text == Gone)
                names.Remove(name);
            else
                names[name] = text;
        }

        return new TreeState(names);
    }

    /// <summary>Whether anything is in a folder.</summary>
    public bool HasBelow(string folder) => _names.Keys.Any(name => name.StartsWith(folder + '\\', StringComparison.OrdinalIgnoreCase));

    [GeneratedRegex(@"^(?<name>.*?)(?: (?<content>size=\d+ hash=[0-9a-f]{16}.*)|(?<folder>\\))$")]
    private static partial Regex Line();
}
