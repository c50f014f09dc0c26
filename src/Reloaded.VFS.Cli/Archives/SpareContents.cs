using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// Contents of the cache that no archive in the mods folder has any more: those of archives that were replaced or taken away. Some are
/// kept, for the way back; what no game has used for longest goes first.
/// </summary>
internal sealed class SpareContents
{
    private sealed record Content(string Key, long Size, long Complete, DateTime Used);

    private readonly string _cache;
    private readonly List<Content> _spare = [];

    /// <summary>Looks for them.</summary>
    /// <param name="cache">The cache.</param>
    /// <param name="needed">The names of the contents that archives have.</param>
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

    /// <summary>Deletes contents until those that are left have no more than so many bytes.</summary>
    /// <param name="kept">The most bytes.</param>
    /// <returns>The folders that stay because files in them were changed since they were unpacked.</returns>
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

    /// <summary>What a game has written into a mod's file is the player's.</summary>
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
            // A rename first: a content is there whole or not at all, whenever this process ends.
            using StagingFolder staging = new(_cache);
            DiskRemoval.Rename(ArchiveCache.ContentOf(_cache, content.Key), Path.Combine(staging.Root, content.Key));
            DiskRemoval.DeleteFile(ArchiveCache.UseFileOf(_cache, content.Key));
            DiskRemoval.DeleteFile(ArchiveCache.ContentOf(_cache, content.Key) + KeptPlace.ContentEnding);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A program has something in it open; it goes another time.
        }
    }
}

/// <summary>
/// Which contents of the cache running games use. A game has the file beside each open (<see cref="UsedContents"/>). On Linux, where Wine
/// tells no other program of its locks, the open files of all processes of the user are asked for; under Wine, where games of another
/// prefix couldn't be seen, every content counts as used.
/// </summary>
internal sealed class ContentUse(string cache)
{
    private readonly HashSet<string>? _open = OperatingSystem.IsWindows() ? null : FindOpen();

    /// <summary>Whether a content is used.</summary>
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

    /// <summary>The names of open files: a container may have another path for the same file, and no two contents have one name.</summary>
    private static HashSet<string> FindOpen() =>
        OpenFiles.All().Select(open => Path.GetFileName(open.Name)).ToHashSet(StringComparer.Ordinal);
}
