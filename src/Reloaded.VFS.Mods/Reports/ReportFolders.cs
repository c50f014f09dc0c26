using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>Where start reports lie: one rule for who writes them and who looks for them.</summary>
public static class ReportFolders
{
    /// <summary>The name of the VFS's folder in the user's local data.</summary>
    internal const string FolderName = "reloaded-vfs";

    /// <summary>The VFS's folder in the user's local data.</summary>
    public static string Local { get; } = Path.Combine(FindLocalData() is { Length: > 0 } data ? data : Path.GetTempPath(), FolderName);

    // The variable says what the shell's function would, without the shell's DLLs, which take longer to load than the VFS to start.
    private static string? FindLocalData() =>
        OperatingSystem.IsWindows() && Environment.GetEnvironmentVariable("LOCALAPPDATA") is { } local && Path.IsPathFullyQualified(local)
            ? local
            : Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);

    /// <summary>Where processes keep their event files unless told otherwise.</summary>
    internal static string Running => Path.Combine(Local, "running");

    /// <summary>The folder beside a game's program.</summary>
    public static string OfGame(string gameFolder) => Path.Combine(gameFolder, VfsConfiguration.FolderName, "logs");

    /// <summary>The folder in the user's local data, for a game whose own folder can't be written.</summary>
    public static string LocalOfGame(string gameFolder) =>
        Path.Combine(Local, "logs", Label(Path.TrimEndingDirectorySeparator(gameFolder)));

    /// <summary>The folder in the user's local data for what a game writes whose own folder can't be written.</summary>
    internal static string LocalOverwriteOf(string gameFolder) => LocalOverwriteOf(gameFolder, Local);

    /// <summary>That folder in other local data: in those of a Wine prefix, with the game's folder as Wine names it.</summary>
    internal static string LocalOverwriteOf(string gameFolder, string local) =>
        Path.Combine(local, "overwrite", Label(Path.TrimEndingDirectorySeparator(gameFolder)));

    // A folder's name, and a number that tells it from others of that name.
    private static string Label(string gameFolder)
    {
        uint hash = 2166136261;
        foreach (char c in gameFolder)
            hash = (hash ^ CaseFolding.ToUpper(c)) * 16777619;
        string name = gameFolder[(gameFolder.LastIndexOfAny(['\\', '/']) + 1)..];
        return $"{(name.Length == 0 ? "drive" : name)}-{hash:x8}";
    }
}
