using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>Where start reports lie: one rule for who writes them and who looks for them.</summary>
public static class ReportFolders
{
    /// <summary>The VFS's folder in the user's local data.</summary>
    public static string Local => LocalData.Folder;

    /// <summary>Where processes keep their event files unless told otherwise.</summary>
    internal static string Running => Path.Combine(Local, "running");

    /// <summary>The folder beside a game's program.</summary>
    public static string OfGame(string gameFolder) => Path.Combine(gameFolder, VfsConfiguration.FolderName, "logs");

    /// <summary>The folder in the user's local data, for a game whose own folder can't be written.</summary>
    public static string LocalOfGame(string gameFolder) =>
        Path.Combine(Local, "logs", LocalData.LabelOf(Path.TrimEndingDirectorySeparator(gameFolder)));
}
