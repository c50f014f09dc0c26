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
        IsOff ? null : BesideMods.FolderOf(modsFolder, "folders.kept");

    /// <summary>The file of an archive's content: <c>KEY.kept</c> beside it; null where nothing is to be kept.</summary>
    /// <param name="content">The content's folder in the cache.</param>
    public static string? OfContent(string content) => IsOff ? null : content + ContentEnding;

    /// <summary>
    /// The file of what a game opened at its last start, <c>opens.kept</c>: in the same place; null where nothing is to be kept.
    /// </summary>
    public static string? OfOpens(string modsFolder) =>
        IsOff ? null : BesideMods.FolderOf(modsFolder, "opens.kept");

    /// <summary>What stands behind the name of a content in the name of the file with its folders.</summary>
    public const string ContentEnding = ".kept";

    private static bool IsOff => Environment.GetEnvironmentVariable(Variable) == "off";
}
