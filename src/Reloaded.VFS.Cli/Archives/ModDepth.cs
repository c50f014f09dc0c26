using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>The shift of a mod's files to the depth of the game's, as determined by <see cref="DepthCheck"/>.</summary>
internal static class ModDepth
{
    /// <summary>Corrects an unpacked mod.</summary>
    /// <param name="content">The folder with the mod's content.</param>
    /// <param name="staging">The staging folder.</param>
    /// <param name="listing">The listing of the content.</param>
    /// <param name="targets">The game's folders.</param>
    /// <param name="notes">Receives what was corrected.</param>
    /// <returns>The folder with the mod's content afterwards.</returns>
    public static string Cure(string content, StagingFolder staging, FolderListing listing, IReadOnlyList<string> targets,
        List<string> notes)
    {
        if (new DepthCheck(targets).Find(listing) is not { } wrong)
        {
            if (DataFolder.Find(content, targets) is not ({ } inner, { } data))
                return content;
            if (inner != content)
            {
                notes.Add($"the mod's files were in '{AddedRecord.PathIn(content, inner)}'");
                content = Raise(content, inner);
            }

            if (data.Length > 0)
            {
                notes.Add($"the mod's files are in '{data}' now, where the game has its plugins");
                content = PutInto(content, staging, data);
            }

            return content;
        }

        if (!wrong.IsTooDeep)
        {
            notes.Add($"the mod's files are in '{wrong.Folder}' now, as '{wrong.Example}' is in the game");
            return PutInto(content, staging, wrong.Folder);
        }

        notes.Add($"the mod's files were in '{wrong.Folder}'; they are directly in the mod now, as '{wrong.Example}' is in the game");
        return Raise(content, Path.Combine(content, wrong.Folder));
    }

    private static string PutInto(string content, StagingFolder staging, string folder)
    {
        string around = Path.Combine(staging.Root, "around");
        Directory.CreateDirectory(around);
        DiskRemoval.Rename(content, Path.Combine(around, folder));
        MoveOwn(Path.Combine(around, folder), around);
        return around;
    }

    private static string Raise(string content, string inner)
    {
        for (string? outer = Path.GetDirectoryName(inner); outer is not null && outer.Length >= content.Length;
            outer = Path.GetDirectoryName(outer))
            MoveOwn(outer, inner);
        return inner;
    }

    /// <summary>Keeps files about the mod itself (<c>mod.json</c>, a readme) directly in its folder.</summary>
    private static void MoveOwn(string from, string to)
    {
        foreach (string file in Directory.GetFiles(from))
        {
            string name = Path.GetFileName(file), moved = Path.Combine(to, name);
            if (DefaultExcludes.IsExcluded(name, isFolder: false, atRoot: true) && !Path.Exists(moved))
                DiskRemoval.Rename(file, moved);
        }
    }
}

/// <summary>The folder of a game of Bethesda's that has its plugins, and into which nearly all mods' files go.</summary>
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

    /// <summary>Finds what belongs into the folder although the game has nothing of that name.</summary>
    /// <returns>
    /// The folder of the mod with it, and the game's folder, which is empty if the mod has a folder of that name itself; or null twice.
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
