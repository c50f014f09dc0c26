using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Keeping;
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
    private bool IsChanged(Content content)
    {
        try
        {
            return new DirectoryInfo(ArchiveCache.ContentOf(_cache, content.Key))
                .EnumerateFileSystemInfos("*", SearchOption.AllDirectories).Any(entry => entry.LastWriteTimeUtc.Ticks > content.Complete);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }

    private void Delete(Content content)
    {
        try
        {
            // Renamed first: a content exists completely or not at all, whenever this process ends.
            using StagingFolder staging = new(_cache);
            DiskRemoval.Rename(ArchiveCache.ContentOf(_cache, content.Key), Path.Combine(staging.Root, content.Key));
            DiskRemoval.DeleteFile(ArchiveCache.UseFileOf(_cache, content.Key));
            DiskRemoval.DeleteFile(ArchiveCache.ContentOf(_cache, content.Key) + KeptPlace.ContentEnding);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A program has something in it open; the content is deleted another time.
        }
    }
}
