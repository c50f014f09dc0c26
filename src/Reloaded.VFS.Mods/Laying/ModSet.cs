using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Reading;
using Reloaded.VFS.Sharing;

namespace Reloaded.VFS.Mods.Laying;

/// <summary>The mods as a start needs them: their order, their content, and the diagnostics. Immutable, thread-safe.</summary>
public sealed class ModSet
{
    private ModSet(VfsConfiguration configuration, IReadOnlyList<LoadedMod> mods, IReadOnlyList<Diagnostic> diagnostics,
        LoadOrder? order = null)
    {
        Order = order;
        Configuration = configuration;
        Mods = mods;
        Diagnostics = diagnostics;
    }

    /// <summary>Gets the configuration from which the mods were loaded.</summary>
    public VfsConfiguration Configuration { get; }

    /// <summary>Gets the load order from which the mods were loaded, or null if there is no mods folder.</summary>
    internal LoadOrder? Order { get; }

    /// <summary>Gets the preferred parts of the mods; a later one takes precedence.</summary>
    internal IReadOnlyList<PreferredParts> Preferred => field ??= Order is { Preferences.Count: > 0 } order
        ? [.. Preference.Of(order).Select(one => new PreferredParts(one.Mod, Preference.Select(Mods[one.Mod].Parts, one.Rule.Pattern)))]
        : [];

    /// <summary>Gets all mods; a later one wins. Those that are switched off, missing or left out are at their places.</summary>
    public IReadOnlyList<LoadedMod> Mods { get; }

    /// <summary>Gets the diagnostics: of the order first, then of each mod.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; }

    /// <summary>
    /// Gets the content of the targets' folders when the mods were loaded, except what belongs to the VFS. Empty without a mods folder.
    /// </summary>
    internal IReadOnlyDictionary<string, NameSet> TargetNames { get; private init; } = new Dictionary<string, NameSet>();

    /// <summary>Gets the only folders of the targets for which the mods were read, or null for all.</summary>
    internal PartialTree? Only { get; private init; }

    /// <summary>Gets the known folders that are targets although no part of a mod goes there.</summary>
    internal IReadOnlyList<KnownFolder> KnownTargets { get; private init; } = [];

    /// <summary>Gets the markers of deleted names in the mods' folders that are unfinished, as host paths.</summary>
    internal IReadOnlyList<string> UnfinishedMarkers { get; private init; } = [];

    /// <summary>Gets a value indicating whether something that was asked for is missing.</summary>
    public bool HasErrors => Diagnostics.Any(d => d.IsError);

    /// <summary>
    /// Reads the load order and scans the mods, several at a time. Nothing on disk makes it throw: what can't be used is left out and
    /// reported.
    /// </summary>
    /// <remarks>
    /// Call this before hooks are in place, because it also reads the targets' folders to check whether the mods' files are at the right
    /// depth.
    /// </remarks>
    /// <param name="configuration">
    /// The configuration, with its defaults filled in (<see cref="VfsConfiguration.WithDefaults"/>) and with host paths. Without a mods
    /// folder there are no mods.
    /// </param>
    /// <param name="threads">
    /// The maximum number of threads that read, mods side by side and folders of one mod. They are threads of their own that have ended on
    /// return, no more than there are processors, and none if there is little to read. Must be 1 if no thread can start, as under the
    /// loader lock.
    /// </param>
    public static ModSet Load(VfsConfiguration configuration, int threads = 4) => Load(configuration, null, threads);

    /// <inheritdoc cref="Load(VfsConfiguration, int)"/>
    /// <param name="configuration">The configuration, with its defaults filled in.</param>
    /// <param name="kept">The cached mods, or null for none. Used during the call only.</param>
    /// <param name="threads">The maximum number of threads that read.</param>
    /// <param name="shared">The listings of the process that has started this one, which follows them; null for none.</param>
    internal static ModSet Load(VfsConfiguration configuration, CachedMods? kept, int threads = 4, SharedTrees? shared = null)
    {
        if (configuration.Mods is null)
            return new(configuration, [], []);
        // What was cached takes longer to read than a few folders that aren't shared.
        using CachedMods? opened = kept is null && shared is null ? CachedMods.Open(configuration.Mods) : null;
        kept ??= opened;
        LoadOrder order = LoadOrder.Of(configuration, kept);
        var options = ScanOptions.Of(configuration);
        string key = options.Key;
        FolderScan?[] scans = [.. order.Mods.Select(mod => mod.IsLoaded && shared is not null ? FindShared(shared, mod, key) : null)];
        bool[] isShared = Array.ConvertAll(scans, scan => scan is not null);
        int[] unread = [.. Enumerable.Range(0, scans.Length).Where(i => order.Mods[i].IsLoaded && !isShared[i])];
        ReadThreads.ForEach(unread.Length, threads, (next, others) =>
        {
            Mod mod = order.Mods[unread[next]];
            scans[unread[next]] = FolderScanner.Scan(mod.Name, mod.Folder, options, mod.Metadata, mod.CachedIn(kept), others);
        });

        var diagnostics = new List<Diagnostic>(order.Diagnostics);
        var depth = new DepthCheck(configuration.Targets);
        LoadedMod[] mods =
            [.. order.Mods.Select((mod, i) => ToLoaded(configuration, mod, scans[i], isShared[i] ? null : depth, diagnostics))];
        if (configuration.Map.Count > 0)
            diagnostics.AddRange(ModMap.FindGone(configuration, order.Mods));
        if (order.Preferences.Count > 0)
            diagnostics.AddRange(Preference.FindGone(order, mod => mods[mod].Listing is null ? null : mods[mod].Parts));
        return new(configuration, mods, diagnostics, order)
        {
            TargetNames = depth.TargetNames,
            UnfinishedMarkers = [.. scans.SelectMany(scan => scan?.UnfinishedMarkers ?? [])],
        };
    }

    /// <summary>Returns the scan of a mod by another process, whose report has the scan's diagnostics, or null.</summary>
    private static FolderScan? FindShared(SharedTrees shared, Mod mod, string options) =>
        shared.Find(Path.TrimEndingDirectorySeparator(Path.GetFullPath(mod.Folder)), options, mod.Metadata.Stamp) is { } listing
            ? new FolderScan(listing, []) { MetadataStamp = mod.Metadata.Stamp }
            : null;

    /// <summary>
    /// Creates a mod from the result of a scan, which is null if the mod wasn't scanned. The depth of its files is checked unless
    /// <paramref name="depth"/> is null.
    /// </summary>
    private static LoadedMod ToLoaded(VfsConfiguration configuration, Mod mod, FolderScan? scan, DepthCheck? depth, List<Diagnostic> diagnostics)
    {
        if (scan is null)
            return new LoadedMod(mod, null);
        diagnostics.AddRange(scan.Diagnostics);
        if (scan.Listing is not { } listing)
            return new LoadedMod(mod with { State = ModState.Error }, null);
        if (ModMap.Of(configuration, mod) is { } map)
            return new LoadedMod(mod, listing) { Parts = map.Split(listing, diagnostics) };
        if (listing.FileCount == 0 && listing.Hides.IsEmpty)
            diagnostics.Add(Diagnostic.Warning($"the mod '{mod.Name}' holds no files",
                file: mod.Folder, mod: mod.Name, fix: "put its files into the folder, or delete the folder"));
        else if (listing.FileCount > 0 && depth?.Check(mod, listing) is { } wrong)
            diagnostics.Add(wrong);
        return new LoadedMod(mod, listing);
    }

    /// <summary>
    /// Returns a set without mods, for a program that sees none and shares the overwrite folder with a game that does. The known folders
    /// that maps of the game's mods lead to are targets, so that their parts of the overwrite folder are seen.
    /// </summary>
    /// <param name="configuration">The configuration, with its defaults filled in.</param>
    internal static ModSet WithoutMods(VfsConfiguration configuration)
    {
        VfsConfiguration seen = configuration with { Mods = null, Map = [] };
        // The parts are created by a start that sees mods.
        string?[] folders = [OverwritePlaces.FolderOf(configuration), OverwritePlaces.LocalOf(configuration)];
        KnownFolder[] known = [.. Enum.GetValues<KnownFolder>().Where(known =>
            Array.Exists(folders, folder => folder is not null && Directory.Exists(OverwritePlaces.KnownOf(folder, known))))];
        if (known.Length == 0 || configuration.Mods is null)
            return new(seen, [], []);
        IEnumerable<KnownFolder> mapped = LoadOrder.Of(configuration).Mods.Where(mod => mod.IsLoaded)
            .SelectMany(mod => ModMap.Of(configuration, mod)?.Rules ?? []).Select(rule => rule.Base).OfType<KnownFolder>();
        return new(seen, [], []) { KnownTargets = [.. known.Intersect(mapped)] };
    }

    /// <summary>
    /// Loads only what the mods put into one folder: of each mod, only that folder and those that lead to it are read. Problems with the
    /// mods aren't reported.
    /// </summary>
    /// <param name="configuration">The configuration, with its defaults filled in.</param>
    /// <param name="places">The folder's path below each target that it lies in, with backslashes; empty for the target itself.</param>
    /// <param name="order">The load order if it has been read already; null to read it.</param>
    internal static ModSet LoadFolder(VfsConfiguration configuration, IReadOnlyList<string> places, LoadOrder? order)
    {
        var tree = new PartialTree(places);
        if (configuration.Mods is null)
            return new(configuration, [], []) { Only = tree };
        using CachedMods? opened = order?.Cached is null ? CachedMods.Open(configuration.Mods) : null;
        CachedMods? kept = order?.Cached ?? opened;
        order ??= LoadOrder.Of(configuration, kept);
        var mods = new List<LoadedMod>();
        foreach (Mod mod in order.Mods)
        {
            ModMap? map = mod.IsLoaded ? ModMap.Of(configuration, mod) : null;
            ScanOptions options = ScanOptions.Of(configuration,
                map is null ? tree : new PartialTree([.. places.SelectMany(map.FoldersFor)]), tree);
            if (!mod.IsLoaded
                || FolderScanner.Scan(mod.Name, mod.Folder, options, mod.Metadata, mod.CachedIn(kept)).Listing is not { } listing)
                mods.Add(new LoadedMod(mod, null));
            else
                mods.Add(map is null ? new LoadedMod(mod, listing) : new LoadedMod(mod, listing) { Parts = map.Split(listing, []) });
        }

        return new(configuration, mods, [], order) { Only = tree };
    }

    /// <summary>
    /// Lays the mods over the targets, one layer for each mod and target in load order, declares the targets, and publishes once. What
    /// can't be used (such as a target that isn't an absolute Windows path) is in the result's diagnostics.
    /// </summary>
    /// <param name="files">The file system.</param>
    /// <param name="toVirtual">Converts a target, a host path, to the path by which the game knows it. Null if they are the same.</param>
    public AppliedMods ApplyTo(VirtualFileSystem files, Func<string, string>? toVirtual = null)
    {
        var layers = new List<AppliedLayer>();
        var diagnostics = new List<Diagnostic>();
        using (files.BeginUpdate())
        {
            List<AppliedTarget> targets = FindTargets(toVirtual, diagnostics);
            targets.ForEach(target => files.AddTarget(target.VirtualFolder));
            foreach (PlannedLayer layer in LayerPlan.Of([.. Mods.Select(mod => mod.Parts)], Preferred, targets))
            {
                Mod mod = Mods[layer.Mod].Mod;
                try
                {
                    layers.Add(new AppliedLayer(layer.Lay(files, mod.Name, below: null), layer.Mod, layer.Target) { Plan = layer });
                }
                catch (ArgumentException e)
                {
                    // For a preferred part, the error has already been reported for the whole mod.
                    if (!layer.IsPreferred)
                        diagnostics.Add(Diagnostic.Error($"the mod '{mod.Name}' can't be added to {layer.Target.Folder}: {ErrorCause.Of(e)}",
                            mod.Folder, mod.Name));
                }
            }

            return new AppliedMods(this, files, targets, layers, diagnostics);
        }
    }

    private List<AppliedTarget> FindTargets(Func<string, string>? toVirtual, List<Diagnostic> diagnostics)
    {
        var targets = new List<AppliedTarget>();
        foreach (string target in Configuration.Targets)
        {
            try
            {
                targets.Add(new AppliedTarget(target, VirtualPath.Canonicalize(toVirtual is null ? target : toVirtual(target))));
            }
            catch (ArgumentException e)
            {
                diagnostics.Add(Diagnostic.Error($"nothing can be added to the target: {ErrorCause.Of(e)}", target) with { Key = "targets" });
            }
        }

        HashSet<KnownFolder> folders = LayerPlan.KnownFoldersOf(Mods.SelectMany(mod => mod.Parts));
        folders.UnionWith(KnownTargets);
        foreach (KnownFolder known in folders)
        {
            if (AppliedTarget.Add(targets, known, Configuration, toVirtual) is { } failure)
                diagnostics.Add(failure);
        }

        return targets;
    }
}

/// <summary>A mod and its content. Immutable.</summary>
/// <param name="Mod">The mod at its place in the load order.</param>
/// <param name="Listing">The content of the mod's folder, or null if it isn't to be laid over the game.</param>
public sealed record LoadedMod(Mod Mod, FolderListing? Listing)
{
    /// <summary>
    /// Gets the mod's parts with their destinations. Without a map, all of it goes over the targets; without a listing there are none.
    /// </summary>
    internal IReadOnlyList<ModPart> Parts { get; init; } = Listing is null ? [] : [ModPart.Whole(Listing)];
}
