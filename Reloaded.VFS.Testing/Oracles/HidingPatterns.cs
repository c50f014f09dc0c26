using System.Text.Json;
using System.Text.RegularExpressions;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>
/// The patterns by which a mod hides names of the layers below it, as docs/layers.md explains them: <c>*</c> within a name, <c>**</c> for
/// any folders. Worked out by regular expressions, and not by the code that is tested. Immutable.
/// </summary>
public sealed class HidingPatterns
{
    /// <summary>The file in a mod's folder that has them.</summary>
    public const string FileName = "mod.json";

    private readonly Regex[] _patterns;

    /// <summary>The patterns, with slashes between names.</summary>
    public HidingPatterns(IEnumerable<string> patterns) => _patterns = [.. patterns.Select(ToRegex)];

    /// <summary>Whether they hide nothing.</summary>
    public bool IsEmpty => _patterns.Length == 0;

    /// <summary>Those of a mod; none where it has no <see cref="FileName"/>, or that doesn't hide.</summary>
    public static HidingPatterns Read(string mod)
    {
        string file = Path.Combine(mod, FileName);
        if (!File.Exists(file))
            return new([]);
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(file),
            new JsonDocumentOptions { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip });
        return new(document.RootElement.TryGetProperty("hide", out JsonElement hide)
            ? [.. hide.EnumerateArray().Select(pattern => pattern.GetString()!)]
            : []);
    }

    /// <summary>Whether one of them names a path, with slashes between its names: the path itself, not a folder that it is in.</summary>
    public bool Match(string path) => Array.Exists(_patterns, pattern => pattern.IsMatch(path.ToUpperInvariant()));

    private static Regex ToRegex(string pattern)
    {
        string text = Regex.Escape(pattern.ToUpperInvariant())
            .Replace(@"\*\*/", "(?:[^/]+/)*", StringComparison.Ordinal)
            .Replace(@"\*\*", ".+", StringComparison.Ordinal)
            .Replace(@"\*", "[^/]*", StringComparison.Ordinal);
        return new Regex($@"\A{text}\z", RegexOptions.Singleline | RegexOptions.CultureInvariant, TimeSpan.FromSeconds(5));
    }
}
