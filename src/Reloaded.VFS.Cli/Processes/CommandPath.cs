namespace Reloaded.VFS.Cli.Processes;

/// <summary>Programs of Linux, as a shell finds them.</summary>
internal static class CommandPath
{
    /// <summary>Whether there is such a program.</summary>
    public static bool Exists(string name) => Find(name) is not null;

    /// <summary>
    /// The absolute path of a program: a path as it is, a name searched for on PATH. Null where there is none that may be run.
    /// </summary>
    public static string? Find(string name)
    {
        if (name.Contains('/'))
            return IsProgram(name) ? Path.GetFullPath(name) : null;
        foreach (string folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries))
        {
            string path = Path.Combine(folder, name);
            if (IsProgram(path))
                return path;
        }

        return null;
    }

    private static bool IsProgram(string path)
    {
        const UnixFileMode Executable = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
        return OperatingSystem.IsLinux() && File.Exists(path) && (File.GetUnixFileMode(path) & Executable) != 0;
    }
}
