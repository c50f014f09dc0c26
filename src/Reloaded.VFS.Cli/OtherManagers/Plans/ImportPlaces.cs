using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.OtherManagers.Plans;

/// <summary>The places that a reader of another manager's files needs. Immutable.</summary>
/// <param name="game">The folder over which mods are laid, an absolute host path.</param>
/// <param name="toHost">
/// Converts an absolute Windows path, as a manager wrote it, to a host path. Returns null if this system has no such drive.
/// </param>
internal sealed class ImportPlaces(string game, Func<string, string?> toHost)
{
    // Where the user's own folders lie in a profile's folder of Windows.
    private static readonly (string Path, KnownFolder Folder)[] s_known =
    [
        ("documents", KnownFolder.Documents), ("my documents", KnownFolder.Documents), ("saved games", KnownFolder.SavedGames),
        ("appdata/roaming", KnownFolder.AppData), ("appdata/local", KnownFolder.LocalAppData),
    ];

    /// <summary>Gets the folder over which mods are laid.</summary>
    public string Game => game;

    /// <summary>Gets the folder in the game into which the user wants the mods laid, as <see cref="MapRule.To"/>, or null.</summary>
    public string? Into { get; init; }

    /// <summary>Gets the folder in which archives are searched for, or null for that of the source.</summary>
    public string? Archives { get; init; }

    /// <summary>Returns the host path of a path that a manager wrote, or null if this system has no such drive.</summary>
    /// <param name="path">The path, absolute or relative, of either system.</param>
    /// <param name="folder">The folder to which a relative path is relative.</param>
    public string? Resolve(string path, string folder)
    {
        if (ConfigurationPath.Validate(path) is not null)
            return null;
        if (ConfigurationPath.IsWindowsAbsolute(path))
            return toHost(path);
        return CaseInsensitivePath.FindLongest(Path.GetFullPath(OperatingSystem.IsWindows() ? path : path.Replace('\\', '/'), folder));
    }

    /// <summary>Returns the path of a name in a folder, in any letter case.</summary>
    public static string In(string folder, params string[] names) => CaseInsensitivePath.FindLongest(Path.Combine([folder, .. names]));

    /// <summary>Returns the folders in a folder, by name, except those that are never a mod's content.</summary>
    public static string[] FoldersIn(string folder) => !Directory.Exists(folder) ? [] :
        [.. Directory.GetDirectories(folder).Where(path => !DefaultExcludes.IsExcludedAnywhere(Path.GetFileName(path)))
            .Order(NameComparer.Instance)];

    /// <summary>Returns the place of a manager's folder in the game, as <see cref="MapRule.To"/>, or null if it isn't known.</summary>
    /// <param name="destination">The folder's path, of either system.</param>
    public string? FindTo(string destination)
    {
        if (Resolve(destination, game) is { } host && FolderLinks.EndOf(host) is { } real && FolderLinks.EndOf(game) is { } own
            && FolderLinks.IsInside(real, own))
            return Normal(Path.GetRelativePath(own, real));

        string[] names = destination.Replace('\\', '/').Split('/', StringSplitOptions.RemoveEmptyEntries);
        int users = Array.FindLastIndex(names, name => name.Equals("users", StringComparison.OrdinalIgnoreCase));
        if (users >= 0 && users + 2 < names.Length)
        {
            string below = string.Join('/', names[(users + 2)..]);
            foreach ((string path, KnownFolder folder) in s_known)
            {
                if ((below + "/").StartsWith(path + "/", StringComparison.OrdinalIgnoreCase))
                    return Normal(KnownFolders.NameOf(folder) + below[path.Length..]);
            }
        }

        // The same game on another disk or another machine.
        int same = Array.FindLastIndex(names, name => NameComparer.Instance.Equals(name, Path.GetFileName(game)));
        return same >= 0 ? Normal(string.Join('/', names[(same + 1)..])) : null;
    }

    /// <summary>Returns a path in the form of <see cref="MapRule.To"/>, or null if it can't have it.</summary>
    public static string? Normal(string path) =>
        path.Trim('/', '\\', ' ') is "" or "." ? ""
        : MapRule.Normalize(path.Trim('/', '\\'), mayBeKnown: true, out string normal, out _) is null ? normal
        : null;

    /// <summary>Reads a file of a manager.</summary>
    /// <param name="most">The largest number of bytes that such a file has.</param>
    /// <exception cref="CliException">The file can't be read.</exception>
    public static byte[] Read(string file, long most = 256 << 20)
    {
        try
        {
            return new FileInfo(file).Length > most
                ? throw new CliException($"'{file}' can't be read: it is larger than such a file can be.")
                : File.ReadAllBytes(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException($"'{file}' can't be read: {ErrorCause.Of(e, file)}.");
        }
    }
}

/// <summary>A converter of another manager's names of mods to valid and unique names. Not thread-safe.</summary>
internal sealed class ImportNames
{
    private readonly HashSet<string> _taken = new(NameComparer.Instance);

    /// <summary>Returns an unused name that resembles the given one as closely as possible.</summary>
    public string Take(string wanted)
    {
        string name = string.Concat(wanted.Select(c => ModName.WhyImpossible(c.ToString()) is null || c is ' ' or '.' ? c : '_'))
            .Trim().Trim('\uFEFF').Trim(' ', '.');
        if (name.Length == 0)
            name = "mod";
        if (name.Length > 200)
            name = name[..200].TrimEnd(' ', '.');
        if (ModName.WhyNoMod(name) is not null)
            name = "_" + name;
        string free = name;
        // In brackets, the number would be a browser's, which isn't part of the name of an archive's mod.
        for (int number = 2; !_taken.Add(free); number++)
            free = $"{name} {number}";
        return free;
    }
}
