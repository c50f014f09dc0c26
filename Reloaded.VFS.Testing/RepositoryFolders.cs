namespace Reloaded.VFS.Testing;

/// <summary>The repository's folders, found from the running tests.</summary>
public static class RepositoryFolders
{
    /// <summary>Gets the folder of Reloaded.VFS.sln.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>
    /// Gets the folder, outside version control, of what tests keep between runs: the Wine prefix, compiled test programs, downloaded
    /// programs.
    /// </summary>
    public static string Cache { get; } = Directory.CreateDirectory(Path.Combine(Root, ".cache")).FullName;

    /// <summary>Gets the folder of the files that build/publish.sh leaves.</summary>
    public static string Artifacts { get; } = Path.Combine(Root, "artifacts");

    /// <summary>Gets the folder of the test programs' C sources.</summary>
    public static string NativeSources { get; } = Path.Combine(Root, "Reloaded.VFS.Tests", "Native");

    /// <summary>Creates a folder in the temporary folder; the caller deletes it.</summary>
    public static string CreateTemporary() => Directory.CreateTempSubdirectory("rvfs-test-").FullName;

    /// <summary>
    /// Like <see cref="CreateTemporary"/>, but in memory if the system has such a folder for all users and TMPDIR asks for no other.
    /// </summary>
    public static string CreateTemporaryInMemory()
    {
        const string memory = "/dev/shm";
        if (!OperatingSystem.IsLinux() || !Directory.Exists(memory) || Environment.GetEnvironmentVariable("TMPDIR") is { Length: > 0 })
            return CreateTemporary();
        string folder = Path.Combine(memory, "rvfs-test-" + Path.GetRandomFileName().Replace(".", "", StringComparison.Ordinal));
        return Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute).FullName;
    }

    private static string FindRoot()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Reloaded.VFS.sln")))
                return folder.FullName;
        }

        throw new DirectoryNotFoundException(
            $"No folder above {AppContext.BaseDirectory} holds Reloaded.VFS.sln: the tests must run from their build folder.");
    }
}
