namespace Reloaded.VFS.Testing;

/// <summary>Looks programs up as a shell would.</summary>
public static class Executables
{
    /// <summary>A browser of Chromium's family, which runs without a screen too; null where there is none.</summary>
    public static string? Browser => Find("chromium") ?? Find("chromium-browser") ?? Find("google-chrome") ?? FindEdge();

    /// <summary>The full path of a program on PATH, or null.</summary>
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

    /// <summary>Windows' own, which isn't on PATH.</summary>
    private static string? FindEdge()
    {
        string path = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ProgramFilesX86), "Microsoft", "Edge", "Application",
            "msedge.exe");
        return OperatingSystem.IsWindows() && File.Exists(path) ? path : null;
    }
}
