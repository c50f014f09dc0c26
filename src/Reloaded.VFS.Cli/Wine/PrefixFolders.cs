using System.Text.RegularExpressions;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>The user's known folders in a Wine prefix, from its registry, which is read once, when a folder is first requested.</summary>
/// <param name="prefix">The prefix's folder.</param>
internal sealed partial class PrefixFolders(string prefix)
{
    private const string Section = @"[Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\User Shell Folders]";

    private static readonly string[] s_values = ["Personal", "{4C5C32FF-BB9D-43B0-B5B4-2D72E54EAAA4}", "AppData", "Local AppData"];
    private static readonly string[] s_usual = ["Documents", "Saved Games", @"AppData\Roaming", @"AppData\Local"];

    private readonly WinePaths _paths = new(prefix);
    private Dictionary<string, string>? _registry;

    /// <summary>Returns the Linux path of a folder, which need not exist, or null if the prefix has no user of this name.</summary>
    public string? Find(KnownFolder folder)
    {
        _registry ??= Read();
        string profile = $@"C:\users\{Environment.UserName}";
        // Proton uses this name for every user.
        if (_paths.ToLinux(profile) is not { } found || !Directory.Exists(found))
            profile = @"C:\users\steamuser";
        string path = _registry.GetValueOrDefault(s_values[(int)folder]) ?? $@"%USERPROFILE%\{s_usual[(int)folder]}";
        return _paths.ToLinux(path.Replace("%USERPROFILE%", profile, StringComparison.OrdinalIgnoreCase));
    }

    private Dictionary<string, string> Read()
    {
        var values = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        try
        {
            foreach (string line in File.ReadLines(Path.Combine(prefix, "user.reg"))
                .SkipWhile(line => !line.StartsWith(Section, StringComparison.OrdinalIgnoreCase)).Skip(1)
                .TakeWhile(line => !line.StartsWith('[')))
            {
                if (Value().Match(line) is { Success: true } match)
                    values[match.Groups["name"].Value] = match.Groups["text"].Value.Replace(@"\\", @"\", StringComparison.Ordinal);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A prefix that doesn't exist yet has Wine's usual folders.
        }

        return values;
    }

    [GeneratedRegex("^\"(?<name>[^\"]+)\"=(str\\(2\\):)?\"(?<text>.*)\"$")]
    private static partial Regex Value();
}
