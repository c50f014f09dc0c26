namespace Reloaded.VFS.Testing;

/// <summary>
/// The width of the programs in the tests: 64 bits or, in the lane of <c>build/test.sh --bits 32</c> (<c>RVFS_TEST_BITS=32</c>), 32. In that
/// lane the same tests compile their programs for 32 bits, and <see cref="PublishedArtifacts"/> has the DLL for such games.
/// </summary>
public static class Width
{
    /// <summary>The environment variable that chooses the width with the value <c>32</c>. It is read once.</summary>
    public const string Variable = "RVFS_TEST_BITS";

    /// <summary>Gets a value indicating whether the tests' programs are 32-bit ones.</summary>
    public static bool Is32Bit { get; } = Environment.GetEnvironmentVariable(Variable) == "32";
}

/// <summary>
/// The published files as a release with the DLL for 32-bit games has them: that DLL is in the folder <c>x86</c> beside rvfs.exe. Made once
/// for each state of the published files, since the tests of 64-bit games run on files without that folder.
/// </summary>
public static class WholeRelease
{
    private const string Windows = "win-x64", Linux = "linux-x64";

    private static readonly Lazy<string> Made = new(Make);

    /// <summary>Gets the folder, with <c>win-x64</c> and <c>linux-x64</c> in it.</summary>
    public static string Folder => Made.Value;

    /// <summary>Gets rvfs.exe.</summary>
    public static string WindowsLauncher => Path.Combine(Folder, Windows, "rvfs.exe");

    /// <summary>Gets the launcher for this system.</summary>
    public static string Launcher => OperatingSystem.IsWindows() ? WindowsLauncher : Path.Combine(Folder, Linux, "rvfs");

    /// <summary>Gets the DLL for 32-bit games.</summary>
    public static string Library32 => Path.Combine(Folder, Windows, "x86", "reloaded_vfs.dll");

    private static string Make()
    {
        (string From, string To)[] parts =
            [(Windows, Windows), ("win-x86", Windows + "/x86"), .. OperatingSystem.IsWindows() ? [] : (ReadOnlySpan<(string, string)>)[(Linux, Linux)]];
        (FileInfo From, string To)[] files =
        [
            .. parts.SelectMany(part =>
            {
                DirectoryInfo folder = new(Path.Combine(RepositoryFolders.Artifacts, part.From));
                return folder.EnumerateFiles("*", SearchOption.AllDirectories).Where(file => !file.Name.StartsWith("rvfs-ui", StringComparison.Ordinal))
                    .Select(file => (file, Path.Combine(part.To, Path.GetRelativePath(folder.FullName, file.FullName))));
            }).OrderBy(file => file.Item2, StringComparer.Ordinal),
        ];
        string state = string.Join('\n', files.Select(file => $"{file.To} {file.From.Length} {file.From.LastWriteTimeUtc.Ticks}"));
        string all = Path.Combine(RepositoryFolders.Cache, "whole-release");
        string folder = Path.Combine(all, ContentName(state));
        NewFolder.Make(folder, unfinished =>
        {
            // Those of earlier states, which nothing runs any more.
            foreach (string old in Directory.EnumerateDirectories(all).Where(old => Directory.GetCreationTimeUtc(old) < DateTime.UtcNow.AddDays(-1)))
                Directory.Delete(old, recursive: true);
            foreach ((FileInfo from, string to) in files)
            {
                string path = Path.Combine(unfinished, to);
                Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                from.CopyTo(path);
            }
        });
        return folder;
    }

    private static string ContentName(string text) =>
        Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(text)))[..16];
}
