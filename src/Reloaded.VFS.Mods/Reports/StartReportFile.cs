using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>The file form of a start report: JSON in UTF-8, written atomically.</summary>
public static class StartReportFile
{
    private const int MostTries = 20, PauseMilliseconds = 10;

    /// <summary>Returns a report as JSON in UTF-8. Half a surrogate pair in a name becomes U+FFFD.</summary>
    public static byte[] ToJson(StartReport report) => ReadableJson.Write(json => StartReportJson.Write(json, report));

    /// <summary>Reads a report from JSON.</summary>
    /// <exception cref="InvalidDataException">The text isn't a report; the message gives the position.</exception>
    public static StartReport FromJson(ReadOnlySpan<byte> json) => StartReportJson.Read(json);

    /// <summary>Writes a report to a new file and renames it. Creates the folder, and doesn't wait until the data is on the disk.</summary>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written.</exception>
    public static void Write(StartReport report, string file) => AtomicFile.Write(file, ToJson(report), outlivesPowerCut: false);

    /// <summary>Reads a report.</summary>
    /// <exception cref="InvalidDataException">The file isn't a report.</exception>
    /// <exception cref="IOException">The file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public static StartReport Read(string file)
    {
        // Another process may replace the report meanwhile.
        using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        byte[] json = new byte[stream.Length];
        return FromJson(json.AsSpan(0, stream.ReadAtLeast(json, json.Length, throwOnEndOfStream: false)));
    }

    /// <summary>
    /// Determines whether a report may be written to a file: the file doesn't exist, is empty, or holds a report. Any other file isn't
    /// Reloaded VFS's.
    /// </summary>
    internal static bool IsFree(string file)
    {
        try
        {
            if (new FileInfo(file) is not { Exists: true, Length: > 0 })
                return true;
            _ = Read(file);
            return true;
        }
        catch (InvalidDataException)
        {
            return false;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            // The code that writes the file reports the problem.
            return true;
        }
    }

    /// <summary>Adds a diagnostic to a report that has been written.</summary>
    /// <returns>True if the report could be read and written.</returns>
    public static bool TryAdd(string file, Diagnostic diagnostic)
    {
        for (int tries = 1; ; tries++)
        {
            try
            {
                StartReport written = Read(file);
                Write(written with { Diagnostics = [.. written.Diagnostics, diagnostic] }, file);
                return true;
            }
            catch (InvalidDataException)
            {
                return false;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Wine can't replace a file that is open, and the launcher may be reading this one.
                if (tries == MostTries || !File.Exists(file))
                    return false;
                Thread.Sleep(PauseMilliseconds);
            }
        }
    }

    /// <summary>Returns a new name in a folder of logs, which sorts by time: <c>start-20260131-184500-4711-a30f9c52.json</c>.</summary>
    /// <param name="folder">The folder <c>rvfs/logs</c>.</param>
    /// <param name="time">The time at which the start began.</param>
    /// <param name="processId">
    /// The id of the process that starts. Two Wine prefixes may have the same ids, so more follows it in the name.
    /// </param>
    public static string NameFor(string folder, DateTimeOffset time, int processId)
    {
        DateTime utc = time.UtcDateTime;
        // By its numbers: CoreCLR compiles what formats a date while it runs.
        int day = (((utc.Year * 100) + utc.Month) * 100) + utc.Day, second = (((utc.Hour * 100) + utc.Minute) * 100) + utc.Second;
        return Path.Combine(folder, string.Create(System.Globalization.CultureInfo.InvariantCulture,
            $"start-{day:D8}-{second:D6}-{processId}-{Guid.NewGuid().ToString("N")[..8]}.json"));
    }

    /// <summary>Returns the newest report in a folder of logs, by its name, or null if there is none or no such folder.</summary>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be read.</exception>
    public static string? FindLast(string folder) =>
        Directory.Exists(folder) ? Directory.EnumerateFiles(folder, "start-*.json").Max(StringComparer.Ordinal) : null;
}

/// <summary>The folders of start reports, defined once for the code that writes them and the code that looks for them.</summary>
public static class ReportFolders
{
    /// <summary>Gets the VFS's folder in the user's local data.</summary>
    public static string Local => LocalData.Folder;

    /// <summary>Gets the folder in which processes keep their event files unless configured otherwise.</summary>
    internal static string Running => Path.Combine(Local, "running");

    /// <summary>Returns the folder beside a game's program.</summary>
    public static string OfGame(string gameFolder) => Path.Combine(gameFolder, VfsConfiguration.FolderName, "logs");

    /// <summary>Returns the folder in the user's local data, for a game whose own folder can't be written.</summary>
    public static string LocalOfGame(string gameFolder) =>
        Path.Combine(Local, "logs", LocalData.LabelOf(Path.TrimEndingDirectorySeparator(gameFolder)));
}
