namespace Reloaded.VFS.Testing;

/// <summary>
/// The open files of Wine's server: the process that holds the files of all Windows programs, and renames and deletes them at their
/// request.
/// </summary>
/// <remarks>The server acts a moment after the request, even if the program has been killed meanwhile.</remarks>
public static class WineServer
{
    /// <summary>Returns a file at or below a folder that a server has open, or null.</summary>
    /// <remarks>
    /// A server closes a killed program's files as soon as it has noticed the program's end, and does nothing for that program afterwards.
    /// </remarks>
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
