using System.Text.RegularExpressions;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>The user's known folders in a Wine prefix, from its registry, which is read once, when a folder is first requested.</summary>
/// <param name="prefix">The prefix's folder.</param>
internal sealed class PrefixFolders(string prefix)
{
    private const string Key = @"Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders";

    private static readonly string[] s_values = ["Personal", "{4C5C32FF-BB9D-43B0-B5B4-2D72E54EAAA4}", "AppData", "Local AppData"];
    private static readonly string[] s_usual = ["Documents", "Saved Games", @"AppData\Roaming", @"AppData\Local"];

    private readonly WinePaths _paths = new(prefix);
    private IReadOnlyDictionary<string, string>? _registry;

    /// <summary>Returns the Linux path of a folder, which need not exist, or null if the prefix has no user of this name.</summary>
    public string? Find(KnownFolder folder)
    {
        _registry ??= PrefixRegistry.Read(prefix, Key);
        string profile = $@"C:\users\{Environment.UserName}";
        // Proton uses this name for every user.
        if (_paths.ToLinux(profile) is not { } found || !Directory.Exists(found))
            profile = @"C:\users\steamuser";
        string path = _registry.GetValueOrDefault(s_values[(int)folder]) ?? $@"%USERPROFILE%\{s_usual[(int)folder]}";
        return _paths.ToLinux(path.Replace("%USERPROFILE%", profile, StringComparison.OrdinalIgnoreCase));
    }
}

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
