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
