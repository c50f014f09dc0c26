using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Mods.Archives;

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
