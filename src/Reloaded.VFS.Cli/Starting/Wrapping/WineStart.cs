namespace Reloaded.VFS.Cli.Starting.Wrapping;

/// <summary>
/// How Wine's <c>start</c> and <c>explorer</c> take the program that they are to start. Source: <c>wine start /?</c>, and Wine 8.
/// </summary>
/// <param name="TakesUnixPath">Whether <c>/unix</c> stands before the program: a path of Linux. Otherwise it takes one of Windows.</param>
/// <param name="UsesOwnFolder">Whether the program starts in its own folder: <c>/unix</c> without a folder behind <c>/d</c>.</param>
internal sealed record WineStart(bool TakesUnixPath, bool UsesOwnFolder)
{
    /// <summary>Reads the words between Wine and the program; null where neither is among them.</summary>
    public static WineStart? Read(IReadOnlyList<string> words)
    {
        // Where it can't start the program, it doesn't end.
        if (words.Any(word => Is(word, "explorer") || Is(word, "explorer.exe")))
            return new WineStart(TakesUnixPath: false, UsesOwnFolder: false);
        if (!words.Any(word => Is(word, "start") || Is(word, "start.exe")))
            return null;
        bool isUnix = words.Any(word => Is(word, "/unix"));
        return new WineStart(isUnix, isUnix && !words.Any(word => word.StartsWith("/d", StringComparison.OrdinalIgnoreCase)));
    }

    private static bool Is(string word, string other) => word.Equals(other, StringComparison.OrdinalIgnoreCase);
}
