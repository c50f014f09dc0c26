using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>The filter that removes private data from a report: the user's folder and name, and the computer's name. Immutable.</summary>
internal sealed class PrivateText
{
    private readonly (string Text, string Replacement, bool IsName)[] _replacements;

    /// <param name="folders">The user's folders, in every possible spelling, each with its replacement.</param>
    /// <param name="user">The user's name; replaced if it is a whole name in a path.</param>
    /// <param name="computer">The computer's name; replaced if it is a whole word.</param>
    public PrivateText(IEnumerable<(string Folder, string Replacement)> folders, string user, string computer)
    {
        _replacements =
        [
            .. folders.Select(f => (Text: f.Folder.TrimEnd('\\', '/'), f.Replacement, IsName: false)).Where(f => f.Text.Length > 1)
                .OrderByDescending(f => f.Text.Length),
            .. user.Length > 0 ? ((string, string, bool)[])[(user, "%USERNAME%", true)] : [],
            .. computer.Length > 1 ? ((string, string, bool)[])[(computer, "%COMPUTERNAME%", false)] : [],
        ];
    }

    /// <summary>Creates the object for this user on this computer; under Wine with the Linux user's folder, too.</summary>
    public static PrivateText Here()
    {
        string profile = UserFolders.Home;
        if (!OperatingSystem.IsWindows())
            return new([(profile, "~")], Environment.UserName, Environment.MachineName);
        // The rest of a path below Z:, or of one that no drive leads to.
        string home = Environment.GetEnvironmentVariable("HOME") ?? "",
            wineHome = Environment.GetEnvironmentVariable("WINEHOMEDIR")?.Replace(NtPath.Prefix, "", StringComparison.Ordinal) ?? "";
        return new([(profile, "%USERPROFILE%"), (ShortPath.Of(profile), "%USERPROFILE%"), (home, "%HOME%"), (wineHome, "%HOME%")],
            Environment.UserName, Environment.MachineName);
    }

    /// <summary>Returns the text without private data.</summary>
    public string Clean(string text)
    {
        foreach ((string what, string replacement, bool isName) in _replacements)
            text = Replace(text, what, replacement, isName);
        return text;
    }

    private static string Replace(string text, string what, string replacement, bool isName)
    {
        StringBuilder result = new(text.Length);
        int i = 0;
        while (i < text.Length)
        {
            int length = Match(text, i, what);
            bool isWhole = length > 0 && !IsPartOfName(text, i + length)
                && (isName ? i > 0 && IsSlash(text[i - 1]) : IsSlash(what[0]) || i == 0 || !IsPartOfName(text, i - 1));
            result.Append(isWhole ? replacement : text[i].ToString());
            i += isWhole ? length : 1;
        }

        return result.ToString();
    }

    /// <summary>
    /// Returns the number of characters of the text, from a position on, that spell <paramref name="what"/>, or 0. Letter case and the kind
    /// of slash are ignored; backslashes may be doubled as in JSON.
    /// </summary>
    private static int Match(string text, int at, string what)
    {
        int i = at;
        foreach (char c in what)
        {
            if (i >= text.Length || (IsSlash(c) ? !IsSlash(text[i]) : char.ToUpperInvariant(text[i]) != char.ToUpperInvariant(c)))
                return 0;
            i += IsSlash(c) && i + 1 < text.Length && text[i] == '\\' && text[i + 1] == '\\' ? 2 : 1;
        }

        return i - at;
    }

    private static bool IsSlash(char c) => c is '\\' or '/';

    private static bool IsPartOfName(string text, int at) =>
        at >= 0 && at < text.Length && (char.IsLetterOrDigit(text[at]) || text[at] is '_' or '-' or '~');
}
