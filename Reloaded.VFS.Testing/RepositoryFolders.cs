namespace Reloaded.VFS.Testing;

/// <summary>Where the repository is, seen from the running tests.</summary>
public static class RepositoryFolders
{
    /// <summary>The folder that holds Reloaded.VFS.sln.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>
    /// What tests may keep between runs: the Wine prefix, compiled test programs, downloaded programs. Not in version control.
    /// </summary>
    public static string Cache { get; } = Directory.CreateDirectory(Path.Combine(Root, ".cache")).FullName;

    /// <summary>What build/publish.sh leaves.</summary>
    public static string Artifacts { get; } = Path.Combine(Root, "artifacts");

    /// <summary>The C sources of test programs.</summary>
    public static string NativeSources { get; } = Path.Combine(Root, "Reloaded.VFS.Tests", "Native");

    /// <summary>A new folder in the temporary folder; the caller deletes it.</summary>
    public static string CreateTemporary() => Directory.CreateTempSubdirectory("rvfs-test-").FullName;

    /// <summary>
    /// As <see cref="CreateTemporary"/>, in memory where the system has such a folder for everyone and none else is asked for (TMPDIR).
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
