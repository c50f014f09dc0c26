namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The places beside a mods folder for what belongs to it but is no mod.</summary>
internal static class BesideMods
{
    /// <summary>
    /// Returns the path of a folder beside a mods folder, or null if the mods folder is a whole volume, which has no place beside it.
    /// </summary>
    /// <remarks>The path is <c>rvfs/NAME</c> for <c>rvfs/mods</c>, and <c>FOLDER.rvfs-NAME</c> for any other mods folder.</remarks>
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
    public const string Variable = "RVFS_SET";

    private const string SetsName = "sets";
    private const string OrderName = "order.txt";

    /// <summary>Returns the folder of all sets, or null if there is no place beside the mods folder.</summary>
    public static string? FolderOf(string modsFolder) => BesideMods.FolderOf(modsFolder, SetsName);

    public static string OrderOf(string setFolder) => Path.Combine(setFolder, OrderName);
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

/// <summary>The VFS's folder in the user's local data, which receives what can't be written beside a game.</summary>
internal static class LocalData
{
    public const string FolderName = "reloaded-vfs";

    /// <summary>Gets the folder of this process's user.</summary>
    public static string Folder { get; } = FolderIn(FindLocalData());

    /// <summary>
    /// Returns the folder in a user's local data or, if the user has none, one in the temporary folder. On Linux the latter is a new folder
    /// that no other user can read or write, because anyone could have created one of a known name first.
    /// </summary>
    /// <param name="data">The local data folder, or null or empty if there is none.</param>
    public static string FolderIn(string? data) =>
        !string.IsNullOrEmpty(data) ? Path.Combine(data, FolderName)
        : OperatingSystem.IsWindows() ? Path.Combine(Path.GetTempPath(), FolderName)
        : Directory.CreateTempSubdirectory(FolderName + "-").FullName;

    /// <summary>
    /// Returns a name for what belongs to a game: the name of its folder, and a number that distinguishes it from others of that name.
    /// </summary>
    /// <param name="gameFolder">The game's folder, without a trailing backslash.</param>
    public static string LabelOf(string gameFolder)
    {
        uint hash = 2166136261;
        foreach (char c in gameFolder)
            hash = (hash ^ CaseFolding.ToUpper(c)) * 16777619;
        string name = gameFolder[(gameFolder.LastIndexOfAny(['\\', '/']) + 1)..];
        return $"{(name.Length == 0 ? "drive" : name)}-{hash:x8}";
    }

    // The variable has the value that the shell's function would return, without the shell's DLLs, which take longer to load than the VFS
    // to start.
    private static string? FindLocalData() =>
        OperatingSystem.IsWindows() && Environment.GetEnvironmentVariable("LOCALAPPDATA") is { } local && Path.IsPathFullyQualified(local)
            ? local
            : Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
}
