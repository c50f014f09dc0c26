namespace Reloaded.VFS.Mods.Reports;

/// <summary>The one line that a start prints.</summary>
public static class StartLine
{
    /// <summary>The line for a report.</summary>
    public static string Of(StartReport report) =>
        report.Running
            ? Of(report.Mods.Count(m => m.IsLoaded), report.Files, report.Replaces)
            : "Reloaded VFS: not running, the game sees no mods.";

    /// <summary>The line for counts: <c>Reloaded VFS: 3 mods, 412 files, 37 of them replace a file of the game.</c></summary>
    /// <param name="mods">How many mods are laid over the game.</param>
    /// <param name="files">How many of their files the game sees.</param>
    /// <param name="replaces">How many of those have the place of a file of the game.</param>
    public static string Of(int mods, int files, int replaces)
    {
        string replacing = (files, replaces) switch
        {
            (0, _) => "",
            (_, 0) => files == 1 ? ", it replaces no file of the game" : ", none of them replaces a file of the game",
            (1, 1) => ", it replaces a file of the game",
            (2, 2) => ", both replace a file of the game",
            _ when replaces == files => ", all of them replace a file of the game",
            (_, 1) => ", 1 of them replaces a file of the game",
            _ => $", {replaces} of them replace a file of the game",
        };
        return mods == 0 ? "Reloaded VFS: no mods." : $"Reloaded VFS: {Count(mods, "mod")}, {Count(files, "file")}{replacing}.";
    }

    /// <summary>A number and its noun: <c>no files</c>, <c>1 file</c>, <c>2 files</c>.</summary>
    internal static string Count(long count, string noun) => count switch
    {
        0 => $"no {noun}s",
        1 => $"1 {noun}",
        _ => $"{count} {noun}s",
    };
}
