namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The part of the overwrite folder that lies over one target.</summary>
/// <param name="Target">The target.</param>
/// <param name="Folder">The part's real folder.</param>
/// <param name="Name">The prefix of the part's names in a journal and in lists, empty if the part is the whole folder.</param>
internal readonly record struct OverwritePlace(string Target, string Folder, string Name);

/// <summary>The places of the overwrite folder and its parts, defined once for the code that writes or reads there.</summary>
/// <remarks>Every configuration here has its defaults.</remarks>
internal static class OverwritePlaces
{
    /// <summary>The folder's name in <see cref="VfsConfiguration.FolderName"/>.</summary>
    public const string FolderName = "overwrite";

    private const string UseName = "in use";

    /// <summary>Returns the overwrite folder of a configuration, whether or not it can be written.</summary>
    public static string FolderOf(VfsConfiguration configuration) =>
        configuration.Overwrite is { } given ? Path.TrimEndingDirectorySeparator(given) : DefaultOf(AllOf(configuration)[0]);

    /// <summary>
    /// Returns the folder in the user's local data that is used if the overwrite folder can't be written, or null if the game's prefix has
    /// no such data. Each set has its own.
    /// </summary>
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

    /// <summary>Returns whichever of the two folders the last start used.</summary>
    public static string UsedOf(VfsConfiguration configuration)
    {
        string first = FolderOf(configuration);
        return LocalOf(configuration) is { } local && Directory.Exists(TemporaryOf(local)) && LastStart(local) >= LastStart(first)
            ? local
            : first;
    }

    /// <summary>Returns the part for a known folder that a map names, whatever other parts there are.</summary>
    public static string KnownOf(string folder, KnownFolder known) =>
        Path.Combine(KnownPartsOf(folder), known.ToString().ToLowerInvariant());

    /// <summary>Returns the folder beside an overwrite folder for the parts of known folders.</summary>
    public static string KnownPartsOf(string folder) => folder + ".rvfs-known";

    /// <summary>Returns the folder beside an overwrite folder for files that aren't complete yet.</summary>
    public static string TemporaryOf(string folder) => folder + DefaultExcludes.TemporaryEnding;

    /// <summary>Returns the folder beside an overwrite folder for the journal of the last run.</summary>
    public static string JournalOf(string folder) => folder + ".rvfs-undo";

    /// <summary>Returns the path of a file that each process using an overwrite folder keeps open.</summary>
    public static string UseFileOf(string folder) => Path.Combine(TemporaryOf(folder), UseName);

    /// <summary>
    /// Returns the path of a file that a start opens without sharing while it examines what an earlier run has left. The file stays.
    /// </summary>
    public static string StartLockFileOf(string folder) => Path.Combine(TemporaryOf(folder), "starting");

    /// <summary>Returns the overwrite folder if none is configured, for a game with a given first target.</summary>
    public static string DefaultOf(string target) => Path.Combine(target, VfsConfiguration.FolderName, FolderName);

    /// <summary>
    /// Returns the part of each target that exists: the folder itself if one target is configured, otherwise a folder in it with the
    /// target's name.
    /// </summary>
    public static OverwritePlace[] Of(string folder, VfsConfiguration configuration)
    {
        IReadOnlyList<string> all = AllOf(configuration);
        return all.Count == 1
            ? [new OverwritePlace(all[0], folder, "")]
            : [.. NamesOf(all).Zip(all, (name, target) => new OverwritePlace(target, Path.Combine(folder, name), name))
                .Where(place => configuration.Targets.Contains(place.Target))];
    }

    /// <summary>Returns all targets that are configured, including missing ones.</summary>
    public static IReadOnlyList<string> AllOf(VfsConfiguration configuration) =>
        configuration.AllTargets is { } all && configuration.Targets.All(all.Contains) ? all : configuration.Targets;

    /// <summary>Returns the last name of each target, with a number if an earlier one has the same name or the name is taken.</summary>
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

    // A start creates a file in that folder and deletes it.
    private static DateTime LastStart(string folder) => Directory.GetLastWriteTimeUtc(TemporaryOf(folder));
}

/// <summary>A search for overwrite folders in places where none may be.</summary>
/// <remarks>
/// Operations on the folder's content (copies that are removed, <c>rvfs overwrite clear</c>) would otherwise hit the game, the mods or
/// another set's saves. Paths are compared with their links resolved. Nothing on disk is changed.
/// </remarks>
internal static class OverwriteOverlap
{
    private const string CacheName = "cache";

    /// <summary>Returns the problem with the place of the overwrite folder, or null if there is none.</summary>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <param name="look">Asks the system for a path. Returns null if nothing is there.</param>
    public static Diagnostic? Find(VfsConfiguration configuration, Func<string, RealPlace?> look)
    {
        string folder = OverwritePlaces.FolderOf(configuration);
        if (FindCause(configuration, folder, look) is not { } cause)
            return null;
        ConfigurationLocation? key = configuration.OverwriteKey;
        string text = $"'{folder}' can't be the overwrite folder: {cause}; nothing is redirected, and nothing was changed",
            fix = "name a separate folder, or remove the key to use rvfs/overwrite in the game's folder";
        return Diagnostic.Error(text, key?.File ?? folder, fix: fix) with { Line = key?.Line, Key = key?.Key ?? "overwrite" };
    }

    private static string? FindCause(VfsConfiguration configuration, string folder, Func<string, RealPlace?> look)
    {
        Dictionary<string, RealPlace?> known = new(StringComparer.Ordinal);
        RealPlace? Look(string path) => known.TryGetValue(path, out RealPlace? found) ? found : known[path] = look(path);
        bool IsIn(string inner, string outer) => RealPlace.IsSameOrBelow(inner, outer, Look);
        IReadOnlyList<string> targets = OverwritePlaces.AllOf(configuration);
        foreach (string target in targets)
        {
            if (IsIn(target, folder))
                return IsIn(folder, target)
                    ? "it is the folder that mods are laid over"
                    : $"the folder that mods are laid over, '{target}', lies in it";
        }

        string mods = configuration.Mods ?? VfsConfiguration.DefaultModsOf(targets[0]);
        if (IsIn(folder, mods))
            return "it lies in the mods folder, where it would be a mod";
        if (IsIn(mods, folder))
            return $"the mods folder, '{mods}', lies in it";
        if (SetPlaces.FolderOf(mods) is { } sets)
        {
            string? own = configuration.SetName is { } name ? SetPlaces.OverwriteOf(Path.Combine(sets, name)) : null;
            if (IsIn(sets, folder))
                return $"the folder of all sets, '{sets}', lies in it";
            if (IsIn(folder, sets) && (own is null || !IsIn(folder, own)))
                return $"it lies in '{sets}', where each set has a folder of its own";
        }

        if (BesideMods.FolderOf(mods, CacheName) is { } cache && (IsIn(folder, cache) || IsIn(cache, folder)))
            return $"the content of archives lies in '{cache}'";
        // The usual place is inside a target, but in the folder that the game doesn't see.
        string[] usual = [.. targets.Select(target => Path.Combine(target, VfsConfiguration.FolderName))];
        string? around = targets.FirstOrDefault(target => IsIn(folder, target));
        return around is null || Array.Exists(usual, place => IsIn(folder, place) && !IsIn(place, folder))
            ? null
            : $"it lies in '{around}', which mods are laid over";
    }
}
