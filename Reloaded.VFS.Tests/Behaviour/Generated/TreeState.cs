using System.Text.RegularExpressions;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>The content of a folder as the probe's command <c>tree</c> prints it: each name with its content. Immutable.</summary>
internal sealed partial class TreeState
{
    /// <summary>The result of <see cref="Of"/> for a missing name.</summary>
    public const string Gone = "gone";

    /// <summary>The result of <see cref="Of"/> for a folder.</summary>
    public const string Folder = "folder";

    private readonly Dictionary<string, string> _names;

    private TreeState(Dictionary<string, string> names) => _names = names;

    /// <summary>Gets the names, in no particular order and in any letter case.</summary>
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

    /// <summary>Returns the state of a name: <see cref="Gone"/>, <see cref="Folder"/>, or a file's size and content.</summary>
    public string Of(string name) => _names.GetValueOrDefault(name, Gone);

    /// <summary>Returns a file's size, or -1 if the name isn't a file.</summary>
    public long SizeOf(string name) => Of(name) is var text && text.StartsWith("size=", StringComparison.Ordinal)
        ? long.Parse(text.AsSpan(5, text.IndexOf(' ', StringComparison.Ordinal) - 5), null)
        : -1;

    /// <summary>Returns the names that differ between two states.</summary>
    public string[] DifferencesTo(TreeState other) =>
        [.. _names.Keys.Concat(other._names.Keys).Distinct(StringComparer.OrdinalIgnoreCase).Where(name => Of(name) != other.Of(name))];

    /// <summary>Returns this state with other contents of some names.</summary>
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

    /// <summary>Determines whether a folder has content.</summary>
    public bool HasBelow(string folder) => _names.Keys.Any(name => name.StartsWith(folder + '\\', StringComparison.OrdinalIgnoreCase));

    [GeneratedRegex(@"^(?<name>.*?)(?: (?<content>size=\d+ hash=[0-9a-f]{16}.*)|(?<folder>\\))$")]
    private static partial Regex Line();
}
