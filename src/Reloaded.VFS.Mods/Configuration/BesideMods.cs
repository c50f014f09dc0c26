using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Where the VFS keeps what belongs to a mods folder and is no mod: beside it.</summary>
internal static class BesideMods
{
    /// <summary>
    /// A folder beside a mods folder: <c>rvfs/NAME</c> of <c>rvfs/mods</c>, <c>FOLDER.rvfs-NAME</c> beside another one; null where the
    /// mods folder is a whole volume, which has no place beside it.
    /// </summary>
    /// <param name="modsFolder">The mods folder.</param>
    /// <param name="name">The folder's name.</param>
    public static string? FolderOf(string modsFolder, string name)
    {
        string mods = Path.TrimEndingDirectorySeparator(modsFolder);
        if (Path.GetDirectoryName(mods) is not { Length: > 0 } parent)
            return null;
        bool isOwn = NameComparer.Instance.Equals(Path.GetFileName(parent), VfsConfiguration.FolderName);
        return Path.Combine(parent, isOwn ? name : $"{Path.GetFileName(mods)}.rvfs-{name}");
    }
}
