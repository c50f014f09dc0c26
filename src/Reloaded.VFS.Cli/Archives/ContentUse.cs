using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Archives;

namespace Reloaded.VFS.Cli.Archives;

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
