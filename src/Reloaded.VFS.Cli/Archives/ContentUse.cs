using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Archives;

namespace Reloaded.VFS.Cli.Archives;

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
