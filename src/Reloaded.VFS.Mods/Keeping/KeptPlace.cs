using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Mods.Keeping;

/// <summary>Where the folders of a mods folder are kept.</summary>
internal static class KeptPlace
{
    /// <summary>What turns it off: <c>off</c>.</summary>
    public const string Variable = "RVFS_KEEP";

    /// <summary>
    /// The file: <c>rvfs/folders.kept</c> of <c>rvfs/mods</c>, <c>NAME.rvfs-folders.kept</c> beside another folder; null where the mods
    /// folder is a whole volume, which has no place beside it, and where nothing is to be kept.
    /// </summary>
    public static string? Of(string modsFolder) =>
        Environment.GetEnvironmentVariable(Variable) == "off" ? null : BesideMods.FolderOf(modsFolder, "folders.kept");
}
