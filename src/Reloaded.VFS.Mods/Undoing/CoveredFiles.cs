using System.Globalization;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>
/// The record of what the overwrite folder covers: logs beside it, one for each process that writes there, and one into which a start
/// merges them. A line is on disk before the change that it describes is made.
/// </summary>
internal static class CoveredFiles
{
    private const string Name = "covered", LogEnding = ".covered";

    /// <summary>Gets the encoding of the logs. A name that it can't represent causes an <see cref="ArgumentException"/>.</summary>
    public static Encoding Encoding => UndoJournal.Encoding;

    public static string NewLog(string overwrite) =>
        Path.Combine(OverwritePlaces.TemporaryOf(overwrite), Guid.NewGuid().ToString("N") + LogEnding);

    /// <summary>Determines whether a file in the temporary folder belongs to the record.</summary>
    public static bool Is(string file) => file.EndsWith(LogEnding, StringComparison.Ordinal);

    /// <summary>Reads the record, with the last line for each name. What can't be read is left out.</summary>
    public static IReadOnlyList<CoveredFile> Read(string overwrite)
    {
        Dictionary<string, CoveredFile> files = new(NameComparer.Instance);
        // What an unreadable log describes stays as it is.
        foreach (string log in LogsOf(overwrite))
            FileErrors.Ignore(() => Read(log, files));
        return [.. files.Values];
    }

    private static void Read(string log, Dictionary<string, CoveredFile> files)
    {
        using var stream = new FileStream(log, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using var reader = new StreamReader(stream, Encoding.UTF8);
        foreach (string line in reader.ReadToEnd().Split('\n')[..^1])
        {
            // A name may have a marker beside a file. No name has a '*'.
            if (CoveredFile.TryParse(line, out CoveredFile file))
                files[file.Kind == CoveredKind.Hidden ? file.Place + '*' : file.Place] = file;
        }
    }

    /// <summary>Merges the logs to one of the files that are still covered. No process may use the overwrite folder.</summary>
    /// <exception cref="IOException">The merged log can't be written; the logs are unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">The merged log may not be written; the logs are unchanged.</exception>
    public static void Write(string overwrite, IReadOnlyCollection<CoveredFile> files)
    {
        string whole = Path.Combine(OverwritePlaces.TemporaryOf(overwrite), Name + LogEnding);
        string[] logs = [.. LogsOf(overwrite)];
        AtomicFile.Write(whole, Encoding.GetBytes(string.Concat(files.Select(file => file.Line))), outlivesPowerCut: false);
        foreach (string log in logs.Where(log => !NameComparer.Instance.Equals(log, whole)))
            DiskRemoval.DeleteFile(log);
    }

    /// <summary>Returns the logs: the merged one, then those of the processes that have run since.</summary>
    private static IEnumerable<string> LogsOf(string overwrite)
    {
        string folder = OverwritePlaces.TemporaryOf(overwrite);
        return Directory.Exists(folder)
            ? Directory.GetFiles(folder, "*" + LogEnding).Where(Is).OrderBy(log => Path.GetFileName(log) != Name + LogEnding)
                .ThenBy(File.GetLastWriteTimeUtc)
            : [];
    }
}

/// <summary>One line of the record of what the overwrite folder covers: the file below a name when something took its place.</summary>
/// <remarks>From it a start knows which copies Reloaded VFS itself has made, and whether an update has changed an unseen file.</remarks>
/// <param name="Kind">The kind of what took the file's place.</param>
/// <param name="Place">The name in the overwrite folder, as it would be written in the journal of a run.</param>
/// <param name="Source">The file, after the name of its <see cref="UndoRoot"/>, or the whole path if it lies in none.</param>
/// <param name="Size">The file's size at that time, in bytes.</param>
/// <param name="Written">The time of the file's last write before that, UTC.</param>
internal readonly record struct CoveredFile(CoveredKind Kind, string Place, string Source, long Size, DateTime Written)
{
    private const char Separator = '\t';

    /// <summary>Gets the line, with its end. A line without an end was never completely written.</summary>
    public string Line => string.Create(CultureInfo.InvariantCulture,
        $"{Kind}{Separator}{Size}{Separator}{Written.Ticks}{Separator}{Place}{Separator}{Source}\n");

    /// <summary>Parses a line without its end.</summary>
    public static bool TryParse(string line, out CoveredFile file)
    {
        file = default;
        if (line.Split(Separator) is not [var kind, var size, var ticks, { Length: > 0 } place, { Length: > 0 } source]
            || !Enum.TryParse(kind, out CoveredKind known) || !Enum.IsDefined(known)
            || !long.TryParse(size, NumberStyles.None, CultureInfo.InvariantCulture, out long bytes)
            || !long.TryParse(ticks, NumberStyles.None, CultureInfo.InvariantCulture, out long written)
            || written > DateTime.MaxValue.Ticks)
            return false;
        file = new CoveredFile(known, place, source, bytes, new DateTime(written, DateTimeKind.Utc));
        return true;
    }
}

/// <summary>The ways in which a name in the overwrite folder came to cover a file of a lower layer or of the game.</summary>
internal enum CoveredKind
{
    /// <summary>The file was copied up, for an open that may change it.</summary>
    Copy,

    /// <summary>Another file took the file's place: one that the game created anew, or renamed to it.</summary>
    Replaced,

    /// <summary>A whiteout marker hides the file: the game has deleted or renamed it.</summary>
    Hidden,
}
