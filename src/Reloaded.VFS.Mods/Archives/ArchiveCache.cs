using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Scanning;

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

    /// <summary>Returns the folder into which a content is unpacked.</summary>
    public static string ContentOf(string cache, string key) => Path.Combine(cache, key);

    /// <summary>
    /// Returns the file beside a content that is open while a game uses it, and whose time of change is that of the last start with it. The
    /// file contains the size of the content and the time at which it was complete.
    /// </summary>
    public static string UseFileOf(string cache, string key) => Path.Combine(cache, key + ".used");

    /// <summary>Determines whether a text is the name of a content.</summary>
    public static bool IsKey(ReadOnlySpan<char> text)
    {
        if (text.Length != KeyLength)
            return false;
        foreach (char c in text)
        {
            if (!char.IsAsciiHexDigitLower(c))
                return false;
        }

        return true;
    }

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
