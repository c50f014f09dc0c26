using System.Text.RegularExpressions;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// A game of a Steam library, as its <c>appmanifest_*.acf</c> says: the folder <c>steamapps</c> has such a file for each game, and
/// <c>steamapps/common</c> has the games' folders.
/// </summary>
/// <param name="AppId">Steam's number of it.</param>
/// <param name="LibraryFolder">The folder <c>steamapps</c>.</param>
internal sealed partial record SteamGame(string AppId, string LibraryFolder)
{
    private const long LongestFile = 1 << 20;

    /// <summary>The prefix that Proton makes for it. It may not be there yet.</summary>
    public string Prefix => Path.Combine(LibraryFolder, "compatdata", AppId, "pfx");

    /// <summary>The game that a program belongs to; null where it lies in no Steam library, or the library doesn't know it.</summary>
    /// <param name="program">An absolute path.</param>
    public static SteamGame? Find(string program)
    {
        string? below = Path.GetDirectoryName(program);
        for (string? at = Path.GetDirectoryName(below); at is not null; below = at, at = Path.GetDirectoryName(at))
        {
            if (Path.GetFileName(at).Equals("common", StringComparison.OrdinalIgnoreCase)
                && Path.GetDirectoryName(at) is { } library && FindIn(library, Path.GetFileName(below!)) is { } appId)
                return new SteamGame(appId, library);
        }

        return null;
    }

    private static string? FindIn(string library, string folder)
    {
        try
        {
            foreach (string file in Directory.EnumerateFiles(library, "appmanifest_*.acf"))
            {
                if (new FileInfo(file).Length > LongestFile)
                    continue;
                string text = File.ReadAllText(file);
                if (ValueOf(text, "installdir") is { } name && name.Equals(folder, StringComparison.OrdinalIgnoreCase)
                    && ValueOf(text, "appid") is { Length: > 0 } id && id.All(char.IsAsciiDigit))
                    return id;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A library that can't be read says nothing.
        }

        return null;
    }

    /// <summary>The first value of a key, in any letter case. Backslash and quote have a backslash before them in such a file.</summary>
    private static string? ValueOf(string text, string key) =>
        Pairs().Matches(text).FirstOrDefault(m => m.Groups[1].Value.Equals(key, StringComparison.OrdinalIgnoreCase)) is { } pair
            ? pair.Groups[2].Value.Replace("\\\"", "\"", StringComparison.Ordinal).Replace(@"\\", @"\", StringComparison.Ordinal)
            : null;

    [GeneratedRegex("\"([^\"]*)\"[ \\t]+\"((?:[^\"\\\\]|\\\\.)*)\"")]
    private static partial Regex Pairs();
}
