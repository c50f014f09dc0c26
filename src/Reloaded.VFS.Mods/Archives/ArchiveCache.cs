using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Mods.Archives;

/// <summary>
/// Where the archives of a mods folder are unpacked to: a folder beside it, in which a folder for each content is named after that
/// content's hash. A folder that has such a name is finished. Thread-safe.
/// </summary>
internal static class ArchiveCache
{
    private const string FolderName = "cache";
    private const int KeyLength = 32;

    /// <summary>
    /// The cache of a mods folder: <c>rvfs/cache</c> of <c>rvfs/mods</c>, <c>NAME.rvfs-cache</c> beside another folder; null where the mods
    /// folder is a whole volume, which has no place beside it.
    /// </summary>
    public static string? FolderOf(string modsFolder) => BesideMods.FolderOf(modsFolder, FolderName);

    /// <summary>The folder that a content is unpacked to.</summary>
    public static string ContentOf(string cache, string key) => Path.Combine(cache, key);

    /// <summary>
    /// The file beside a content that is open while a game uses it, and whose time of change is that of the last start with it. It says how
    /// large the content is and when it was complete.
    /// </summary>
    public static string UseFileOf(string cache, string key) => Path.Combine(cache, key + ".used");

    /// <summary>Whether a text is the name of a content.</summary>
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

    /// <summary>The name of a content with a SHA-256.</summary>
    public static string KeyOf(ReadOnlySpan<byte> sha256) => Convert.ToHexStringLower(sha256)[..KeyLength];
}

/// <summary>
/// The contents of the cache that this process uses: a file beside each is open until the process ends, so that no other process deletes
/// the content meanwhile. Thread-safe.
/// </summary>
internal static class UsedContents
{
    private static readonly Lock s_lock = new();
    private static readonly Dictionary<string, FileStream> s_held = new(StringComparer.Ordinal);

    /// <summary>Says that a content is used from now on. Nothing on disk makes it throw: without the file nothing is held.</summary>
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
