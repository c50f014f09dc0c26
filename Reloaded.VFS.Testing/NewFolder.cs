namespace Reloaded.VFS.Testing;

/// <summary>Folders of the cache that several test processes may want at once.</summary>
internal static class NewFolder
{
    /// <summary>
    /// Makes a folder that is complete from the moment at which it is there. Of two processes that make it at once the later one throws its
    /// own away.
    /// </summary>
    /// <param name="folder">The folder; where it is there already nothing is done.</param>
    /// <param name="fill">Fills a folder beside it. What it throws leaves nothing behind.</param>
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
