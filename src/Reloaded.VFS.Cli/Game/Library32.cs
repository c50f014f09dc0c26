using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Game;

/// <summary>The DLL for 32-bit games, in a folder of its own beside rvfs.exe. Not every copy of Reloaded VFS has one.</summary>
internal static class Library32
{
    private const string RuntimeFolder = "reloaded_vfs_runtime";

    /// <summary>Returns the folder of the DLL, which also has the proxies' template.</summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static string FolderIn(string launcher) => Path.Combine(launcher, OwnNames.FolderOf32Bit);

    /// <summary>Returns the DLL's path.</summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static string In(string launcher) => Path.Combine(FolderIn(launcher), OwnNames.Dll);

    /// <summary>
    /// Returns the files that belong beside the DLL wherever it is put, relative to its folder, with slashes: those of its runtime. None if the
    /// DLL brings no runtime in a folder.
    /// </summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static IEnumerable<string> FilesBeside(string launcher)
    {
        DirectoryInfo runtime = new(Path.Combine(FolderIn(launcher), RuntimeFolder));
        return !runtime.Exists ? [] : runtime.EnumerateFiles().Select(file => $"{RuntimeFolder}/{file.Name}").Order(StringComparer.Ordinal);
    }

    /// <summary>Returns the files that serve 32-bit games, relative to the launcher's folder. None if the DLL isn't there.</summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static IEnumerable<string> FilesOf(string launcher) =>
        IsIn(launcher) ? FilesBeside(launcher).Append(OwnNames.Dll).Select(file => $"{OwnNames.FolderOf32Bit}/{file}") : [];

    /// <summary>Determines whether the DLL is there.</summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static bool IsIn(string launcher) => File.Exists(In(launcher));
}
