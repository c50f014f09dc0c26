using System.Text.Encodings.Web;
using System.Text.Json;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>The start report as a file: JSON, UTF-8, never half written.</summary>
public static class StartReportFile
{
    private const int MostTries = 20, PauseMilliseconds = 10;

    /// <summary>The report as JSON, UTF-8. Half a surrogate pair in a name becomes U+FFFD.</summary>
    public static byte[] ToJson(StartReport report)
    {
        var buffer = new MemoryStream();
        // Not for a web page: names with umlauts should stay readable.
        using (var json = new Utf8JsonWriter(buffer,
            new JsonWriterOptions { Indented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }))
            StartReportJson.Write(json, report);
        return buffer.ToArray();
    }

    /// <summary>Reads a report's JSON.</summary>
    /// <exception cref="InvalidDataException">It isn't one; the message says where.</exception>
    public static StartReport FromJson(ReadOnlySpan<byte> json) => StartReportJson.Read(json);

    /// <summary>Writes a report: to a new file, then renamed. Creates the folder. Doesn't wait until the disk has it.</summary>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written.</exception>
    public static void Write(StartReport report, string file) => AtomicFile.Write(file, ToJson(report), outlivesPowerCut: false);

    /// <summary>Reads a report.</summary>
    /// <exception cref="InvalidDataException">It isn't one.</exception>
    /// <exception cref="IOException">The file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public static StartReport Read(string file)
    {
        // Another process may put a new report in its place meanwhile.
        using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        byte[] json = new byte[stream.Length];
        return FromJson(json.AsSpan(0, stream.ReadAtLeast(json, json.Length, throwOnEndOfStream: false)));
    }

    /// <summary>Whether a report may be written to a file: it isn't there, is empty, or is a report. Anything else is somebody's.</summary>
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
            // Whoever writes says what is the matter.
            return true;
        }
    }

    /// <summary>Adds to a report that has been written.</summary>
    /// <returns>Whether it could be read and written.</returns>
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
                // Wine replaces no file that is open, and the launcher may just be reading it.
                if (tries == MostTries || !File.Exists(file))
                    return false;
                Thread.Sleep(PauseMilliseconds);
            }
        }
    }

    /// <summary>A new file's name in a folder of logs, which sorts by time: <c>start-20260131-184500-4711-a30f9c52.json</c>.</summary>
    /// <param name="folder"><c>rvfs/logs</c>.</param>
    /// <param name="time">When the start began.</param>
    /// <param name="processId">The process that starts. Two Wine prefixes have the same ids, so the name doesn't end with it.</param>
    public static string NameFor(string folder, DateTimeOffset time, int processId) => Path.Combine(folder,
        string.Create(System.Globalization.CultureInfo.InvariantCulture,
            $"start-{time.UtcDateTime:yyyyMMdd-HHmmss}-{processId}-{Guid.NewGuid().ToString("N")[..8]}.json"));

    /// <summary>The newest report in a folder of logs, by its name; null where there is none or no such folder.</summary>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be read.</exception>
    public static string? FindLast(string folder) =>
        Directory.Exists(folder) ? Directory.EnumerateFiles(folder, "start-*.json").Max(StringComparer.Ordinal) : null;
}
