namespace Reloaded.VFS.Testing;

/// <summary>
/// Wine's server: the process that holds the files of all Windows programs, and renames and deletes them when they ask for it. It does so
/// a moment after the program asked, also where the program was killed meanwhile.
/// </summary>
public static class WineServer
{
    /// <summary>
    /// A file below a folder, or the folder, that a server has open; null where there is none. A server closes a killed program's files
    /// when it has noticed the end, and does nothing for that program afterwards.
    /// </summary>
    /// <param name="folder">A folder of this system.</param>
    public static string? FindOpen(string folder)
    {
        string below = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder)) + '/';
        return OpenFiles().FirstOrDefault(file => (file + "/").StartsWith(below, StringComparison.Ordinal));
    }

    private static IEnumerable<string> OpenFiles()
    {
        foreach (string process in Directory.EnumerateDirectories("/proc").Where(IsServer))
        {
            foreach (string file in Links(Path.Combine(process, "fd")))
                yield return file;
        }
    }

    private static bool IsServer(string process)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "comm")).StartsWith("wineserver", StringComparison.Ordinal);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static string[] Links(string folder)
    {
        List<string> targets = [];
        try
        {
            foreach (string link in Directory.EnumerateFileSystemEntries(folder))
            {
                if (TargetOf(link) is string target)
                    targets.Add(target);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The server has ended, or is another user's.
        }

        return [.. targets];
    }

    private static string? TargetOf(string link)
    {
        try
        {
            return new FileInfo(link).LinkTarget;
        }
        catch (IOException)
        {
            return null;
        }
    }
}
