using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The part of the overwrite folder that lies over one target.</summary>
/// <param name="Target">The target.</param>
/// <param name="Folder">The part's real folder.</param>
/// <param name="Name">What the part's names begin with, in a journal and in lists; empty where the part is the whole folder.</param>
internal readonly record struct OverwritePlace(string Target, string Folder, string Name);

/// <summary>Where the overwrite folder and its parts lie: one rule for who writes there and who looks there.</summary>
internal static class OverwritePlaces
{
    /// <summary>The folder's name in <see cref="VfsConfiguration.FolderName"/>.</summary>
    public const string FolderName = "overwrite";

    private const string UseName = "in use";

    /// <summary>The folder of a configuration with its defaults, whether it can be written or not.</summary>
    public static string FolderOf(VfsConfiguration configuration) =>
        configuration.Overwrite is { } given ? Path.TrimEndingDirectorySeparator(given) : DefaultOf(AllOf(configuration)[0]);

    /// <summary>
    /// The folder in the user's local data that it gives way to where it can't be written. Each set has its own. Null where the game's
    /// prefix has no such data.
    /// </summary>
    /// <param name="configuration">With its defaults.</param>
    public static string? LocalOf(VfsConfiguration configuration)
    {
        string game = AllOf(configuration)[0], data = LocalData.Folder;
        if (configuration.ToGamePath is { } toGamePath)
        {
            if (configuration.KnownFolders?.Invoke(KnownFolder.LocalAppData) is not { } local)
                return null;
            (game, data) = (toGamePath(game), Path.Combine(local, LocalData.FolderName));
        }

        string label = LocalData.LabelOf(Path.TrimEndingDirectorySeparator(game));
        if (SetPlaces.NameOf(configuration) is { } set)
            label += '-' + set.ToLowerInvariant();
        return Path.Combine(data, FolderName, label);
    }

    /// <summary>The one of both that the last start used.</summary>
    /// <param name="configuration">With its defaults.</param>
    public static string UsedOf(VfsConfiguration configuration)
    {
        string first = FolderOf(configuration);
        return LocalOf(configuration) is { } local && Directory.Exists(TemporaryOf(local)) && LastStart(local) >= LastStart(first)
            ? local
            : first;
    }

    /// <summary>The part of a known folder that a map names, whatever else has a part.</summary>
    public static string KnownOf(string folder, KnownFolder known) =>
        Path.Combine(folder + ".rvfs-known", known.ToString().ToLowerInvariant());

    /// <summary>The folder beside an overwrite folder for what isn't whole yet.</summary>
    public static string TemporaryOf(string folder) => folder + DefaultExcludes.TemporaryEnding;

    /// <summary>The folder beside an overwrite folder for the journal of the last run.</summary>
    public static string JournalOf(string folder) => folder + ".rvfs-undo";

    /// <summary>A file that each process which uses an overwrite folder has open.</summary>
    public static string UseFileOf(string folder) => Path.Combine(TemporaryOf(folder), UseName);

    /// <summary>A file that a start has open, shared with no other, while it looks at what an earlier run has left. It stays.</summary>
    public static string StartLockFileOf(string folder) => Path.Combine(TemporaryOf(folder), "starting");

    /// <summary>The folder where none is configured, for a game whose first target that is.</summary>
    public static string DefaultOf(string target) => Path.Combine(target, VfsConfiguration.FolderName, FolderName);

    /// <summary>
    /// The part of each target that is there: the folder itself if one target is configured, else a folder in it with the target's name.
    /// </summary>
    /// <param name="folder">The overwrite folder.</param>
    /// <param name="configuration">With its defaults.</param>
    public static OverwritePlace[] Of(string folder, VfsConfiguration configuration)
    {
        IReadOnlyList<string> all = AllOf(configuration);
        return all.Count == 1
            ? [new OverwritePlace(all[0], folder, "")]
            : [.. NamesOf(all).Zip(all, (name, target) => new OverwritePlace(target, Path.Combine(folder, name), name))
                .Where(place => configuration.Targets.Contains(place.Target))];
    }

    /// <summary>All targets that are configured, the missing ones, too.</summary>
    /// <param name="configuration">With its defaults.</param>
    public static IReadOnlyList<string> AllOf(VfsConfiguration configuration) =>
        configuration.AllTargets is { } all && configuration.Targets.All(all.Contains) ? all : configuration.Targets;

    /// <summary>The last name of each target, with a number where another one has it.</summary>
    /// <param name="targets">The targets.</param>
    /// <param name="taken">Names that none of them gets.</param>
    public static string[] NamesOf(IReadOnlyList<string> targets, params string[] taken)
    {
        var names = new HashSet<string>(taken, StringComparer.OrdinalIgnoreCase);
        string[] parts = new string[targets.Count];
        for (int i = 0; i < parts.Length; i++)
        {
            string name = Path.GetFileName(targets[i].TrimEnd('\\', '/')) is { Length: > 0 } last && !last.Contains(':') ? last : "drive";
            string unlike = name;
            for (int number = 2; !names.Add(unlike); number++)
                unlike = $"{name}-{number}";
            parts[i] = unlike;
        }

        return parts;
    }

    // A start makes a file there, and deletes it.
    private static DateTime LastStart(string folder) => Directory.GetLastWriteTimeUtc(TemporaryOf(folder));
}
