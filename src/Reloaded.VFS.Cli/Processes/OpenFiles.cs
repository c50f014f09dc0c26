namespace Reloaded.VFS.Cli.Processes;

/// <summary>Files that processes of this user have open, on Linux, where Wine tells no other program of its locks.</summary>
internal static class OpenFiles
{
    /// <summary>
    /// All of them, those of the Wine servers included: a path in /proc that leads to the file, and the name that it was opened by, which
    /// may be one of a container.
    /// </summary>
    public static IEnumerable<(string Handle, string Name)> All()
    {
        foreach (string process in Directory.GetDirectories("/proc").Where(folder => char.IsAsciiDigit(Path.GetFileName(folder)[0])))
        {
            foreach ((string, string) open in Of(process))
                yield return open;
        }
    }

    private static List<(string Handle, string Name)> Of(string process)
    {
        List<(string, string)> found = [];
        try
        {
            foreach (string handle in Directory.GetFiles(Path.Combine(process, "fd")))
            {
                if (new FileInfo(handle).LinkTarget is { } target)
                    found.Add((handle, target));
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another user's, or one that has ended.
        }

        return found;
    }
}
