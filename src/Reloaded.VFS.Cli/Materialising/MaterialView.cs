using System.IO.Hashing;
using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Materialising;

/// <summary>A planned folder in a materialised folder.</summary>
/// <param name="Path">The path below the materialised folder, with slashes.</param>
/// <param name="Folders">The names of the folders in it.</param>
internal sealed record PlannedFolder(string Path, IReadOnlyList<PlannedFile> Files, IReadOnlyList<string> Folders)
{
    /// <summary>Gets a value indicating whether the folder is unchanged since an earlier call; its files aren't listed then.</summary>
    public bool IsKnown { get; init; }

    /// <summary>Gets the sources of the content, or null if a change of theirs wouldn't be noticed.</summary>
    public FolderPlan? Plan { get; init; }
}

/// <summary>A planned file in a materialised folder.</summary>
/// <param name="Source">The path of its source.</param>
/// <param name="IsCopy">True if it is to be a copy, because programs may write to it.</param>
internal readonly record struct PlannedFile(string Name, string Source, bool IsCopy);

/// <summary>The files and folders that the game sees, as the content of a materialised folder.</summary>
/// <param name="resolver">The resolver of the game.</param>
/// <param name="copied">The patterns of files that are copied besides those that are copied always.</param>
/// <param name="earlier">The folders that an earlier call has made.</param>
internal sealed class MaterialView(ModResolver resolver, VfsConfiguration configuration, IReadOnlyList<string> copied, EarlierFolders earlier)
{
    // Settings, saves, and what patches and tools for plugins write to where it lies.
    private static readonly HashSet<string> s_copiedEndings = new(StringComparer.OrdinalIgnoreCase)
    {
        ".ini", ".cfg", ".conf", ".config", ".json", ".xml", ".toml", ".yaml", ".yml", ".txt", ".log", ".sav", ".save", ".ess",
        ".fos", ".exe", ".esp", ".esl",
    };

    private readonly PathPattern[] _copied = [.. copied.Concat(configuration.InPlace).Select(pattern => new PathPattern(pattern))];

    /// <summary>
    /// Returns the game's folders, each with the name of the folder that stands for it. A folder that lies in another one is part of that.
    /// </summary>
    public static IReadOnlyList<(string Name, string Target)> TargetsOf(VfsConfiguration configuration)
    {
        string[] outer = [.. configuration.Targets.Where(target => !configuration.Targets.Any(other => other != target
            && RealPlace.IsSameOrBelow(target, other, HostPlaces.Find)))];
        return outer.Length == 1
            ? [("", outer[0])]
            : [.. OverwritePlaces.NamesOf(outer, VfsConfiguration.FolderName).Zip(outer, (name, target) => (name, target))];
    }

    /// <summary>Gets the known folders to which mods' maps lead; a materialised folder can't have those files.</summary>
    public IReadOnlyList<string> LeftOut =>
        [.. resolver.Applied.Targets.Where(target => !target.IsConfigured && target.Known is not null)
            .Select(target => KnownFolders.NameOf(target.Known!.Value))];

    /// <summary>Returns what the game sees, a folder before those in it.</summary>
    /// <param name="targets">The game's folders, as <see cref="TargetsOf"/> returns them.</param>
    public IEnumerable<PlannedFolder> List(IReadOnlyList<(string Name, string Target)> targets)
    {
        if (targets.Count > 1)
            yield return new PlannedFolder("", [], [.. targets.Select(target => target.Name)]);
        foreach ((string name, string folder) in targets)
        {
            AppliedTarget target = resolver.Applied.Targets.First(one => one.IsConfigured && one.Folder == folder);
            HashSet<string> installed = new(Installed(folder), NameComparer.Instance);
            string[] patterns = [.. copied, "", .. configuration.InPlace, "", .. installed];
            ulong settings = XxHash3.HashToUInt64(Encoding.UTF8.GetBytes(string.Join('\n', patterns)));
            Func<FolderOrigin, IReadOnlyList<string>?>? known = EarlierFolders.IsUseful
                ? origin => earlier.Find(PathIn(name, origin.Path), origin, settings)
                : null;
            foreach (SeenFolder seen in resolver.ListFolders(target, known))
                yield return Plan(name, seen, installed, settings);
        }
    }

    private PlannedFolder Plan(string root, SeenFolder seen, HashSet<string> installed, ulong settings)
    {
        if (seen.IsKnown)
            return new PlannedFolder(PathIn(root, seen.Path), [], []) { IsKnown = true };
        var files = new List<PlannedFile>(seen.Names.Count);
        var folders = new List<string>();
        foreach (SeenName name in seen.Names)
        {
            string last = name.Path[(name.Path.LastIndexOf('\\') + 1)..];
            if (name.IsFolder)
            {
                if (!name.LeadsBack)
                    folders.Add(last);
            }
            else if (name.Mod is not null || installed.Count == 0 || !installed.Contains(name.Path))
            {
                files.Add(new PlannedFile(last, name.Source, IsCopied(name)));
            }
        }

        return new PlannedFolder(PathIn(root, seen.Path), files, folders)
        {
            Plan = seen.HasLinks || seen.Origin is not { } origin ? null : earlier.PlanOf(origin, origin.Own, settings),
        };
    }

    private static string PathIn(string root, string path)
    {
        path = path.Replace('\\', '/');
        return root.Length == 0 ? path : path.Length == 0 ? root : $"{root}/{path}";
    }

    private bool IsCopied(SeenName name) =>
        // What the game has written once it may write again.
        name.Mod == ModResolver.OverwriteName
        || s_copiedEndings.GetAlternateLookup<ReadOnlySpan<char>>().Contains(Path.GetExtension(name.Path.AsSpan()))
        || Array.Exists(_copied, pattern => pattern.Matches(name.Path));

    // What makes the game start with its mods is of no use beside files that are there already.
    private static IEnumerable<string> Installed(string folder) =>
        InstallManifest.Read(Path.Combine(folder, VfsConfiguration.FolderName))?.Files.Select(file => file.Path.Replace('/', '\\')) ?? [];
}

/// <summary>The check of the place of a materialised folder.</summary>
internal static class MaterialPlace
{
    /// <summary>Returns the real path of a folder, which need not exist.</summary>
    public static string RealOf(string folder) => RealPlace.PathOf(folder, HostPlaces.Find);

    /// <summary>Checks that a folder has nothing to do with those of the game. Links are followed.</summary>
    /// <param name="root">The folder, which need not exist.</param>
    /// <exception cref="CliException">The folder is one of them, lies in one, or contains one.</exception>
    public static void Check(string root, VfsConfiguration configuration)
    {
        Dictionary<string, RealPlace?> known = new(StringComparer.Ordinal);
        RealPlace? Find(string path) => known.TryGetValue(path, out RealPlace? found) ? found : known[path] = HostPlaces.Find(path);
        foreach ((string what, string folder) in Places(configuration))
        {
            bool isIn = RealPlace.IsSameOrBelow(root, folder, Find), isAround = RealPlace.IsSameOrBelow(folder, root, Find);
            if (isIn || isAround)
            {
                string how = isIn && isAround ? "is" : isIn ? "lies in" : "contains";
                throw new CliException($"'{root}' can't be filled: it {how} {what}, '{folder}'.",
                    "Name a new folder that has nothing to do with the game's.");
            }
        }

        string? around = FolderPath.Upwards(Path.GetDirectoryName(root))
            .FirstOrDefault(folder => File.Exists(MaterialManifest.FileOf(folder)));
        if (around is not null)
            throw new CliException($"'{root}' can't be filled: it lies in '{around}', which rvfs has materialised.",
                "Name a new folder beside that one.");
    }

    private static IEnumerable<(string What, string Folder)> Places(VfsConfiguration configuration)
    {
        foreach (string target in OverwritePlaces.AllOf(configuration))
            yield return ("the folder that mods are laid over", target);
        string mods = configuration.Mods ?? VfsConfiguration.DefaultModsOf(configuration.Targets[0]);
        yield return ("the mods folder", mods);
        yield return ("the overwrite folder", OverwritePlaces.FolderOf(configuration));
        if (OverwritePlaces.LocalOf(configuration) is { } local)
            yield return ("the overwrite folder in the user's data", local);
        if (SetPlaces.FolderOf(mods) is { } sets)
            yield return ("the folder of all sets", sets);
        if (ArchiveCache.FolderOf(mods) is { } cache)
            yield return ("the folder with the content of archives", cache);
        // A mod may be a link to a folder anywhere.
        foreach (Mod mod in LoadOrder.Of(configuration).Mods.Where(mod => Directory.Exists(mod.Folder)))
            yield return ($"the folder of the mod '{mod.Name}'", mod.Folder);
    }
}
