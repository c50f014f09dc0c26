namespace Reloaded.VFS.Testing;

/// <summary>The published files, as a user gets them and build/publish.sh leaves them.</summary>
public static class PublishedArtifacts
{
    private static readonly Lazy<string> Folder = new(() => Width.Is32Bit ? WholeRelease.Folder : RepositoryFolders.Artifacts);

    private static string OfGames => Path.GetDirectoryName(Library)!;

    /// <summary>Gets where a release has the DLL that goes into the tests' programs, relative to the launcher's folder.</summary>
    public static string LibraryInRelease { get; } = Path.Combine(Width.Is32Bit ? "x86" : "", "reloaded_vfs.dll");

    /// <summary>Gets the DLL that goes into the tests' programs.</summary>
    public static string Library => Path.Combine(Folder.Value, "win-x64", LibraryInRelease);

    /// <summary>Gets the DLL that goes into a 64-bit game.</summary>
    public static string Library64 { get; } = Path.Combine(RepositoryFolders.Artifacts, "win-x64", "reloaded_vfs.dll");

    /// <summary>Gets the DLL that goes into a 32-bit game. The folder of its runtime is beside it.</summary>
    public static string Library32 { get; } = Path.Combine(RepositoryFolders.Artifacts, "win-x86", "reloaded_vfs.dll");

    /// <summary>Gets the DLL of which rvfs install makes a game's DLLs.</summary>
    public static string Proxy => Path.Combine(OfGames, "rvfs_proxy.dll");

    /// <summary>Gets the C header of the DLL's exports.</summary>
    public static string Header { get; } = Path.Combine(RepositoryFolders.Artifacts, "win-x64", "reloaded_vfs.h");

    /// <summary>Gets the launcher for Windows.</summary>
    public static string WindowsLauncher => Path.Combine(Folder.Value, "win-x64", "rvfs.exe");

    /// <summary>Gets the launcher for Windows without a console window.</summary>
    public static string WindowlessLauncher => Path.Combine(Folder.Value, "win-x64", "rvfsw.exe");

    /// <summary>Gets the launcher for Linux.</summary>
    public static string LinuxLauncher => Path.Combine(Folder.Value, "linux-x64", "rvfs");

    /// <summary>Gets the launcher for this system.</summary>
    public static string Launcher => OperatingSystem.IsWindows() ? WindowsLauncher : LinuxLauncher;

    /// <summary>Gets the server of the launcher's page, for this system.</summary>
    public static string Page { get; } = OperatingSystem.IsWindows()
        ? Path.Combine(RepositoryFolders.Artifacts, "win-x64", "rvfs-ui.exe")
        : Path.Combine(RepositoryFolders.Artifacts, "linux-x64", "rvfs-ui");

    /// <summary>Copies <see cref="Library"/>, and the folder of its runtime if it brings one, over what is there.</summary>
    /// <param name="path">The path of the copy. Its folder is made if it isn't there.</param>
    public static void CopyLibrary(string path)
    {
        string folder = Path.GetDirectoryName(path)!;
        Directory.CreateDirectory(folder);
        File.Copy(Library, path, overwrite: true);
        DirectoryInfo runtime = new(Path.Combine(OfGames, "reloaded_vfs_runtime"));
        if (!runtime.Exists)
            return;
        string copied = Directory.CreateDirectory(Path.Combine(folder, runtime.Name)).FullName;
        foreach (FileInfo file in runtime.EnumerateFiles())
            file.CopyTo(Path.Combine(copied, file.Name), overwrite: true);
    }

    /// <summary>Returns the reason why the published files can't be tested; null if all files that this system needs exist.</summary>
    public static string? WhyMissing()
    {
        if (Width.Is32Bit && RealProcesses.WhyNo32Bit is { } why)
            return why;
        string[] needed = OperatingSystem.IsWindows()
            ? [Library, Proxy, WindowsLauncher, WindowlessLauncher]
            : [Library, Proxy, WindowsLauncher, WindowlessLauncher, LinuxLauncher];
        string[] missing = needed.Where(path => !File.Exists(path))
            .Select(path => Path.GetRelativePath(RepositoryFolders.Root, path)).ToArray();
        return missing.Length == 0 ? null : $"not published: {string.Join(", ", missing)}; run build/publish.sh first";
    }
}
