using System.Text.Json.Serialization;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Mods.Laying;

/// <summary>A mod laid over a target.</summary>
/// <param name="Handle">The layer's handle in the <see cref="VirtualFileSystem"/>.</param>
/// <param name="Mod">The mod's index in <see cref="ModSet.Mods"/>.</param>
/// <param name="Target">The target that the layer lies over.</param>
public sealed record AppliedLayer(int Handle, int Mod, AppliedTarget Target)
{
    internal PlannedLayer Plan { get; init; } = null!;
}

/// <summary>A <see cref="ModSet"/> laid over its targets. Thread-safe.</summary>
public sealed class AppliedMods
{
    private readonly ModSet _set;
    private readonly VirtualFileSystem _files;

    internal AppliedMods(ModSet set, VirtualFileSystem files, IReadOnlyList<AppliedTarget> targets, IReadOnlyList<AppliedLayer> layers,
        IReadOnlyList<Diagnostic> diagnostics)
    {
        _set = set;
        _files = files;
        Targets = targets;
        Layers = layers;
        Diagnostics = diagnostics;
    }

    /// <summary>Gets the targets that could be used.</summary>
    public IReadOnlyList<AppliedTarget> Targets { get; }

    /// <summary>Gets the layers, lowest priority first.</summary>
    public IReadOnlyList<AppliedLayer> Layers { get; }

    /// <summary>Gets the diagnostics for mods or targets that couldn't be used.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; }

    /// <summary>Counts what the game sees of the mods in the current snapshot.</summary>
    /// <remarks>
    /// The snapshot changes only when the outermost <see cref="VirtualFileSystem.BeginUpdate"/> has ended. The game's folders in which mods
    /// have files are read, so call this before hooks are in place. A folder of the game that can't be read counts as empty.
    /// </remarks>
    public ModCounts Count()
    {
        var counter = new Counter(_files.Snapshot, Layers.ToDictionary(l => l.Handle, l => l.Mod), _set.Mods.Count);
        foreach (AppliedTarget target in Targets)
        {
            // A target inside another one is counted with the latter.
            if (!Targets.Any(t => t != target && Contains(t.VirtualFolder, target.VirtualFolder)))
                counter.CountTarget(target);
        }

        var reports = new List<ModReport>();
        int wins = 0, replaces = 0;
        for (int i = 0; i < _set.Mods.Count; i++)
        {
            LoadedMod mod = _set.Mods[i];
            (wins, replaces) = (wins + counter.Wins[i], replaces + counter.Replaces[i]);
            reports.Add(new ModReport
            {
                Name = mod.Mod.Name,
                State = mod.Mod.State,
                Files = mod.Listing?.FileCount ?? 0,
                Replaces = counter.Replaces[i],
                Wins = counter.Wins[i],
            });
        }

        return new ModCounts(wins, replaces, reports);
    }

    private static bool Contains(string folder, string path) =>
        path.Length > folder.Length && VirtualPath.IsSameOrBelow(path, folder);

    private sealed class Counter(Snapshot snapshot, Dictionary<int, int> mods, int modCount)
    {
        // So few names are looked up one by one, because a listing returns everything that the game has in the folder.
        private const int FewNames = 4;

        private readonly Stack<(int PathId, string? GameFolder)> _pending = [];
        private readonly bool _hasWins = snapshot.FilesOfLayers is not null;

        public int[] Wins { get; } = FindWins(snapshot, mods, modCount);
        public int[] Replaces { get; } = new int[modCount];

        private static int[] FindWins(Snapshot snapshot, Dictionary<int, int> mods, int modCount)
        {
            int[] wins = new int[modCount];
            foreach ((int layer, int files) in snapshot.FilesOfLayers ?? new Dictionary<int, int>())
            {
                if (mods.TryGetValue(layer, out int mod))
                    wins[mod] += files;
            }

            return wins;
        }

        public void CountTarget(AppliedTarget target)
        {
            LookupResult root = snapshot.Lookup(target.VirtualFolder);
            if (root.Kind != LookupKind.Folder)
                return;
            _pending.Push((root.PathId, target.Folder));
            while (_pending.TryPop(out (int PathId, string? GameFolder) next))
                CountFolder(next.PathId, next.GameFolder);
        }

        private void CountFolder(int pathId, string? gameFolder)
        {
            // If the files were counted before, only folders that the game has, too, are of interest.
            if (!snapshot.TryGetFolder(pathId, out FolderView folder) || (_hasWins && gameFolder is null))
                return;
            var withoutGame = new HashSet<int>();
            foreach (EntryView entry in folder)
            {
                if (entry.IsFolder)
                    withoutGame.Add(entry.PathId);
                else if (!_hasWins && mods.TryGetValue(entry.Layer, out int mod))
                    Wins[mod]++;
            }

            if (gameFolder is not null && OperatingSystem.IsWindows() && folder.EntryCount <= FewNames)
            {
                foreach (EntryView entry in folder)
                {
                    string path = Path.Join(gameFolder, entry.Name);
                    if (entry.IsFolder ? Directory.Exists(path) : File.Exists(path))
                        CountInGame(entry, path, withoutGame);
                }
            }
            else if (gameFolder is not null)
            {
                FolderReader.TryRead(gameFolder, (name, isFolder, _) =>
                {
                    if (snapshot.TryGetFolder(pathId, out FolderView view) && view.TryFind(name, out EntryView entry)
                        && entry.IsFolder == isFolder)
                        CountInGame(entry, Path.Join(gameFolder, name), withoutGame);
                });
            }

            foreach (int child in withoutGame)
                _pending.Push((child, null));
        }

        private void CountInGame(EntryView entry, string path, HashSet<int> withoutGame)
        {
            if (!entry.IsFolder && mods.TryGetValue(entry.Layer, out int mod))
                Replaces[mod]++;
            else if (entry.IsFolder && withoutGame.Remove(entry.PathId))
                _pending.Push((entry.PathId, path));
        }
    }
}

/// <summary>One mod in a start report. Immutable.</summary>
public sealed record ModReport
{
    /// <summary>Gets the mod's name, which is that of its folder.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the state of the mod.</summary>
    public ModState State { get; init; }

    /// <summary>Gets the number of files that the mod supplies, including those that other mods replace.</summary>
    public int Files { get; init; }

    /// <summary>Gets the number of these files that the game sees, because no later mod has the same file.</summary>
    public int Wins { get; init; }

    /// <summary>Gets the number of the visible files that replace a file of the game.</summary>
    public int Replaces { get; init; }

    /// <summary>Gets a value indicating whether the mod is laid over the game.</summary>
    [JsonIgnore]
    public bool IsLoaded => State is ModState.Active or ModState.New;
}

/// <summary>The counts of what the game sees of its mods. Immutable.</summary>
/// <param name="Files">The number of the mods' files that the game sees.</param>
/// <param name="Replaces">The number of those files that replace a file of the game.</param>
/// <param name="Mods">Every mod, in the load order, with its own counts.</param>
public sealed record ModCounts(int Files, int Replaces, IReadOnlyList<ModReport> Mods);

/// <summary>A folder over which mods are laid.</summary>
/// <param name="Folder">The real folder, the game's own: a host path.</param>
/// <param name="VirtualFolder">The canonical path by which the game knows the folder.</param>
public sealed record AppliedTarget(string Folder, string VirtualFolder)
{
    /// <summary>Gets the known folder, named by a map, that this is, or null for another folder.</summary>
    internal KnownFolder? Known { get; init; }

    /// <summary>Gets a value indicating whether mods without a map lie over the folder, and it isn't only a known folder.</summary>
    internal bool IsConfigured { get; init; } = true;

    /// <summary>Returns the canonical virtual folder that a part of a mod lies over.</summary>
    internal string PathOf(ModPart part) => PathOf(part.Below);

    /// <summary>Returns the canonical virtual path of a relative one, which is empty for the target itself.</summary>
    internal string PathOf(ReadOnlySpan<char> relative) => relative.IsEmpty ? VirtualFolder : NtPath.Combine(VirtualFolder, relative);

    internal static IEnumerable<AppliedTarget> Of(ModPart part, IEnumerable<AppliedTarget> targets) =>
        targets.Where(target => part.Base is null ? target.IsConfigured : target.Known == part.Base);

    /// <summary>Adds a known folder to the targets. If one of them is the same folder, it is then found by both names.</summary>
    /// <param name="targets">The targets so far.</param>
    /// <param name="known">The folder.</param>
    /// <param name="configuration">The configuration, which knows the folder's path.</param>
    /// <param name="toVirtual">Converts a host path to the path by which the game knows it. Null if the two are the same.</param>
    /// <returns>The reason why the folder can't be used, or null if it can.</returns>
    internal static Diagnostic? Add(List<AppliedTarget> targets, KnownFolder known, VfsConfiguration configuration,
        Func<string, string>? toVirtual)
    {
        string cause = "the system doesn't say where it is";
        try
        {
            if (configuration.KnownFolders?.Invoke(known) is { } folder)
            {
                string path = VirtualPath.Canonicalize(toVirtual is null ? folder : toVirtual(folder));
                int same = targets.FindIndex(target => CaseFolding.Equals(target.VirtualFolder, path));
                if (same >= 0)
                    targets[same] = targets[same] with { Known = known };
                else
                    targets.Add(new AppliedTarget(folder, path) { Known = known, IsConfigured = false });
                return null;
            }
        }
        catch (ArgumentException e)
        {
            cause = ErrorCause.Of(e);
        }

        return Diagnostic.Error($"nothing is added to {KnownFolders.NameOf(known)}: {cause}") with { Key = "map" };
    }
}
