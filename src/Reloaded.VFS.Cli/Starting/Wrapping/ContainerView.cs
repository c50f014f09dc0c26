using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Cli.Starting.Wrapping;

/// <summary>
/// The folders of the machine that the container of the Steam Linux Runtime shows. Folders outside it can be added by
/// <c>STEAM_COMPAT_MOUNTS</c>.
/// </summary>
/// <remarks>
/// Source: steam-runtime-tools (64e9b220, 2023-03-08): <c>docs/shared-paths.md</c>; <c>pressure-vessel/wrap-home.c</c>, which lists what is
/// shared with the home folder; <c>flatpak-exports.c</c>, <c>_exports_path_expose</c>: a folder behind a link is shared under its real
/// path, and the link is created anew, unless the real path is one of those that can't be shared.
/// </remarks>
/// <param name="environment">Reads a variable. Returns null if it isn't set.</param>
/// <param name="currentDirectory">The working folder, which is always shown.</param>
/// <param name="realPath">
/// Follows the links in a path. Returns null if nothing is there. The container also shows what a folder's real path leads to: if
/// <c>/home</c> is a link to <c>/var/home</c>, mods lie below the real path of <c>HOME</c>.
/// </param>
internal sealed class ContainerView(Func<string, string?> environment, string currentDirectory, Func<string, string?> realPath)
{
    /// <summary>The variable for additional folders, separated by colons.</summary>
    public const string MountsVariable = "STEAM_COMPAT_MOUNTS";

    /// <summary>The variable for additional folders of the container alone. umu-run overwrites <see cref="MountsVariable"/>.</summary>
    public const string ContainersVariable = "PRESSURE_VESSEL_FILESYSTEMS_RW";

    private static readonly string[] s_shown =
        ["/tmp", "/var/tmp", "/media", "/mnt", "/run/media", "/home", "/opt", "/srv"];

    // Variables that hold folders which the container shows.
    private static readonly string[] s_variables =
    [
        "HOME", "STEAM_COMPAT_INSTALL_PATH", "STEAM_COMPAT_LIBRARY_PATHS", MountsVariable, "STEAM_COMPAT_DATA_PATH",
        "STEAM_COMPAT_SHADER_PATH", ContainersVariable, "PRESSURE_VESSEL_FILESYSTEMS_RO", "PROTON_LOG_DIR",
    ];

    // The container has its own versions of these, and uses none of the machine's. Of /var the runtime has a few folders (runtime.c,
    // bind_runtime_base); what immutable systems have there, such as /var/opt, can be shared.
    private static readonly string[] s_reserved = ["/usr", "/etc", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/proc", "/sys", "/dev",
        "/run", "/overrides", "/app", "/var/cache", "/var/lib", "/var/run", "/boot"];

    private string[]? _folders;

    /// <summary>Determines whether programs in the container see a folder under its own path.</summary>
    /// <param name="path">The path, absolute. What a link in it leads to is another path.</param>
    public bool Shows(string path) => (_folders ??= FindFolders()).Any(folder => IsBelow(path, folder));

    /// <summary>Returns the folders that the container doesn't show by itself, each with whether it can be mounted in it.</summary>
    /// <remarks>
    /// A folder and its real path count as one, which is returned under the name that comes first; mounting it under that name mounts it
    /// under both.
    /// </remarks>
    /// <param name="places">Absolute paths. A link and its real path follow each other.</param>
    public IEnumerable<(string Folder, bool CanMount)> NotShown(IEnumerable<string> places)
    {
        HashSet<string> told = new(StringComparer.Ordinal);
        foreach (string place in places.Where(place => !Shows(place)))
        {
            string real = realPath(place) ?? place;
            if (told.Add(real))
                yield return (place, CanMount(place) && CanMount(real));
        }
    }

    /// <summary>
    /// Determines whether <see cref="MountsVariable"/> or <see cref="ContainersVariable"/> can mount a folder in the container. They
    /// separate folders by colons, without a way to escape them.
    /// </summary>
    /// <param name="path">The path, absolute and without links.</param>
    public static bool CanMount(string path) => !path.Contains(':') && path != "/" && !s_reserved.Any(folder => IsBelow(path, folder));

    /// <summary>Determines whether <paramref name="path"/> is <paramref name="folder"/> or lies in it.</summary>
    public static bool IsBelow(string path, string folder)
    {
        folder = folder.TrimEnd('/');
        return folder.Length > 0 && path.StartsWith(folder, StringComparison.Ordinal)
            && (path.Length == folder.Length || path[folder.Length] == '/');
    }

    private string[] FindFolders() =>
    [
        .. s_shown.Append(currentDirectory).Concat(s_variables.SelectMany(Folders))
            .SelectMany(folder => realPath(folder) is { } real && real != folder ? [folder, real] : (string[])[folder]),
    ];

    private IEnumerable<string> Folders(string variable) =>
        (environment(variable) ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries).Where(folder => folder.StartsWith('/'));
}

/// <summary>The folders that a game with mods must see, including the targets of links among them.</summary>
internal static class ModPlaces
{
    /// <summary>
    /// Returns the targets, the configuration's folder, the mods folder and each mod, the folders of sets and of mapped parts, the order's
    /// folder, and the parent of the overwrite folder, by their own paths and by their real paths.
    /// </summary>
    /// <param name="configuration">The game's configuration, with its defaults and host paths.</param>
    /// <param name="configurationFile">The configuration file that was named, or null for none.</param>
    public static IEnumerable<string> Of(VfsConfiguration configuration, string? configurationFile)
    {
        List<string> places = [.. configuration.Targets.SelectMany(WithRealPath)];
        if (configurationFile is not null && Path.GetDirectoryName(Path.GetFullPath(configurationFile)) is { } folder)
            places.Add(folder);
        if (configuration.Mods is { } mods)
        {
            places.AddRange(WithRealPath(mods));
            // A mod may be a link; the link itself lies in a folder that is already listed. An imported mod is a folder with links to what
            // the other manager has.
            places.AddRange(LoadOrder.Of(configuration).Mods.Where(mod => mod.IsLoaded)
                .SelectMany(mod => LinksIn(mod.Folder).Prepend(RealPath.Of(mod.Folder) ?? mod.Folder)));
            places.AddRange(BesideModsOf(mods).SelectMany(WithRealPath));
        }

        if (configuration.Order is { } order && Path.GetDirectoryName(Path.GetFullPath(order)) is { } orders)
            places.AddRange(WithRealPath(orders));
        // Incomplete files and the journal lie beside the overwrite folder and are renamed into it, so both must be in one folder of the
        // container.
        if ((configuration.Writes == WritePolicy.Overwrite || configuration.Undo)
            && OverwritePlaces.FolderOf(configuration) is ['/', ..] overwrite && Path.GetDirectoryName(overwrite) is { } aroundOverwrite)
            places.AddRange(WithRealPath(aroundOverwrite));
        return places;
    }

    /// <summary>Returns the sets and the parent folders for mapped parts of mods, if there are any.</summary>
    private static IEnumerable<string> BesideModsOf(string mods) =>
        ((string?[])[SetPlaces.FolderOf(mods), BesideMods.FolderOf(mods, MapParents.FolderName)]).OfType<string>().Where(Directory.Exists);

    private static IEnumerable<string> LinksIn(string folder) =>
        FileErrors.Ignore<string[]>(() => [.. new DirectoryInfo(folder).GetDirectories().Where(inner => inner.LinkTarget is not null)
            .Select(inner => RealPath.Of(inner.FullName)).OfType<string>()], []);

    private static IEnumerable<string> WithRealPath(string folder) =>
        RealPath.Of(folder) is { } real && real != folder ? [folder, real] : [folder];
}

/// <summary>
/// A copy of the files that run inside a game's container, in the user's data folder, one for each version. It is made if Reloaded VFS is
/// installed in a place that the container doesn't show (<c>/usr</c>, <c>/var/lib</c>).
/// </summary>
internal static class LauncherCopy
{
    private static readonly string[] s_files = [OwnNames.Launcher, OwnNames.WindowlessLauncher, OwnNames.Dll];

    /// <summary>Creates the copy, or uses the existing one.</summary>
    /// <param name="launcher">The launcher for Windows, whose folder contains the other files.</param>
    /// <param name="dataFolder">The user's data folder: <c>XDG_DATA_HOME</c>, or <c>~/.local/share</c>.</param>
    /// <returns>The copied launcher.</returns>
    /// <exception cref="CliException">The copy can't be written.</exception>
    public static string Make(string launcher, string dataFolder)
    {
        string from = Path.GetDirectoryName(launcher)!;
        string folder = Path.Combine(dataFolder, "rvfs", CliVersion.Text);
        try
        {
            foreach (string file in s_files.Where(file => File.Exists(Path.Combine(from, file))).Concat(Library32.FilesOf(from)))
            {
                string to = Path.Combine(folder, file);
                Directory.CreateDirectory(Path.GetDirectoryName(to)!);
                Copy(Path.Combine(from, file), to);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException(
                $"The game's container doesn't show '{from}', and the files can't be copied to '{folder}': {ErrorCause.Of(e)}",
                "Unpack Reloaded VFS into your home folder.");
        }

        return Path.Combine(folder, Path.GetFileName(launcher));
    }

    /// <summary>Copies a file under a temporary name and renames it into place, because a running game may have the old one open.</summary>
    private static void Copy(string from, string to)
    {
        FileInfo source = new(from), copy = new(to);
        if (copy.Exists && copy.Length == source.Length && copy.LastWriteTimeUtc == source.LastWriteTimeUtc)
            return;
        AtomicFile.Put(to, temporary =>
        {
            File.Copy(from, temporary);
            File.SetLastWriteTimeUtc(temporary, source.LastWriteTimeUtc);
        });
    }
}
