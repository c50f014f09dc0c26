using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The VFS's folder in the user's local data, which takes what can't be written beside a game.</summary>
internal static class LocalData
{
    /// <summary>The folder's name.</summary>
    public const string FolderName = "reloaded-vfs";

    /// <summary>The folder of this process's user.</summary>
    public static string Folder { get; } = FolderIn(FindLocalData());

    /// <summary>
    /// The folder in a user's local data. Where the user has none, a new one that no other user can read or write: in the temporary folder
    /// anyone could have made one of a known name before.
    /// </summary>
    /// <param name="data">The local data; null or empty where there is none.</param>
    public static string FolderIn(string? data) =>
        !string.IsNullOrEmpty(data) ? Path.Combine(data, FolderName)
        : OperatingSystem.IsWindows() ? Path.Combine(Path.GetTempPath(), FolderName)
        : Directory.CreateTempSubdirectory(FolderName + "-").FullName;

    /// <summary>The name of what belongs to a game: its folder's name, and a number that tells it from others of that name.</summary>
    /// <param name="gameFolder">The game's folder, without a backslash behind it.</param>
    public static string LabelOf(string gameFolder)
    {
        uint hash = 2166136261;
        foreach (char c in gameFolder)
            hash = (hash ^ CaseFolding.ToUpper(c)) * 16777619;
        string name = gameFolder[(gameFolder.LastIndexOfAny(['\\', '/']) + 1)..];
        return $"{(name.Length == 0 ? "drive" : name)}-{hash:x8}";
    }

    // The variable says what the shell's function would, without the shell's DLLs, which take longer to load than the VFS to start.
    private static string? FindLocalData() =>
        OperatingSystem.IsWindows() && Environment.GetEnvironmentVariable("LOCALAPPDATA") is { } local && Path.IsPathFullyQualified(local)
            ? local
            : Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
}
