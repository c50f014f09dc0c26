using Microsoft.Win32;

namespace Reloaded.VFS.Cli.Game;

/// <summary>The libraries of every Steam on this system: each installation names its own in <c>libraryfolders.vdf</c>.</summary>
internal static class SteamLibraries
{
    private const long LongestFile = 1 << 20;

    // Below the home folder: Debian's and Arch's packages, Flatpak, Snap.
    private static readonly string[] s_linux =
        [".local/share/Steam", ".steam/steam", ".steam/root", ".steam/debian-installation",
            ".var/app/com.valvesoftware.Steam/.local/share/Steam", "snap/steam/common/.local/share/Steam"];

    /// <summary>Returns the games of all libraries, by name.</summary>
    public static IReadOnlyList<LibraryGame> ListGames() =>
        [.. Roots().SelectMany(FoldersOf).Select(Real).Distinct(StringComparer.Ordinal).SelectMany(SteamGame.ListIn)
            .DistinctBy(game => game.Folder).OrderBy(game => game.Name, StringComparer.OrdinalIgnoreCase)];

    /// <summary>Returns the folders <c>steamapps</c> that an installation of Steam uses.</summary>
    /// <param name="root">The installation's folder.</param>
    public static IEnumerable<string> FoldersOf(string root)
    {
        string own = Path.Combine(root, "steamapps"), list = Path.Combine(own, "libraryfolders.vdf");
        yield return own;
        foreach (string folder in Read(list))
            yield return Path.Combine(folder, "steamapps");
    }

    private static IEnumerable<string> Read(string list)
    {
        try
        {
            return new FileInfo(list) is { Exists: true, Length: <= LongestFile } ? SteamGame.ValuesOf(File.ReadAllText(list), "path") : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static IEnumerable<string> Roots()
    {
        if (!OperatingSystem.IsWindows())
        {
            string home = UserFolders.Home;
            return s_linux.Select(folder => Path.Combine(home, folder)).Where(Directory.Exists);
        }

        using RegistryKey? key = Registry.CurrentUser.OpenSubKey(@"Software\Valve\Steam");
        return key?.GetValue("SteamPath") is string path && path.Length > 0 ? [Path.GetFullPath(path)] : [];
    }

    // The same installation has several names, which are links.
    private static string Real(string folder)
    {
        try
        {
            for (string? at = folder; at is not null; at = Path.GetDirectoryName(at))
            {
                if (new DirectoryInfo(at) is { Exists: true } info && info.ResolveLinkTarget(returnFinalTarget: true) is { } target)
                    return Path.GetFullPath(target.FullName + folder[at.Length..]);
            }
        }
        catch (IOException)
        {
            // A link that leads round in a circle stays as it is.
        }

        return folder;
    }
}
