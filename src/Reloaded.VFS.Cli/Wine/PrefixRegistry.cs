using System.Text.RegularExpressions;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>Reads the user's part of a Wine prefix's registry, <c>user.reg</c>, without Wine.</summary>
internal static partial class PrefixRegistry
{
    /// <summary>Returns the text values of a key by name; none if the prefix or the key doesn't exist.</summary>
    /// <param name="prefix">The prefix's folder.</param>
    /// <param name="key">The key below HKEY_CURRENT_USER, with backslashes.</param>
    public static IReadOnlyDictionary<string, string> Read(string prefix, string key)
    {
        var values = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        string section = $"[{key.Replace(@"\", @"\\", StringComparison.Ordinal)}]";
        try
        {
            foreach (string line in File.ReadLines(Path.Combine(prefix, "user.reg"))
                .SkipWhile(line => !line.StartsWith(section, StringComparison.OrdinalIgnoreCase)).Skip(1)
                .TakeWhile(line => !line.StartsWith('[')))
            {
                if (Value().Match(line) is { Success: true } match)
                    values[match.Groups["name"].Value] = match.Groups["text"].Value.Replace(@"\\", @"\", StringComparison.Ordinal);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A prefix that doesn't exist yet has no values.
        }

        return values;
    }

    [GeneratedRegex("^\"(?<name>[^\"]+)\"=(str\\(2\\):)?\"(?<text>.*)\"$")]
    private static partial Regex Value();
}
