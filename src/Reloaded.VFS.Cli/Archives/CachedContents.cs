using System.Security.Cryptography;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Caching;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>The operation that puts an archive's content into the cache.</summary>
internal static class CachedContent
{
    /// <summary>
    /// Unpacks an archive unless its content is in the cache already, from the same archive under another name or from an earlier one.
    /// </summary>
    /// <param name="name">The mod's name.</param>
    /// <param name="cache">The cache, whose lock the caller has.</param>
    /// <param name="configuration">The game's configuration, with its defaults; host paths.</param>
    /// <param name="limits">The limits of an archive's contents.</param>
    /// <returns>The result.</returns>
    /// <exception cref="IOException">The cache can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the cache is denied.</exception>
    public static ArchiveRecord Put(ArchiveFile archive, string name, string cache, VfsConfiguration configuration, UnpackLimits limits)
    {
        string key = "";
        ArchiveRecord Ended(ArchiveOutcome outcome, string cause = "", string fix = "") =>
            new(archive.Name, archive.Size, archive.Time, outcome, key, cause, fix);
        try
        {
            key = KeyOf(archive);
            if (!Directory.Exists(ArchiveCache.ContentOf(cache, key)) && !Unpack(archive, name, key, cache, configuration, limits))
                return Ended(ArchiveOutcome.Refused, "the archive isn't unpacked: it holds no files for the game");
            return ArchiveFile.Of(archive.Path) == archive
                ? Ended(ArchiveOutcome.Unpacked)
                : Ended(ArchiveOutcome.Failed, "the archive isn't unpacked: it was changed meanwhile", "rvfs refresh, once it is complete");
        }
        catch (ArchiveException e)
        {
            return Ended(e.IsPassing ? ArchiveOutcome.Failed : ArchiveOutcome.Refused, e.Diagnostic.Cause, e.Diagnostic.Fix ?? "");
        }
    }

    /// <summary>
    /// Reads the file beside a content: the total size of its files in bytes, and a time in UTC ticks that is no earlier than that of any
    /// file.
    /// </summary>
    public static (long Size, long Complete)? ReadUseFile(string file) => FileErrors.Ignore<(long Size, long Complete)?>(() =>
    {
        string[] lines = File.ReadAllLines(file);
        return lines.Length == 2 && long.TryParse(lines[0], NumberStyles.None, CultureInfo.InvariantCulture, out long size)
            && long.TryParse(lines[1], NumberStyles.None, CultureInfo.InvariantCulture, out long complete)
            ? (size, complete)
            : null;
    }, null);

    private static bool Unpack(ArchiveFile archive, string name, string key, string cache, VfsConfiguration configuration,
        UnpackLimits limits)
    {
        using StagingFolder staging = new(cache);
        if (StagedMod.Make(new ModSource(archive.Path, name, configuration, limits) { IsNamed = true }, staging) is not { } staged)
            return false;
        Messages.Show(staged.LeftOut);
        // The key is that of the file as it was read first.
        if (ArchiveFile.Of(archive.Path) != archive)
            throw ArchiveException.Of(archive.Path, "it was changed meanwhile", "rvfs refresh, once it is complete", isPassing: true);
        WriteUseFile(staged.Content, ArchiveCache.UseFileOf(cache, key));
        // A folder with such a name is never checked again.
        FlushedFolder.Flush(staged.Content);
        string folder = ArchiveCache.ContentOf(cache, key);
        try
        {
            DiskRemoval.Rename(staged.Content, folder);
        }
        catch (IOException) when (Directory.Exists(folder))
        {
            // Another process, whose lock isn't visible here, has created the same content.
        }

        return true;
    }

    private static void WriteUseFile(string content, string file)
    {
        long size = 0, complete = 0;
        foreach (FileInfo info in new DirectoryInfo(content).EnumerateFiles("*", SearchOption.AllDirectories))
        {
            size += info.Length;
            complete = Math.Max(complete, info.LastWriteTimeUtc.Ticks);
        }

        complete = Math.Max(complete, DateTime.UtcNow.Ticks);
        AtomicFile.Write(file, System.Text.Encoding.UTF8.GetBytes($"{size}\n{complete}\n"));
    }

    private static string KeyOf(ArchiveFile archive)
    {
        long read = 0;
        return Progress.Of(
            $"reading {archive.Name}",
            () => Volatile.Read(ref read) / (double)Math.Max(1, archive.Size),
            () =>
            {
                try
                {
                    using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
                    using FileStream stream = new(archive.Path, FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete, 0);
                    byte[] buffer = new byte[1 << 20];
                    for (int length; (length = stream.Read(buffer)) > 0; Volatile.Write(ref read, read + length))
                        hash.AppendData(buffer, 0, length);
                    return ArchiveCache.KeyOf(hash.GetHashAndReset());
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException)
                {
                    throw ArchiveException.Of(archive.Path, $"it can't be read: {ErrorCause.Of(e)}", cause: e, isPassing: true);
                }
            });
    }
}

/// <summary>
/// The contents of the cache that belong to no archive in the mods folder any more, because it was replaced or removed. Some are kept for a
/// return; the least recently used is deleted first.
/// </summary>
internal sealed class SpareContents
{
    private sealed record Content(string Key, long Size, long Complete, DateTime Used);

    private readonly string _cache;
    private readonly List<Content> _spare = [];

    /// <summary>Finds the contents.</summary>
    /// <param name="needed">The names of the contents that belong to archives.</param>
    public SpareContents(string cache, IReadOnlySet<string> needed)
    {
        _cache = cache;
        foreach (string folder in Directory.GetDirectories(cache))
        {
            string key = Path.GetFileName(folder);
            if (!ArchiveCache.IsKey(key) || needed.Contains(key))
                continue;
            string file = ArchiveCache.UseFileOf(cache, key);
            (long size, long complete) = CachedContent.ReadUseFile(file) ?? (0, 0);
            _spare.Add(new Content(key, size, complete, File.GetLastWriteTimeUtc(file)));
        }
    }

    /// <summary>Deletes contents until the rest has at most a number of bytes.</summary>
    /// <param name="kept">The maximum number of bytes.</param>
    /// <returns>The folders that stay because files in them were changed after unpacking.</returns>
    public IReadOnlyList<string> Delete(long kept)
    {
        List<string> changed = [];
        long size = 0;
        ContentUse use = new(_cache);
        foreach (Content content in _spare.OrderByDescending(content => content.Used))
        {
            size += content.Size;
            if (size <= kept || use.IsUsed(content.Key))
                continue;
            if (IsChanged(content))
                changed.Add(ArchiveCache.ContentOf(_cache, content.Key));
            else
                Delete(content);
        }

        return changed;
    }

    /// <summary>Determines whether a game has written to the content, which then belongs to the player.</summary>
    private bool IsChanged(Content content)
    {
        DirectoryInfo top = new(ArchiveCache.ContentOf(_cache, content.Key));
        return FileErrors.Ignore(() => top.EnumerateFileSystemInfos("*", SearchOption.AllDirectories).Prepend(top)
            .Any(entry => entry.LastWriteTimeUtc.Ticks > content.Complete), otherwise: true);
    }

    private void Delete(Content content) => FileErrors.Ignore(() =>
    {
        // A content of which a program has something open is deleted another time.
        // Renamed first: a content exists completely or not at all, whenever this process ends.
        using StagingFolder staging = new(_cache);
        DiskRemoval.Rename(ArchiveCache.ContentOf(_cache, content.Key), Path.Combine(staging.Root, content.Key));
        DiskRemoval.DeleteFile(ArchiveCache.UseFileOf(_cache, content.Key));
        DiskRemoval.DeleteFile(ArchiveCache.ContentOf(_cache, content.Key) + CacheFiles.ContentEnding);
    });
}

/// <summary>The contents of the cache that running games use.</summary>
/// <remarks>
/// A game has the file beside each of its contents open (<see cref="UsedContents"/>). On Linux, where Wine doesn't show its locks to other
/// programs, the open files of all the user's processes are examined. Under Wine, where games of another prefix are invisible, every
/// content counts as in use.
/// </remarks>
internal sealed class ContentUse(string cache)
{
    private readonly HashSet<string>? _open = OperatingSystem.IsWindows() ? null : FindOpen();

    public bool IsUsed(string key)
    {
        string file = ArchiveCache.UseFileOf(cache, key);
        if (_open is not null)
            return _open.Contains(Path.GetFileName(file));
        if (WineFunctions.IsWine)
            return true;
        return FileErrors.Ignore(() =>
        {
            if (File.Exists(file))
                new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.None, bufferSize: 0).Dispose();
            return false;
        }, true);
    }

    /// <summary>
    /// Returns the names of open files: a container may have another path for the same file, and no two contents have the same name.
    /// </summary>
    private static HashSet<string> FindOpen() =>
        OpenFiles.All().Select(open => Path.GetFileName(open.Name)).ToHashSet(StringComparer.Ordinal);
}
