namespace Reloaded.VFS.Tests.Shipped;

/// <summary>Windows programs that nobody here wrote, as build/third-party.sh fetches them.</summary>
public static class ThirdPartyPrograms
{
    private static readonly string Folder = Path.Combine(RepositoryFolders.Cache, "third-party", "node_modules");

    /// <summary>The 7-Zip command line of the npm package 7zip-bin.</summary>
    public static string SevenZip { get; } = Path.Combine(Folder, "7zip-bin", "win", "x64", "7za.exe");

    /// <summary>esbuild, a bundler that walks and reads a source tree.</summary>
    public static string Esbuild { get; } = Path.Combine(Folder, "@esbuild", "win32-x64", "esbuild.exe");

    /// <summary>The command interpreter of Windows or Wine.</summary>
    public static string CommandInterpreter => WinePrefix.IsNeeded
        ? Path.Combine(WinePrefix.Folder, "drive_c", "windows", "system32", "cmd.exe")
        : Path.Combine(Environment.SystemDirectory, "cmd.exe");

    /// <summary>What is missing, or null.</summary>
    public static string? WhyMissing()
    {
        string[] missing = new[] { SevenZip, Esbuild }.Where(path => !File.Exists(path)).Select(path => Path.GetFileName(path)).ToArray();
        return missing.Length == 0 ? null : $"not fetched: {string.Join(", ", missing)}; run build/third-party.sh first";
    }
}
