using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>The folders of start reports, defined once for the code that writes them and the code that looks for them.</summary>
public static class ReportFolders
{
    /// <summary>Gets the VFS's folder in the user's local data.</summary>
    public static string Local => LocalData.Folder;

    /// <summary>Gets the folder in which processes keep their event files unless configured otherwise.</summary>
    internal static string Running => Path.Combine(Local, "running");

    /// <summary>Returns the folder beside a game's program.</summary>
    public static string OfGame(string gameFolder) => Path.Combine(gameFolder, VfsConfiguration.FolderName, "logs");

    /// <summary>Returns the folder in the user's local data, for a game whose own folder can't be written.</summary>
    public static string LocalOfGame(string gameFolder) =>
        Path.Combine(Local, "logs", LocalData.LabelOf(Path.TrimEndingDirectorySeparator(gameFolder)));
}
