namespace Reloaded.VFS.Cli.Game;

/// <summary>The DLL for 32-bit games, in a folder of its own beside rvfs.exe. Not every copy of Reloaded VFS has one.</summary>
internal static class Library32
{
    private const string Folder = "x86";

    /// <summary>Returns the DLL's path.</summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static string In(string launcher) => Path.Combine(launcher, Folder, "reloaded_vfs.dll");

    /// <summary>Determines whether the DLL is there.</summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static bool IsIn(string launcher) => File.Exists(In(launcher));
}
