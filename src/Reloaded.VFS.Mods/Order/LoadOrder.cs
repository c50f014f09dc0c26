using System.Text.Json.Serialization;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Mods.Order;

/// <summary>
/// The mods of a mods folder in load order: first those of <c>order.txt</c> as listed, then the others by name, so that a newly added mod
/// wins. Immutable.
/// </summary>
/// <param name="ModsFolder">The mods folder, a host path.</param>
/// <param name="Mods">All mods; a later one wins. Those that are switched off or missing are at their places.</param>
/// <param name="Diagnostics">The diagnostics.</param>
public sealed record LoadOrder(string ModsFolder, IReadOnlyList<Mod> Mods, IReadOnlyList<Diagnostic> Diagnostics)
{
    /// <summary>Gets the rules of <c>prefer.txt</c>, in its order. A later rule takes precedence.</summary>
    internal IReadOnlyList<PreferenceRule> Preferences { get; init; } = [];

    /// <summary>Gets the file with these rules, which may not exist.</summary>
    internal string PreferenceFile { get; init; } = "";

    /// <summary>Gets what has been cached of the mods, for the next reader in this process, or null for nothing. Never disposed of.</summary>
    internal CachedMods? Cached { get; init; }

    /// <summary>The text of every command and report for a mods folder that doesn't exist.</summary>
    internal const string NotThere = "there is no such mods folder";

    /// <summary>The advice of every command and report about such a folder.</summary>
    internal const string Making = "in the game's folder 'rvfs init' makes it; another one is named with --mods";

    /// <summary>Reads a mods folder. Nothing on disk makes it throw.</summary>
    /// <remarks>
    /// A folder that can't be read is an error and has no mods; if <c>order.txt</c> can't be read, that is an error, and the mods are in
    /// order of their names.
    /// </remarks>
    /// <param name="modsFolder">The mods folder.</param>
    /// <param name="orderFile">The order file to read instead of the folder's <c>order.txt</c>, or null for the latter.</param>
    public static LoadOrder Read(string modsFolder, string? orderFile = null) =>
        Of(new VfsConfiguration { Mods = modsFolder, Order = orderFile });

    /// <summary>Reads the mods folder of a configuration. As with <see cref="Read"/>, nothing on disk makes it throw.</summary>
    /// <param name="configuration">The configuration, with its defaults filled in; it has a mods folder.</param>
    /// <param name="cached">The cached mods, or null for none.</param>
    internal static LoadOrder Of(VfsConfiguration configuration, CachedMods? cached = null)
    {
        string modsFolder = configuration.Mods!;
        string? orderFile = configuration.Order;
        var diagnostics = new List<Diagnostic>();
        List<string> folders = [], unnamed = [], archives = [], stray = [];
        string? orderName = null;
        Exception? failure = FolderReader.TryRead(modsFolder, (name, isFolder, _) =>
        {
            if (isFolder && !DefaultExcludes.IsExcludedAnywhere(name))
                (ModName.WhyNoMod(name) is null ? folders : unnamed).Add(name.ToString());
            else if (!isFolder && NameComparer.Instance.Equals(name, OrderFile.Name)
                && (orderName is null || name.SequenceEqual(OrderFile.Name)))
                orderName = name.ToString();
            else if (!isFolder && ArchiveFile.IsArchive(name))
                archives.Add(name.ToString());
            else if (!isFolder && StrayFiles.IsStray(name))
                stray.Add(name.ToString());
        });
        if (failure is DirectoryNotFoundException)
            return new(modsFolder, [], [Diagnostic.Error(NotThere, file: modsFolder, fix: Making)]);
        if (failure is not null)
            return new(modsFolder, [],
                [Diagnostic.Error($"the mods folder can't be read: {FolderReader.Describe(failure)}", file: modsFolder)]);
        folders.Sort(NameComparer.Instance);
        archives.Sort(NameComparer.Instance);
        orderFile ??= orderName is null ? null : Path.Combine(modsFolder, orderName);
        string orderPath = orderFile ?? Path.Combine(modsFolder, OrderFile.Name);
        OrderFile? order = orderFile is null ? null : ReadOrder(orderFile, diagnostics);
        var archived = new ArchivedMods(modsFolder, archives, folders, diagnostics);
        folders.AddRange(archived.Names);
        folders.Sort(NameComparer.Instance);
        var arranger = new Arranger(configuration, folders, archived, cached, diagnostics);
        arranger.AddListed(order?.Entries ?? [], orderPath);
        // Without a list nothing has been ordered, so nothing is new.
        arranger.AddOthers(order is null ? ModState.Active : ModState.New, orderPath);
        arranger.AddUnnamed(unnamed);
        string preferenceFile = Order.PreferenceFile.PathOf(modsFolder, orderFile);
        var preferences = Order.PreferenceFile.Read(preferenceFile);
        diagnostics.AddRange(preferences.Diagnostics);
        if (stray.Count > 0)
            diagnostics.AddRange(StrayFiles.Describe(modsFolder, stray));
        return new(modsFolder, arranger.Mods, diagnostics) { Preferences = preferences.Rules, PreferenceFile = preferenceFile };
    }

    private static OrderFile? ReadOrder(string file, List<Diagnostic> diagnostics)
    {
        try
        {
            OrderFile order = OrderFile.Parse(File.ReadAllBytes(file), file);
            diagnostics.AddRange(order.Diagnostics);
            return order;
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            diagnostics.Add(
                Diagnostic.Error($"the order of the mods can't be read: {FolderReader.Describe(e)}; they are sorted by name", file: file));
            return null;
        }
    }

    private sealed class Arranger(VfsConfiguration configuration, List<string> names, ArchivedMods archived, CachedMods? cached,
        List<Diagnostic> diagnostics)
    {
        private const int MostNearNames = 100;

        private readonly string _modsFolder = configuration.Mods!;

        // In order of names. If two differ only in letter case, the one that sorts first is the mod.
        private readonly Dictionary<string, string> _byName =
            names.Distinct(NameComparer.Instance).ToDictionary(name => name, NameComparer.Instance);

        private readonly HashSet<string> _taken = new(NameComparer.Instance);
        private int _missing;

        public List<Mod> Mods { get; } = [];

        public void AddListed(IReadOnlyList<OrderEntry> entries, string file)
        {
            foreach (OrderEntry entry in entries)
            {
                if (_byName.TryGetValue(entry.Name, out string? name)
                    || (archived.FindByFile(entry.Name) is { } meant && _byName.TryGetValue(meant, out name)))
                {
                    if (_taken.Add(name))
                        Mods.Add(Make(name, entry.Enabled ? ModState.Active : ModState.Disabled) with { Line = entry.Line });
                    continue;
                }

                ModState state = entry.Enabled ? ModState.Missing : ModState.Disabled;
                Mods.Add(new Mod(entry.Name, Path.Combine(_modsFolder, entry.Name), state) { Line = entry.Line });
                // Each missing name is compared with every known name, so a long file of meaningless names would take too long.
                string? near = ++_missing <= MostNearNames ? NearestName.Find(entry.Name, _byName.Keys) : null;
                string cause = $"there is no mod '{ModName.Show(entry.Name)}'",
                    fix = near is not null ? $"did you mean '{near}'?" : "remove the line, or put the mod into the mods folder";
                diagnostics.Add(Diagnostic.Warning(cause, file, entry.Name, fix) with { Line = entry.Line });
            }
        }

        /// <summary>Adds the mods that aren't listed, by name unless their rules say otherwise.</summary>
        public void AddOthers(ModState state, string orderFile)
        {
            var others = new List<string>();
            foreach (string folder in names)
            {
                if (!ReferenceEquals(_byName[folder], folder))
                {
                    Mods.Add(new Mod(folder, Path.Combine(_modsFolder, folder), ModState.Error));
                    diagnostics.Add(
                        Diagnostic.Error($"'{folder}' is left out: its name differs from '{_byName[folder]}' in letter case only",
                            file: Path.Combine(_modsFolder, folder), mod: folder, fix: "rename one of the two"));
                }
                else if (!_taken.Contains(folder))
                {
                    others.Add(folder);
                }
            }

            Mod[] unlisted = [.. others.Select(name => Make(name, state))];
            var rules = ModRules.Of(Mods.Concat(unlisted));
            Mods.AddRange(rules.Sort(unlisted));
            diagnostics.AddRange(rules.Diagnostics);
            diagnostics.AddRange(rules.FindBroken(Mods, orderFile));
            if (state == ModState.New && others.Count > 0)
            {
                string names = string.Join(", ", others.Take(10)) + (others.Count > 10 ? $" and {others.Count - 10} more" : "");
                diagnostics.Add(Diagnostic.Notice(others.Count == 1
                    ? $"a new mod that isn't in {OrderFile.Name} comes last: {names}"
                    : $"{others.Count} new mods that aren't in {OrderFile.Name} come last, by name: {names}", file: _modsFolder));
            }
        }

        /// <summary>Adds folders with names that no mod can have. Each is reported with a way to fix it.</summary>
        public void AddUnnamed(List<string> unnamed)
        {
            unnamed.Sort(NameComparer.Instance);
            foreach (string name in unnamed)
            {
                // Path.Combine would take a name with a colon for a drive.
                string folder = Path.Join(_modsFolder, name);
                Mods.Add(new Mod(name, folder, ModState.Error));
                diagnostics.Add(
                    Diagnostic.Error($"'{ModName.Show(name)}' is left out: no mod's folder can have this name: {ModName.WhyNoMod(name)}",
                        file: Path.Join(_modsFolder, ModName.Show(name)), mod: name, fix: "rename it"));
            }
        }

        private Mod Make(string name, ModState state)
        {
            Mod mod = archived.Has(name) ? archived.Make(name, state) : new Mod(name, Path.Combine(_modsFolder, name), state);
            if (!mod.IsLoaded)
                return mod;
            IEnumerable<string>? known = mod.CachedIn(cached) is { } own
                ? own.Folders.FindFiles(own.Folder, mod.Folder, own.IsUnmoved,
                    file => ModMetadataReader.IsRead(file, configuration.ModJsons))
                : null;
            return mod with { Metadata = ModMetadataReader.Read(name, mod.Folder, configuration.ModJsons, known) };
        }
    }
}

/// <summary>A mod at its place in the load order. Immutable.</summary>
/// <param name="Name">The mod's name: that of its folder on disk, or, if it is missing, as <c>order.txt</c> spells it.</param>
/// <param name="Folder">The mod's folder, a host path.</param>
/// <param name="State">The mod's state.</param>
public sealed record Mod(string Name, string Folder, ModState State)
{
    /// <summary>Gets the mod's line in <c>order.txt</c>, or null if it isn't listed.</summary>
    public int? Line { get; init; }

    /// <summary>Gets the mod's metadata, if it is to be laid over the game.</summary>
    internal ModMetadata Metadata { get; init; } = ModMetadata.None;

    /// <summary>
    /// Gets the archive that the mod's content comes from, or null for a folder in the mods folder. If it is an archive,
    /// <see cref="Folder"/> is in the cache.
    /// </summary>
    internal ArchiveFile? Archive { get; init; }

    /// <summary>Returns what has been cached of the mod's folder, or null for nothing.</summary>
    internal CachedMod? CachedIn(CachedMods? cached) => Archive is null ? cached?.Find(Name) : cached?.FindContent(Folder);

    /// <summary>Gets a value indicating whether the mod is to be laid over the game.</summary>
    public bool IsLoaded => State is ModState.Active or ModState.New;
}

/// <summary>The state of a mod at a start.</summary>
public enum ModState
{
    /// <summary>Laid over the game.</summary>
    [JsonStringEnumMemberName("active")]
    Active,

    /// <summary>Laid over the game, but not in <c>order.txt</c>, and so after the mods that are.</summary>
    [JsonStringEnumMemberName("new")]
    New,

    /// <summary>Switched off in <c>order.txt</c>.</summary>
    [JsonStringEnumMemberName("disabled")]
    Disabled,

    /// <summary>Listed in <c>order.txt</c>, but not there.</summary>
    [JsonStringEnumMemberName("missing")]
    Missing,

    /// <summary>There, but left out because it can't be read.</summary>
    [JsonStringEnumMemberName("error")]
    Error,
}
