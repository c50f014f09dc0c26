using System.Globalization;
using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Mods.Archives;

/// <summary>
/// The cache into which the archives of a mods folder are unpacked: a folder beside it, in which a folder for each content is named after
/// that content's hash. A folder with such a name is complete. Thread-safe.
/// </summary>
internal static class ArchiveCache
{
    private const string FolderName = "cache";
    private const int KeyLength = 32;

    /// <summary>Returns the cache of a mods folder, or null if that is a whole volume, which has no place beside it.</summary>
    /// <remarks>The path is <c>rvfs/cache</c> for <c>rvfs/mods</c>, and <c>NAME.rvfs-cache</c> beside any other folder.</remarks>
    public static string? FolderOf(string modsFolder) => BesideMods.FolderOf(modsFolder, FolderName);

    public static string ContentOf(string cache, string key) => Path.Combine(cache, key);

    /// <summary>
    /// Returns the file beside a content that is open while a game uses it, and whose time of change is that of the last start with it. The
    /// file contains the size of the content and the time at which it was complete.
    /// </summary>
    public static string UseFileOf(string cache, string key) => Path.Combine(cache, key + ".used");

    /// <summary>Determines whether a text is the name of a content.</summary>
    public static bool IsKey(ReadOnlySpan<char> text) => text.Length == KeyLength && !text.ContainsAnyExcept("0123456789abcdef");

    /// <summary>Returns the name of a content with a given SHA-256.</summary>
    public static string KeyOf(ReadOnlySpan<byte> sha256) => Convert.ToHexString(sha256)[..KeyLength].ToLowerInvariant();
}

/// <summary>The contents of the cache that this process uses. Thread-safe.</summary>
/// <remarks>A file beside each is open until the process ends, so that no other process deletes the content meanwhile.</remarks>
internal static class UsedContents
{
    private static readonly Lock s_lock = new();
    private static readonly Dictionary<string, FileStream> s_held = new(StringComparer.Ordinal);

    /// <summary>Marks a content as used from now on. Nothing on disk makes it throw: without the file nothing is held.</summary>
    /// <param name="folder">The content's folder in the cache.</param>
    public static void Hold(string folder)
    {
        string file = ArchiveCache.UseFileOf(Path.GetDirectoryName(folder)!, Path.GetFileName(folder));
        lock (s_lock)
        {
            if (s_held.ContainsKey(file))
                return;
            try
            {
                s_held.Add(file, new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0));
                File.SetLastWriteTimeUtc(file, DateTime.UtcNow);
            }
            catch (Exception e) when (FolderReader.IsFileSystemError(e))
            {
                // A cache that can't be written isn't cleared either.
            }
        }
    }
}

/// <summary>
/// The cache's file that records which content each archive has, so that an unchanged archive needn't be read again. If it is lost,
/// archives are read once more. Not thread-safe.
/// </summary>
internal sealed class ArchiveIndex
{
    private const string FileName = "index.txt";
    private const int Fields = 7;

    private readonly Dictionary<string, ArchiveRecord> _records = new(StringComparer.Ordinal);

    private ArchiveIndex()
    {
    }

    public IReadOnlyCollection<ArchiveRecord> Records => _records.Values;

    /// <summary>Reads the index of a cache, which is empty if there is none. Invalid lines are skipped.</summary>
    public static ArchiveIndex Read(string cache)
    {
        var index = new ArchiveIndex();
        try
        {
            string file = Path.Combine(cache, FileName);
            if (File.Exists(file))
            {
                foreach (string line in File.ReadAllText(file).Split('\n'))
                    index.AddLine(line);
            }
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            // The archives count as not unpacked, which is reported.
        }

        return index;
    }

    /// <summary>Returns the record of an archive as it is on disk, or null if there is none.</summary>
    public ArchiveRecord? Find(ArchiveFile archive) =>
        _records.TryGetValue(archive.Name, out ArchiveRecord? record) && record.IsOf(archive) ? record : null;

    public void Set(ArchiveRecord record) => _records[record.Name] = record;

    /// <summary>Removes archives that don't exist any more.</summary>
    public void KeepOnly(IReadOnlySet<string> names)
    {
        foreach (string gone in _records.Keys.Where(name => !names.Contains(name)).ToList())
            _records.Remove(gone);
    }

    /// <summary>Writes the index atomically.</summary>
    /// <exception cref="IOException">The index can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The index may not be written.</exception>
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

    private void AddLine(string line)
    {
        if (line.Split('\t') is { Length: Fields } fields && Enum.TryParse(fields[0], out ArchiveOutcome outcome)
            && long.TryParse(fields[2], NumberStyles.None, CultureInfo.InvariantCulture, out long size)
            && long.TryParse(fields[3], NumberStyles.None, CultureInfo.InvariantCulture, out long time)
            && (fields[1].Length == 0 || ArchiveCache.IsKey(fields[1])))
            _records[fields[4]] = new ArchiveRecord(fields[4], size, time, outcome, fields[1], fields[5], fields[6]);
    }

    private static string Plain(string text) => string.Concat(text.Select(c => char.IsControl(c) ? ' ' : c));
}

/// <summary>The results of unpacking an archive.</summary>
internal enum ArchiveOutcome
{
    /// <summary>The archive is in the cache.</summary>
    Unpacked,

    /// <summary>The archive isn't unpacked because of its content; another attempt would end the same way.</summary>
    Refused,

    /// <summary>The archive couldn't be unpacked this time, for example because the disk was full or the file was being written.</summary>
    Failed,
}

/// <summary>The record of an archive that had a given name, size and time of change. Immutable.</summary>
/// <param name="Name">The archive's file name.</param>
/// <param name="Size">The archive's size in bytes.</param>
/// <param name="Time">The archive's time of change in ticks, UTC.</param>
/// <param name="Outcome">The result of unpacking it.</param>
/// <param name="Key">The name of its content in the cache, empty if it isn't known.</param>
/// <param name="Cause">The reason why it isn't unpacked, empty if it is.</param>
/// <param name="Fix">A suggestion for what to do about that, empty if there is none.</param>
internal sealed record ArchiveRecord(string Name, long Size, long Time, ArchiveOutcome Outcome, string Key, string Cause, string Fix)
{
    public bool IsOf(ArchiveFile archive) => Size == archive.Size && Time == archive.Time && Name == archive.Name;
}
