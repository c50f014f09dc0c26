namespace Reloaded.VFS.Mods.Keeping;

/// <summary>Asks the system for what tells that a folder is as it was. Thread-safe.</summary>
internal interface IFolderStamps
{
    /// <summary>A folder's stamp, links followed; null where it isn't there or can't be asked. Doesn't throw.</summary>
    /// <param name="folder">The folder, a host path.</param>
    /// <param name="withId">Whether its number is wanted, which may cost more than the times.</param>
    FolderStamp? Find(string folder, bool withId);
}
