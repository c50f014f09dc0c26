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

/// <summary>What is the VFS's in a target's folder, and never shown to the game.</summary>
public static class OwnNames
{
    /// <summary>
    /// The folder of mods, settings and reports, and the launcher and the DLL where they lie beside the game. In any letter case.
    /// </summary>
    public static IReadOnlyList<string> All { get; } = [VfsConfiguration.FolderName, "rvfs.exe", "rvfsw.exe", "reloaded_vfs.dll"];
}

/// <summary>
/// Sets: each is a folder beside the mods folder with an order, preferences and an overwrite folder of its own. The mods are the same.
/// </summary>
internal static class SetPlaces
{
    /// <summary>The variable that names a set.</summary>
    public const string Variable = "RVFS_SET";

    private const string SetsName = "sets";
    private const string OrderName = "order.txt";

    /// <summary>The folder of all sets; null where there is no place beside the mods folder.</summary>
    public static string? FolderOf(string modsFolder) => BesideMods.FolderOf(modsFolder, SetsName);

    /// <summary>The order of a set in its folder.</summary>
    public static string OrderOf(string setFolder) => Path.Combine(setFolder, OrderName);

    /// <summary>The overwrite folder of a set in its folder.</summary>
    public static string OverwriteOf(string setFolder) => Path.Combine(setFolder, OverwritePlaces.FolderName);

    /// <summary>The set whose overwrite folder a configuration has; null for none.</summary>
    /// <param name="configuration">With its defaults.</param>
    public static string? NameOf(VfsConfiguration configuration)
    {
        string mods = configuration.Mods ?? VfsConfiguration.DefaultModsOf(configuration.Targets[0]);
        return configuration.Overwrite is { } overwrite && Path.GetDirectoryName(overwrite) is { } folder
            && NameComparer.Instance.Equals(overwrite, OverwriteOf(folder))
            && FolderOf(mods) is { } sets && NameComparer.Instance.Equals(Path.GetDirectoryName(folder), sets)
            ? Path.GetFileName(folder)
            : null;
    }

    /// <summary>The set that the environment names; null for none, and for what can't be a name.</summary>
    public static string? FromEnvironment() =>
        Environment.GetEnvironmentVariable(Variable) is { } name && ModName.WhyNoMod(name) is null ? name : null;
}
