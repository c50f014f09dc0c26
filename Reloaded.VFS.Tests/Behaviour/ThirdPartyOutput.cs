using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Normalises the output of third-party programs, so that it doesn't differ between two runs, or between a folder and its copy.
/// </summary>
internal static partial class ThirdPartyOutput
{
    /// <summary>Removes the folder's own path, free space, durations, and the times of folders.</summary>
    public static string Normalise(string text, string folder)
    {
        string root = WinePrefix.ToWindows(folder);
        text = text.Replace(root, "<ROOT>", StringComparison.OrdinalIgnoreCase)
            .Replace(root.Replace('\\', '/'), "<ROOT>", StringComparison.OrdinalIgnoreCase);
        text = FreeSpace().Replace(text, "* bytes free");
        text = EsbuildTime().Replace(text, "Done in *");
        return DirectoryLine().Replace(text, "* $1");
    }

    /// <summary>Removes the line that <c>rvfs run</c> itself writes to standard error when it starts a game.</summary>
    public static string WithoutOurLine(string errors)
        => string.Join('\n',
            errors.Split('\n')
                .Where(line =>
                    !line.StartsWith("Reloaded VFS:", StringComparison.Ordinal) && !line.StartsWith("rvfs:", StringComparison.Ordinal)));

    /// <summary>Returns what 7-Zip prints about each entry, without the times that differ in a copy, or those of folders.</summary>
    public static string Entries(string text)
    {
        text = text[(text.IndexOf("----------", StringComparison.Ordinal) + 10)..].Replace("\r", "", StringComparison.Ordinal);
        IEnumerable<string> blocks = text.Split("\n\n").Select(block => string.Join('\n', block.Split('\n').Where(line =>
            !line.StartsWith("Created =", StringComparison.Ordinal) && !line.StartsWith("Accessed =", StringComparison.Ordinal) &&
            !(line.StartsWith("Modified =", StringComparison.Ordinal) && block.Contains("Folder = +", StringComparison.Ordinal)))));
        return string.Join("\n\n", blocks);
    }

    [GeneratedRegex(@"[\d,. ]+ bytes free")]
    private static partial Regex FreeSpace();

    [GeneratedRegex(@"Done in \d+\w*")]
    private static partial Regex EsbuildTime();

    // cmd's dir: date and time before <DIR>.
    [GeneratedRegex(@"^\S+\s+\S+(?:\s+[AP]M)?\s+(<DIR>.*)$", RegexOptions.Multiline)]
    private static partial Regex DirectoryLine();
}
