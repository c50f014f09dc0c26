namespace Reloaded.VFS.Testing;

/// <summary>What a user gets, as build/publish.sh leaves it.</summary>
public static class PublishedArtifacts
{
    /// <summary>The DLL that goes into the game.</summary>
    public static string Library { get; } = Path.Combine(RepositoryFolders.Artifacts, "win-x64", "reloaded_vfs.dll");

    /// <summary>What rvfs install makes a game's DLLs of.</summary>
    public static string Proxy { get; } = Path.Combine(RepositoryFolders.Artifacts, "win-x64", "rvfs_proxy.dll");

    /// <summary>The C header of the DLL's exports.</summary>
    public static string Header { get; } = Path.Combine(RepositoryFolders.Artifacts, "win-x64", "reloaded_vfs.h");

    /// <summary>The launcher for Windows.</summary>
    public static string WindowsLauncher { get; } = Path.Combine(RepositoryFolders.Artifacts, "win-x64", "rvfs.exe");

    /// <summary>The launcher for Windows without a console window.</summary>
    public static string WindowlessLauncher { get; } = Path.Combine(RepositoryFolders.Artifacts, "win-x64", "rvfsw.exe");

    /// <summary>The launcher for Linux.</summary>
    public static string LinuxLauncher { get; } = Path.Combine(RepositoryFolders.Artifacts, "linux-x64", "rvfs");

    /// <summary>The launcher for this system.</summary>
    public static string Launcher => OperatingSystem.IsWindows() ? WindowsLauncher : LinuxLauncher;

    /// <summary>Why the published files can't be tested, or null when all that this system needs are there.</summary>
    public static string? WhyMissing()
    {
        string[] needed = OperatingSystem.IsWindows()
            ? [Library, Proxy, WindowsLauncher, WindowlessLauncher]
            : [Library, Proxy, WindowsLauncher, WindowlessLauncher, LinuxLauncher];
        string[] missing = needed.Where(path => !File.Exists(path))
            .Select(path => Path.GetRelativePath(RepositoryFolders.Root, path)).ToArray();
        return missing.Length == 0 ? null : $"not published: {string.Join(", ", missing)}; run build/publish.sh first";
    }
}
