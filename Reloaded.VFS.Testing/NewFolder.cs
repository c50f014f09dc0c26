namespace Reloaded.VFS.Testing;

/// <summary>Folders of the cache that several test processes may need at once.</summary>
internal static class NewFolder
{
    /// <summary>
    /// Makes a folder that is complete from the moment it exists. If two processes make the folder at once, the later one discards its own.
    /// </summary>
    /// <param name="folder">The folder; if it exists, nothing is done.</param>
    /// <param name="fill">Fills a folder beside the final one, which is deleted if this delegate throws.</param>
    public static void Make(string folder, Action<string> fill)
    {
        if (Directory.Exists(folder))
            return;
        string unfinished = $"{folder}.{Guid.NewGuid():N}.tmp";
        Directory.CreateDirectory(unfinished);
        try
        {
            fill(unfinished);
            Directory.Move(unfinished, folder);
        }
        catch (IOException) when (Directory.Exists(folder))
        {
            // Another process was first.
        }
        finally
        {
            if (Directory.Exists(unfinished))
                Directory.Delete(unfinished, recursive: true);
        }
    }
}
