namespace Reloaded.VFS.Testing;

/// <summary>A search for programs like a shell's.</summary>
public static class Executables
{
    /// <summary>Gets a browser of Chromium's family that runs without a screen, or null.</summary>
    public static string? Browser => Find("chromium") ?? Find("chromium-browser") ?? Find("google-chrome") ?? FindEdge();

    /// <summary>Returns the full path of a program on PATH, or null.</summary>
    public static string? Find(string name)
    {
        string[] endings = OperatingSystem.IsWindows() ? [".exe", ".cmd", ".bat", ""] : [""];
        foreach (string folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator,
            StringSplitOptions.RemoveEmptyEntries))
        {
            foreach (string ending in endings)
            {
                string path = Path.Combine(folder, name + ending);
                if (File.Exists(path))
                    return path;
            }
        }

        return null;
    }

    /// <summary>Returns the path of Windows' own browser, which isn't on PATH, or null.</summary>
    private static string? FindEdge()
    {
        string path = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ProgramFilesX86), "Microsoft", "Edge", "Application",
            "msedge.exe");
        return OperatingSystem.IsWindows() && File.Exists(path) ? path : null;
    }
}
