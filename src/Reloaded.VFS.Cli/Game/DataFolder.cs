namespace Reloaded.VFS.Cli.Game;

/// <summary>The folder with the plugins of a Bethesda game, into which nearly all mods' files go.</summary>
internal static class DataFolder
{
    private const string Name = "Data";
    private const int MostLevels = 4;

    private static readonly string[] s_plugins = [".esp", ".esm", ".esl", ".bsa", ".ba2"];

    private static readonly HashSet<string> s_folders = new(NameComparer.Instance)
    {
        "textures", "meshes", "scripts", "interface", "sound", "music", "strings", "seq", "shadersfx", "materials", "video", "grass",
        "lodsettings", "facegen", "menus", "fonts", "dialogueviews", "trees", "terrain", "distantlod", "skse", "f4se", "sfse", "nvse",
        "obse", "fose", "mcm", "calientetools", "nemesis_engine", "geometries", "particles", "planetdata", "vis", "source",
    };

    /// <summary>Returns the game's folder with its plugins, relative to the target, or null if there is none.</summary>
    /// <param name="target">The game's folder.</param>
    public static string? Of(string target) => Directory.Exists(target)
        ? Directory.EnumerateDirectories(target).FirstOrDefault(folder => NameComparer.Instance.Equals(Path.GetFileName(folder), Name)
            && Directory.EnumerateFiles(folder).Any(file => file.EndsWith(".esm", StringComparison.OrdinalIgnoreCase))) is { } found
            ? Path.GetFileName(found)
            : null
        : null;

    /// <summary>Finds the content of a mod that belongs in the folder although the game has nothing of that name.</summary>
    /// <returns>
    /// The mod's folder with that content, and the game's folder, which is empty if the mod itself has a folder of that name; or null for
    /// both.
    /// </returns>
    public static (string? Inner, string? Data) Find(string content, IReadOnlyList<string> targets)
    {
        if (targets.Select(Of).OfType<string>().FirstOrDefault() is not { } data)
            return (null, null);
        string at = content;
        for (int level = 0; level <= MostLevels; level++)
        {
            string[] folders = Directory.GetDirectories(at);
            string[] files = [.. Directory.GetFiles(at).Select(file => Path.GetFileName(file))
                .Where(name => !DefaultExcludes.IsExcluded(name, isFolder: false, atRoot: true))];
            if (folders.Any(folder => NameComparer.Instance.Equals(Path.GetFileName(folder), Name)))
                return level == 0 ? (null, null) : (at, "");
            if (files.Any(IsPlugin) || folders.Any(folder => s_folders.Contains(Path.GetFileName(folder))))
                return (at, data);
            if (folders is not [{ } only] || files.Length > 0)
                break;
            at = only;
        }

        return (null, null);
    }

    private static bool IsPlugin(string name) =>
        Array.Exists(s_plugins, ending => name.EndsWith(ending, StringComparison.OrdinalIgnoreCase));
}
