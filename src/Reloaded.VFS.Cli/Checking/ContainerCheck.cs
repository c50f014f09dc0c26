using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Starting.Wine;
using Reloaded.VFS.Cli.Starting.Wrapping;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>
/// A check of whether a game sees its mods on Linux: a Steam game runs in a container that shows only a part of the machine, and a game
/// of a launcher from Flatpak (Steam, Lutris, Heroic, Bottles) in a sandbox that shows less.
/// </summary>
internal static class ContainerCheck
{
    private const string Library = "/steamapps/common/";

    /// <summary>Runs the check; returns nothing for a game outside Steam's libraries and Flatpak's folders.</summary>
    /// <param name="gameFolder">The folder of the game's program.</param>
    /// <param name="configuration">The game's configuration; host paths.</param>
    /// <param name="ownFolder">The folder of rvfs, or null if unknown.</param>
    public static IEnumerable<Diagnostic> Run(SystemFacts facts, string gameFolder, VfsConfiguration configuration, string? ownFolder)
    {
        int library = gameFolder.IndexOf(Library, StringComparison.Ordinal),
            flatpak = gameFolder.IndexOf(Flatpak.Applications, StringComparison.Ordinal);
        if (OperatingSystem.IsWindows() || (library < 0 && flatpak < 0))
            return [];
        string[] places = [.. ModPlaces.Of(configuration, null).Distinct()];
        if (flatpak >= 0)
        {
            int begin = flatpak + Flatpak.Applications.Length, end = gameFolder.IndexOf('/', begin);
            return end < 0 ? []
                : OfFlatpak(facts, gameFolder[begin..end], gameFolder[..end], ownFolder is null ? places : [ownFolder, .. places]);
        }

        ContainerView view = new(
            name => name == "STEAM_COMPAT_LIBRARY_PATHS" ? gameFolder[..library] : facts.Variable(name), gameFolder, RealPath.Of);
        return OfContainer(view, places);
    }

    private static IEnumerable<Diagnostic> OfContainer(ContainerView view, string[] places)
    {
        foreach ((string place, bool canMount) in view.NotShown(places))
            yield return canMount
                ? Diagnostic.Notice("Steam's container shows the game this folder only if rvfs is in the launch options",
                    file: place, fix: "put 'rvfs run %command%' into the game's launch options, which adds the folder")
                : Diagnostic.Warning("Steam's container can't show the game this folder: mods in it aren't in the game",
                    file: place, fix: "move it into your home folder, and name it there or link to it");
    }

    private static IEnumerable<Diagnostic> OfFlatpak(SystemFacts facts, string id, string sandbox, string[] places)
    {
        string home = facts.Variable("HOME") ?? "";
        // The application's own permissions, and the changes of the administrator and the user, in Flatpak's two installations.
        string[] granted = [.. ((string[])["/var/lib/flatpak", Path.Combine(home, ".local/share/flatpak")])
            .SelectMany(root => (string[])[Path.Combine(root, "app", id, "current/active/metadata"), Path.Combine(root, "overrides", id)])
            .SelectMany(file => Granted(file, home))];
        foreach (string place in places)
        {
            if (ContainerView.IsBelow(place, sandbox) || granted.Any(folder => folder == "/" || ContainerView.IsBelow(place, folder)))
                continue;
            yield return Diagnostic.Warning($"{NameOf(id)} from Flatpak doesn't see this folder, so neither does the game",
                file: place, fix: $"move it below '{sandbox}', or grant it: {Flatpak.GrantCommand(id, place)}");
        }
    }

    /// <summary>Returns an id's last part: <c>com.valvesoftware.Steam</c>, <c>com.usebottles.bottles</c>.</summary>
    private static string NameOf(string id) => id[(id.LastIndexOf('.') + 1)..];

    /// <summary>
    /// Returns the folders of the key <c>filesystems</c> of an application's metadata or of its overrides. Source: flatpak-metadata(5).
    /// </summary>
    private static string[] Granted(string file, string home) => FileErrors.Ignore<string[]>(() =>
    {
        // Without the file nothing was granted.
        return
        [
            .. File.ReadLines(file).Where(line => line.StartsWith("filesystems=", StringComparison.Ordinal))
                .SelectMany(line => line["filesystems=".Length..].Split(';', StringSplitOptions.RemoveEmptyEntries))
                .Where(entry => !entry.StartsWith('!')).Select(entry => FolderOf(entry, home)).OfType<string>(),
        ];
    }, []);

    private static string? FolderOf(string entry, string home)
    {
        // The suffix ":ro", ":rw" or ":create".
        int mode = entry.LastIndexOf(':');
        string name = mode > 0 ? entry[..mode] : entry;
        return name switch
        {
            "host" => "/",
            "home" or "~" => home,
            _ when name.StartsWith("~/", StringComparison.Ordinal) => Path.Combine(home, name[2..]),
            _ => name.StartsWith('/') ? name : null,
        };
    }
}
