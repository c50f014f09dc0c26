using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The places beside a mods folder for what belongs to it but is no mod.</summary>
internal static class BesideMods
{
    /// <summary>
    /// Returns the path of a folder beside a mods folder, or null if the mods folder is a whole volume, which has no place beside it.
    /// </summary>
    /// <remarks>The path is <c>rvfs/NAME</c> for <c>rvfs/mods</c>, and <c>FOLDER.rvfs-NAME</c> for any other mods folder.</remarks>
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

/// <summary>The names in a target's folder that belong to the VFS and are never shown to the game.</summary>
public static class OwnNames
{
    /// <summary>The launcher, and the one that opens no console window.</summary>
    internal const string Launcher = "rvfs.exe", WindowlessLauncher = "rvfsw.exe";

    /// <summary>The DLL, beside the launcher; that for 32-bit programs has the same name, in a folder of its own there.</summary>
    internal const string Dll = "reloaded_vfs.dll", FolderOf32Bit = "x86";

    /// <summary>
    /// Gets the names: the folder of mods, settings and reports, and the launcher and the DLL, which may lie beside the game. Compare them
    /// ignoring case.
    /// </summary>
    public static IReadOnlyList<string> All { get; } = [VfsConfiguration.FolderName, Launcher, WindowlessLauncher, Dll];
}

/// <summary>
/// The places of sets. A set is a folder beside the mods folder with its own order, preferences and overwrite folder; the mods are shared.
/// </summary>
internal static class SetPlaces
{
    /// <summary>The variable that names a set.</summary>
    public const string Variable = "RVFS_SET";

    private const string SetsName = "sets";
    private const string OrderName = "order.txt";

    /// <summary>Returns the folder of all sets, or null if there is no place beside the mods folder.</summary>
    public static string? FolderOf(string modsFolder) => BesideMods.FolderOf(modsFolder, SetsName);

    /// <summary>Returns the path of the order file in a set's folder.</summary>
    public static string OrderOf(string setFolder) => Path.Combine(setFolder, OrderName);

    /// <summary>Returns the path of the overwrite folder in a set's folder.</summary>
    public static string OverwriteOf(string setFolder) => Path.Combine(setFolder, OverwritePlaces.FolderName);

    /// <summary>Returns the name of the set whose overwrite folder a configuration has, or null if there is none.</summary>
    /// <param name="configuration">The configuration, with its defaults.</param>
    public static string? NameOf(VfsConfiguration configuration)
    {
        string mods = configuration.Mods ?? VfsConfiguration.DefaultModsOf(configuration.Targets[0]);
        return configuration.Overwrite is { } overwrite && Path.GetDirectoryName(overwrite) is { } folder
            && NameComparer.Instance.Equals(overwrite, OverwriteOf(folder))
            && FolderOf(mods) is { } sets && NameComparer.Instance.Equals(Path.GetDirectoryName(folder), sets)
            ? Path.GetFileName(folder)
            : null;
    }

    /// <summary>Returns the set that the environment names, or null if it names none or what it says can't be a name.</summary>
    public static string? FromEnvironment() =>
        Environment.GetEnvironmentVariable(Variable) is { } name && ModName.WhyNoMod(name) is null ? name : null;
}
