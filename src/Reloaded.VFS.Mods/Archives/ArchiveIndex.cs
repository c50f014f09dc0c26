using System.Globalization;
using System.Text;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Mods.Archives;

/// <summary>
/// The file of the cache that says which archive's content lies where, so that an archive that is as it was needn't be read again. It can
/// be lost: archives are read once more then. Not thread-safe.
/// </summary>
internal sealed class ArchiveIndex
{
    private const string FileName = "index.txt";
    private const int Fields = 7;

    private readonly Dictionary<string, ArchiveRecord> _records = new(StringComparer.Ordinal);

    private ArchiveIndex()
    {
    }

    /// <summary>What is known of archives.</summary>
    public IReadOnlyCollection<ArchiveRecord> Records => _records.Values;

    /// <summary>Reads the index of a cache; empty where there is none. Lines that can't be understood are passed over.</summary>
    public static ArchiveIndex Read(string cache)
    {
        var index = new ArchiveIndex();
        try
        {
            string file = Path.Combine(cache, FileName);
            if (File.Exists(file))
            {
                foreach (string line in File.ReadAllText(file).Split('\n'))
                    index.Take(line);
            }
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            // The archives count as not unpacked, and that is said.
        }

        return index;
    }

    /// <summary>What is known of an archive as it is on disk; null for nothing.</summary>
    public ArchiveRecord? Find(ArchiveFile archive) =>
        _records.TryGetValue(archive.Name, out ArchiveRecord? record) && record.IsOf(archive) ? record : null;

    /// <summary>Notes what became of an archive.</summary>
    public void Set(ArchiveRecord record) => _records[record.Name] = record;

    /// <summary>Forgets archives that aren't there any more.</summary>
    public void KeepOnly(IReadOnlySet<string> names)
    {
        foreach (string gone in _records.Keys.Where(name => !names.Contains(name)).ToList())
            _records.Remove(gone);
    }

    /// <summary>Writes the index, never half of it.</summary>
    /// <exception cref="IOException">It can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public void Write(string cache)
    {
        var text = new StringBuilder();
        foreach (ArchiveRecord record in _records.Values)
        {
            text.AppendJoin('\t', record.Outcome, record.Key, record.Size.ToString(CultureInfo.InvariantCulture),
                record.Time.ToString(CultureInfo.InvariantCulture), Plain(record.Name), Plain(record.Cause),
                Plain(record.Fix)).Append('\n');
        }

        AtomicFile.Write(Path.Combine(cache, FileName), Encoding.UTF8.GetBytes(text.ToString()));
    }

    private void Take(string line)
    {
        if (line.Split('\t') is { Length: Fields } fields && Enum.TryParse(fields[0], out ArchiveOutcome outcome)
            && long.TryParse(fields[2], NumberStyles.None, CultureInfo.InvariantCulture, out long size)
            && long.TryParse(fields[3], NumberStyles.None, CultureInfo.InvariantCulture, out long time)
            && (fields[1].Length == 0 || ArchiveCache.IsKey(fields[1])))
            _records[fields[4]] = new ArchiveRecord(fields[4], size, time, outcome, fields[1], fields[5], fields[6]);
    }

    private static string Plain(string text) => string.Concat(text.Select(c => char.IsControl(c) ? ' ' : c));
}

/// <summary>What became of unpacking an archive.</summary>
internal enum ArchiveOutcome
{
    /// <summary>The archive is in the cache.</summary>
    Unpacked,

    /// <summary>The archive isn't unpacked for what is in it: another attempt would end the same way.</summary>
    Refused,

    /// <summary>The archive couldn't be unpacked this time: the disk was full, the file was being written.</summary>
    Failed,
}

/// <summary>What is known of an archive that had a name, a size and a time of change. Immutable.</summary>
/// <param name="Name">The archive's file name.</param>
/// <param name="Size">Its size in bytes.</param>
/// <param name="Time">Its time of change in ticks, UTC.</param>
/// <param name="Outcome">What became of it.</param>
/// <param name="Key">The name of its content in the cache; empty where it isn't known.</param>
/// <param name="Cause">Why it isn't unpacked; empty where it is.</param>
/// <param name="Fix">What to do about that; empty where nothing is known.</param>
internal sealed record ArchiveRecord(string Name, long Size, long Time, ArchiveOutcome Outcome, string Key, string Cause, string Fix)
{
    /// <summary>Whether it is about the archive as that is on disk.</summary>
    public bool IsOf(ArchiveFile archive) => Size == archive.Size && Time == archive.Time && Name == archive.Name;
}
