using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// The files of start reports: in <c>rvfs/logs</c> beside the game or, if that can't be written, in the user's local data folder, which
/// also records the path of the newest report of any game.
/// </summary>
internal static class ReportFiles
{
    private const int Kept = 20, LargestReport = 256 * 1024;

    /// <summary>
    /// Returns a new report's path, in <c>rvfs/logs</c> of the first folder that has an <c>rvfs</c> (otherwise of the last), or in the
    /// user's local data if that folder isn't there or can't be written. Only the newest reports, up to twenty with the new one, are kept.
    /// </summary>
    /// <param name="folders">The folder of the game's program, and the first target.</param>
    public static string CreatePath(IReadOnlyList<string> folders)
    {
        string gameFolder = folders.FirstOrDefault(f => Directory.Exists(Path.Combine(f, "rvfs"))) ?? folders[^1];
        string folder = ReportFolders.OfGame(gameFolder);
        // A target that isn't there isn't created.
        if (!Directory.Exists(gameFolder) || !TryPrepare(folder))
        {
            // Even if no report can be written, the game has its mods.
            folder = ReportFolders.LocalOfGame(gameFolder);
            TryPrepare(folder);
        }

        Prune(folder);
        return StartReportFile.NameFor(folder, DateTimeOffset.UtcNow, Environment.ProcessId);
    }

    /// <summary>Records <paramref name="report"/> as the newest of all games.</summary>
    public static void Remember(string report) => FileErrors.Ignore(() =>
    {
        // Only 'rvfs last' without a folder would have used it, so a failure doesn't matter.
        Directory.CreateDirectory(ReportFolders.Local);
        File.WriteAllText(Path.Combine(ReportFolders.Local, "last.txt"), report);
    });

    /// <summary>Returns the recorded newest report of any game, or null if it is no longer there.</summary>
    public static string? FindRemembered() => FileErrors.Ignore<string?>(() =>
    {
        string file = Path.Combine(ReportFolders.Local, "last.txt");
        string report = File.Exists(file) ? File.ReadAllText(file) : "";
        return report.Length > 0 && File.Exists(report) ? report : null;
    }, null);

    /// <summary>Returns the newest report of the game in <paramref name="gameFolder"/>, or null if there is none.</summary>
    public static string? FindLast(string gameFolder)
    {
        string? beside = FindIn(ReportFolders.OfGame(gameFolder));
        string? local = FindIn(ReportFolders.LocalOfGame(gameFolder));
        return string.CompareOrdinal(Path.GetFileName(beside), Path.GetFileName(local)) >= 0 ? beside : local;
    }

    private static string? FindIn(string folder) =>
        FileErrors.Ignore(() => StartReportFile.FindLast(folder), null);

    private static bool TryPrepare(string folder) => FileErrors.Ignore(() =>
    {
        Directory.CreateDirectory(folder);
        // A full disk often has room for a name, and for nothing else.
        using FileStream probe = DiskRemoval.OpenPassing(Path.Combine(folder, $".{Guid.NewGuid():N}"), FileMode.CreateNew, FileShare.None);
        probe.Write(new byte[LargestReport]);
        return true;
    }, false);

    private static void Prune(string folder) => FileErrors.Ignore(() =>
    {
        // Reports that can't be deleted stay.
        foreach (string old in Directory.GetFiles(folder, "start-*.json").OrderDescending(StringComparer.Ordinal).Skip(Kept - 1))
            DiskRemoval.DeleteFile(old);
    });
}
