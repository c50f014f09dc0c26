using System.Globalization;
using System.Text;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>
/// The record of what the overwrite folder covers: logs beside it, one for each process that writes there, and one into which a start
/// brings them together. A line is on disk before what it tells of is done.
/// </summary>
internal static class CoveredFiles
{
    private const string Name = "covered", LogEnding = ".covered";

    /// <summary>The encoding of the logs; a name that it can't hold is an <see cref="ArgumentException"/>.</summary>
    public static Encoding Encoding => UndoJournal.Encoding;

    /// <summary>A new log's path, for one process.</summary>
    /// <param name="overwrite">The overwrite folder.</param>
    public static string NewLog(string overwrite) =>
        Path.Combine(OverwritePlaces.TemporaryOf(overwrite), Guid.NewGuid().ToString("N") + LogEnding);

    /// <summary>Whether a file in the temporary folder belongs to the record.</summary>
    public static bool Is(string file) => file.EndsWith(LogEnding, StringComparison.Ordinal);

    /// <summary>Reads the record: of each name the last that was written. What can't be read is left out.</summary>
    /// <param name="overwrite">The overwrite folder.</param>
    public static IReadOnlyList<CoveredFile> Read(string overwrite)
    {
        Dictionary<(string Place, bool IsMarker), CoveredFile> files = new(new PlaceComparer());
        foreach (string log in LogsOf(overwrite))
        {
            try
            {
                using var stream = new FileStream(log, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
                using var reader = new StreamReader(stream, Encoding.UTF8);
                foreach (string line in reader.ReadToEnd().Split('\n')[..^1])
                {
                    if (CoveredFile.TryParse(line, out CoveredFile file))
                        files[(file.Place, file.Kind == CoveredKind.Hidden)] = file;
                }
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // What it tells of stays as it is.
            }
        }

        return [.. files.Values];
    }

    /// <summary>Brings the logs together. No process may use the overwrite folder.</summary>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="files">What is still covered.</param>
    /// <exception cref="IOException">It can't be written; the logs are what they were.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written; the logs are what they were.</exception>
    public static void Write(string overwrite, IReadOnlyCollection<CoveredFile> files)
    {
        string whole = Path.Combine(OverwritePlaces.TemporaryOf(overwrite), Name + LogEnding);
        string[] logs = [.. LogsOf(overwrite)];
        AtomicFile.Write(whole, Encoding.GetBytes(string.Concat(files.Select(file => file.Line))), outlivesPowerCut: false);
        foreach (string log in logs.Where(log => !NameComparer.Instance.Equals(log, whole)))
            DiskRemoval.DeleteFile(log);
    }

    /// <summary>The logs, the one of all before those of the processes that have run since.</summary>
    private static IEnumerable<string> LogsOf(string overwrite)
    {
        string folder = OverwritePlaces.TemporaryOf(overwrite);
        return Directory.Exists(folder)
            ? Directory.GetFiles(folder, "*" + LogEnding).Where(Is).OrderBy(log => Path.GetFileName(log) != Name + LogEnding)
                .ThenBy(File.GetLastWriteTimeUtc)
            : [];
    }

    private sealed class PlaceComparer : IEqualityComparer<(string Place, bool IsMarker)>
    {
        public bool Equals((string Place, bool IsMarker) x, (string Place, bool IsMarker) y) =>
            x.IsMarker == y.IsMarker && NameComparer.Instance.Equals(x.Place, y.Place);

        public int GetHashCode((string Place, bool IsMarker) obj) => NameComparer.Instance.GetHashCode(obj.Place) ^ (obj.IsMarker ? 1 : 0);
    }
}

/// <summary>
/// One line of the record of what the overwrite folder covers: the file that lay below a name when something took its place. By it a start
/// knows which copies are Reloaded VFS's own, and whether an update has changed a file that isn't seen.
/// </summary>
/// <param name="Kind">What took its place.</param>
/// <param name="Place">The name in the overwrite folder, as it would stand in the journal of a run.</param>
/// <param name="Source">The file, behind the name of its <see cref="UndoRoot"/>; the whole path if it lies in none.</param>
/// <param name="Size">The file's size then, in bytes.</param>
/// <param name="Written">When the file had been written last, UTC.</param>
internal readonly record struct CoveredFile(CoveredKind Kind, string Place, string Source, long Size, DateTime Written)
{
    private const char Separator = '\t';

    /// <summary>The line, with its end. A line without one was never written whole.</summary>
    public string Line => string.Create(CultureInfo.InvariantCulture,
        $"{Kind}{Separator}{Size}{Separator}{Written.Ticks}{Separator}{Place}{Separator}{Source}\n");

    /// <summary>Reads a line without its end.</summary>
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

/// <summary>How a name in the overwrite folder came to cover a file of a lower layer or of the game.</summary>
internal enum CoveredKind
{
    /// <summary>The file was copied there, for an open that may change it.</summary>
    Copy,

    /// <summary>Another file took its place there: one that the game made anew, or gave that name.</summary>
    Replaced,

    /// <summary>A marker there hides the file: the game has deleted it, or renamed it.</summary>
    Hidden,
}
