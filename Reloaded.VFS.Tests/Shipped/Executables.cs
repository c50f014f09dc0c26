namespace Reloaded.VFS.Tests.Shipped;

/// <summary>Looks programs up as a shell would.</summary>
public static class Executables
{
    /// <summary>The full path of a program on PATH, or null.</summary>
    public static string? Find(string name)
    {
        string[] endings = OperatingSystem.IsWindows() ? [".exe", ".cmd", ".bat", ""] : [""];
        foreach (string folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries))
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
}
