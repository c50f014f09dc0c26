using System.IO.Hashing;
using Microsoft.Win32.SafeHandles;

namespace Reloaded.VFS.Cli.Archives.Staging;

/// <summary>
/// The file in a mod's folder that records what <c>rvfs add</c> has put there, so that an update knows what the game, or the player, has
/// changed since. Immutable.
/// </summary>
/// <remarks>The record lies in the mod's folder, and thus always belongs to the version that is there.</remarks>
internal sealed class AddedRecord
{
    private const string SourceKey = "source", Head = "# What rvfs add has put here. An update keeps what was changed since.";
    private const int Fields = 4;

    private readonly Dictionary<string, AddedFile> _files;

    private AddedRecord(string source, Dictionary<string, AddedFile> files) => (Source, _files) = (source, files);

    /// <summary>Gets the name of the archive or folder that the mod comes from.</summary>
    public string Source { get; }

    /// <summary>Reads the record of a mod. Returns null if the mod has none.</summary>
    /// <param name="folder">The mod's folder.</param>
    public static AddedRecord? Read(string folder) => FileErrors.Ignore<AddedRecord?>(() =>
    {
        string file = Path.Combine(folder, DefaultExcludes.AddedRecord);
        if (!File.Exists(file))
            return null;
        string source = "";
        var files = new Dictionary<string, AddedFile>(NameComparer.Instance);
        foreach (string line in File.ReadLines(file))
        {
            string[] fields = line.Split('\t');
            if (fields is [SourceKey, var name])
                source = name;
            else if (fields.Length == Fields && long.TryParse(fields[1], NumberStyles.None, CultureInfo.InvariantCulture, out long size)
                && long.TryParse(fields[2], NumberStyles.None, CultureInfo.InvariantCulture, out long time))
                files[fields[3]] = new AddedFile(fields[0], size, time);
        }

        return new AddedRecord(source, files);
    }, null);

    /// <summary>Records the files of a mod that is ready to be put into place.</summary>
    /// <param name="folder">The folder with the mod's content.</param>
    /// <param name="source">The name of the archive or folder that the mod comes from.</param>
    /// <exception cref="IOException">A file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be read.</exception>
    public static AddedRecord Of(string folder, string source)
    {
        var files = new Dictionary<string, AddedFile>(NameComparer.Instance);
        foreach (FileInfo info in FilesIn(folder))
            files[PathIn(folder, info.FullName)] = new AddedFile(HashOf(info.FullName), info.Length, info.LastWriteTimeUtc.Ticks);
        return new AddedRecord(source, files);
    }

    /// <summary>Writes the record into a mod's folder.</summary>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written.</exception>
    public void Write(string folder)
    {
        StringBuilder text = new StringBuilder(Head).Append('\n').Append(SourceKey).Append('\t').Append(Source).Append('\n');
        foreach ((string path, AddedFile file) in _files.OrderBy(file => file.Key, StringComparer.Ordinal))
            text.Append($"{file.Hash}\t{file.Size}\t{file.Time}\t{path}\n");
        AtomicFile.Write(Path.Combine(folder, DefaultExcludes.AddedRecord), Encoding.UTF8.GetBytes(text.ToString()));
    }

    /// <summary>Returns the record of a file, or null if <c>rvfs add</c> hasn't put one there.</summary>
    /// <param name="path">The path relative to the mod's folder, with <c>/</c>, in any letter case.</param>
    public AddedFile? Find(string path) => _files.GetValueOrDefault(path);

    /// <summary>Returns the files of a mod, without what <c>rvfs add</c> itself keeps there.</summary>
    public static IEnumerable<FileInfo> FilesIn(string folder) =>
        new DirectoryInfo(folder).EnumerateFiles("*", SearchOption.AllDirectories)
            .Where(info => info.DirectoryName!.Length != Path.TrimEndingDirectorySeparator(folder).Length
                || (info.Name is not DefaultExcludes.AddedRecord and not DefaultExcludes.ChoicesFile));

    /// <summary>Returns the path of a file relative to a mod's folder, with <c>/</c>.</summary>
    public static string PathIn(string folder, string file) => Path.GetRelativePath(folder, file).Replace(Path.DirectorySeparatorChar, '/');

    /// <summary>Returns a hash of a file's content.</summary>
    /// <exception cref="IOException">The file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public static string HashOf(string file) => ContentHash.Of(file).Hash.ToString("x32", CultureInfo.InvariantCulture);
}

internal static class ContentHash
{
    private const int BufferBytes = 1 << 20;

    /// <summary>Returns the hash of a file's content, and its length.</summary>
    /// <exception cref="IOException">The file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public static (UInt128 Hash, long Length) Of(string file)
    {
        using SafeFileHandle handle = File.OpenHandle(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete,
            FileOptions.SequentialScan);
        var hash = new XxHash128();
        byte[] buffer = new byte[(int)Math.Clamp(RandomAccess.GetLength(handle), 1, BufferBytes)];
        long place = 0;
        while (RandomAccess.Read(handle, buffer, place) is var read and > 0)
        {
            hash.Append(buffer.AsSpan(0, read));
            place += read;
        }

        return (hash.GetCurrentHashAsUInt128(), place);
    }
}

/// <summary>A file as <c>rvfs add</c> has written it. Immutable.</summary>
/// <param name="Hash">The hash of the content.</param>
/// <param name="Size">The size in bytes.</param>
/// <param name="Time">The time of change in ticks, UTC.</param>
internal sealed record AddedFile(string Hash, long Size, long Time)
{
    /// <summary>Determines whether a file on disk has other content.</summary>
    /// <exception cref="IOException">The file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public bool IsChanged(FileInfo file) =>
        file.Length != Size || (file.LastWriteTimeUtc.Ticks != Time && AddedRecord.HashOf(file.FullName) != Hash);
}
