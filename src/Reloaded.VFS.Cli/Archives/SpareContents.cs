using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Archives;

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
    /// <param name="cache">The cache.</param>
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
    private bool IsChanged(Content content) =>
        FileErrors.Ignore(() => new DirectoryInfo(ArchiveCache.ContentOf(_cache, content.Key))
            .EnumerateFileSystemInfos("*", SearchOption.AllDirectories).Any(entry => entry.LastWriteTimeUtc.Ticks > content.Complete),
            otherwise: true);

    private void Delete(Content content)
    {
        try
        {
            // Renamed first: a content exists completely or not at all, whenever this process ends.
            using StagingFolder staging = new(_cache);
            DiskRemoval.Rename(ArchiveCache.ContentOf(_cache, content.Key), Path.Combine(staging.Root, content.Key));
            DiskRemoval.DeleteFile(ArchiveCache.UseFileOf(_cache, content.Key));
            DiskRemoval.DeleteFile(ArchiveCache.ContentOf(_cache, content.Key) + CacheFiles.ContentEnding);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A program has something in it open; the content is deleted another time.
        }
    }
}

/// <summary>Determines which contents of the cache are in use by running games.</summary>
/// <remarks>
/// A game has the file beside each of its contents open (<see cref="UsedContents"/>). On Linux, where Wine doesn't show its locks to other
/// programs, the open files of all the user's processes are examined. Under Wine, where games of another prefix are invisible, every
/// content counts as in use.
/// </remarks>
internal sealed class ContentUse(string cache)
{
    private readonly HashSet<string>? _open = OperatingSystem.IsWindows() ? null : FindOpen();

    /// <summary>Determines whether a content is in use.</summary>
    public bool IsUsed(string key)
    {
        string file = ArchiveCache.UseFileOf(cache, key);
        if (_open is not null)
            return _open.Contains(Path.GetFileName(file));
        if (WineFunctions.IsWine)
            return true;
        try
        {
            if (File.Exists(file))
                new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.None, bufferSize: 0).Dispose();
            return false;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }

    /// <summary>
    /// Returns the names of open files: a container may have another path for the same file, and no two contents have the same name.
    /// </summary>
    private static HashSet<string> FindOpen() =>
        OpenFiles.All().Select(open => Path.GetFileName(open.Name)).ToHashSet(StringComparer.Ordinal);
}
