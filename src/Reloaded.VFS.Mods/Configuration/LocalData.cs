using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The VFS's folder in the user's local data, which receives what can't be written beside a game.</summary>
internal static class LocalData
{
    /// <summary>The folder's name.</summary>
    public const string FolderName = "reloaded-vfs";

    /// <summary>Gets the folder of this process's user.</summary>
    public static string Folder { get; } = FolderIn(FindLocalData());

    /// <summary>
    /// Returns the folder in a user's local data or, if the user has none, one in the temporary folder. On Linux the latter is a new folder
    /// that no other user can read or write, because anyone could have created one of a known name first.
    /// </summary>
    /// <param name="data">The local data folder, or null or empty if there is none.</param>
    public static string FolderIn(string? data) =>
        !string.IsNullOrEmpty(data) ? Path.Combine(data, FolderName)
        : OperatingSystem.IsWindows() ? Path.Combine(Path.GetTempPath(), FolderName)
        : Directory.CreateTempSubdirectory(FolderName + "-").FullName;

    /// <summary>
    /// Returns a name for what belongs to a game: the name of its folder, and a number that distinguishes it from others of that name.
    /// </summary>
    /// <param name="gameFolder">The game's folder, without a trailing backslash.</param>
    public static string LabelOf(string gameFolder)
    {
        uint hash = 2166136261;
        foreach (char c in gameFolder)
            hash = (hash ^ CaseFolding.ToUpper(c)) * 16777619;
        string name = gameFolder[(gameFolder.LastIndexOfAny(['\\', '/']) + 1)..];
        return $"{(name.Length == 0 ? "drive" : name)}-{hash:x8}";
    }

    // The variable has the value that the shell's function would return, without the shell's DLLs, which take longer to load than the VFS
    // to start.
    private static string? FindLocalData() =>
        OperatingSystem.IsWindows() && Environment.GetEnvironmentVariable("LOCALAPPDATA") is { } local && Path.IsPathFullyQualified(local)
            ? local
            : Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
}
