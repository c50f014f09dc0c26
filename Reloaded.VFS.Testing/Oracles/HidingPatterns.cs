using System.Text.Json;
using System.Text.RegularExpressions;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>
/// The patterns by which a mod hides names of the layers below it, as docs/layers.md explains them: <c>*</c> within a name, <c>**</c> for
/// any folders. Implemented by regular expressions, independently of the tested code. Immutable.
/// </summary>
public sealed class HidingPatterns
{
    /// <summary>The name of the file in a mod's folder that contains the patterns.</summary>
    public const string FileName = "mod.json";

    private readonly Regex[] _patterns;

    /// <summary>Creates patterns from texts with slashes between names.</summary>
    public HidingPatterns(IEnumerable<string> patterns) => _patterns = [.. patterns.Select(ToRegex)];

    /// <summary>Gets a value indicating whether there are no patterns.</summary>
    public bool IsEmpty => _patterns.Length == 0;

    /// <summary>Reads the patterns of a mod; none if there is no <see cref="FileName"/> or the file has no patterns.</summary>
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

    /// <summary>
    /// Determines whether a pattern matches a path, with slashes between its names: the path itself, not a folder above it.
    /// </summary>
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
