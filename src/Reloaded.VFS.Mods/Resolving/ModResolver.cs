using Reloaded.VFS.Layers;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Mods.Resolving;

/// <summary>
/// Answers what a game would see, without running it: what is listed, which mod wins a path and which lose, and what mods conflict about.
/// Not thread-safe.
/// </summary>
/// <remarks>The answers come from the same trees that hooks read. Host paths may be Linux paths.</remarks>
public sealed partial class ModResolver : IDisposable
{
    /// <summary>The name of the overwrite folder in places that otherwise have a mod's name.</summary>
    internal const string OverwriteName = "(overwrite)";

    // The owner of folders that lead to parts of mods.
    private const string ParentsName = "(map)";

    private readonly VirtualFileSystem _files = new(RealPathForm.Host);
    private readonly ModSet _set;
    private readonly Dictionary<int, string> _modNames;
    private readonly GameFiles _game;

    // The layers of the overwrite folder: the folders that they lie over, and what is in them.
    private readonly List<(string Folder, FolderListing Listing)> _overwrite = [];

    // Folders that mods have, and that the game has as links to folders around them.
    private readonly HashSet<string> _circles = new(NameComparer.Instance);

    /// <summary>Lays a set of mods over its targets, and above them the overwrite folder if the game writes there.</summary>
    public ModResolver(ModSet set)
    {
        _set = set;
        Applied = set.ApplyTo(_files, ToVirtual);
        _modNames = Applied.Layers.ToDictionary(l => l.Handle, l => set.Mods[l.Mod].Mod.Name);
        _game = new GameFiles(Applied.Targets.Where(t => t.IsConfigured).Select(t => t.Folder));
        AddParents();
        if (set.Configuration.Writes == WritePolicy.Overwrite)
            AddOverwrite(set.Configuration);
    }

    /// <summary>Creates a resolver for what the game sees in a single folder. Other folders of the mods aren't read.</summary>
    /// <param name="folder">A host path.</param>
    /// <param name="configuration">The configuration, with its defaults filled in.</param>
    /// <param name="order">The load order if it has been read already; null to read it.</param>
    internal static ModResolver OfFolder(string folder, VfsConfiguration configuration, LoadOrder? order = null) =>
        OfFolders([folder], configuration, order);

    /// <summary>Creates a resolver for what the game sees in a few folders. Other folders of the mods aren't read.</summary>
    /// <inheritdoc cref="OfFolder"/>
    internal static ModResolver OfFolders(IEnumerable<string> folders, VfsConfiguration configuration, LoadOrder? order = null)
    {
        var places = new List<string>();
        foreach (string folder in folders)
        {
            try
            {
                string path = VirtualPath.Canonicalize(ToVirtual(folder));
                foreach (string target in configuration.Targets.Select(target => VirtualPath.Canonicalize(ToVirtual(target))))
                {
                    if (VirtualPath.IsSameOrBelow(path, target))
                        places.Add(path[target.Length..].TrimStart('\\'));
                }
            }
            catch (ArgumentException)
            {
                // No folder can have this path, so no mod has anything there.
            }
        }

        return new ModResolver(ModSet.LoadFolder(configuration, places, order));
    }

    /// <summary>Returns which mod, or the overwrite folder, hides a path of the game's own, or null if the game sees the path.</summary>
    /// <param name="path">As for <see cref="Which"/>.</param>
    internal string? FindHider(string path)
    {
        if (Locate(path) is not (AppliedTarget target, string relative))
            return null;
        Snapshot snapshot = _files.Snapshot;
        int? layer = snapshot.Hidden?.FindLayer(target.PathOf(relative));
        GC.KeepAlive(snapshot);
        return layer is { } handle ? _modNames.GetValueOrDefault(handle) : null;
    }

    /// <summary>Gets the names of all loaded mods, and that of the overwrite folder if it is laid.</summary>
    internal IEnumerable<string> LayerNames =>
        _set.Mods.Select(mod => mod.Mod.Name).Concat(_modNames.Values.Where(name => name == OverwriteName).Take(1));

    private void AddOverwrite(VfsConfiguration configuration)
    {
        string overwrite = OverwritePlaces.UsedOf(configuration);
        OverwritePlace[] places = OverwritePlaces.Of(overwrite, configuration);
        foreach (AppliedTarget target in Applied.Targets)
        {
            string part = target.IsConfigured
                ? places.First(place => place.Target == target.Folder).Folder
                : OverwritePlaces.KnownOf(overwrite, target.Known!.Value);
            if (!Directory.Exists(part) || Scan(part, target) is not { } listing)
                continue;
            int layer = _files.AddFolder(listing, part, target.VirtualFolder, new LayerOptions { Name = OverwriteName });
            _modNames.Add(layer, OverwriteName);
            _overwrite.Add((target.VirtualFolder, listing));
        }
    }

    private FolderListing? Scan(string part, AppliedTarget target) =>
        FolderScanner.Scan(OverwriteName, part, ScanOptions.OfOverwrite(target.VirtualFolder.Length, _set.Only)).Listing;

    /// <summary>Gets the mods laid over their targets, with their diagnostics and their counts for the start line.</summary>
    public AppliedMods Applied { get; }

    /// <summary>Returns who provides a path, or null if neither a mod nor the game has it or it isn't in a target.</summary>
    /// <param name="path">
    /// An absolute host path, a path relative to the first target, or one that begins with a known folder named by a map
    /// (<c>%DOCUMENTS%</c>). It may use slashes or backslashes and any letter case.
    /// </param>
    public ResolvedName? Which(string path) =>
        Locate(path) is (AppliedTarget target, string relative) ? Resolve(target, relative) : null;

    /// <summary>
    /// Lists what the game sees in a folder, in NTFS order, a folder before its content. Returns nothing if the game sees no such folder.
    /// </summary>
    /// <param name="path">As for <see cref="Which"/>; empty for the first target itself.</param>
    /// <param name="recursive">True to list subfolders, too.</param>
    /// <param name="onlyMods">True to omit what only the game has.</param>
    public IEnumerable<SeenName> List(string path = "", bool recursive = true, bool onlyMods = false)
    {
        if (Locate(path) is not (AppliedTarget target, string relative)
            || (relative.Length > 0 && Resolve(target, relative) is not { IsFolder: true }))
            yield break;
        // A folder's lines wait here until those of the preceding folders have been returned.
        var pending = new Stack<(SeenName Line, bool HasMods)>();
        Push(ReadFolder(target, relative, onlyMods));
        while (pending.TryPop(out (SeenName Line, bool HasMods) next))
        {
            yield return next.Line;
            if (next.Line is { IsFolder: true, LeadsBack: false } && recursive && (next.HasMods || !onlyMods))
                Push(ReadFolder(target, next.Line.Path, onlyMods));
        }

        void Push(List<(SeenName Line, bool HasMods)> lines)
        {
            for (int i = lines.Count - 1; i >= 0; i--)
                pending.Push(lines[i]);
        }
    }

    /// <summary>
    /// Returns what mods conflict about, in order of the paths: files that more than one mod has, and names that are a file to one and a
    /// folder to another, including the game.
    /// </summary>
    public IReadOnlyList<ResolvedName> GetConflicts()
    {
        var paths = new HashSet<string>(_files.Clashes.Select(clash => clash.Path).Concat(Applied.Targets.SelectMany(Clashing)),
            NameComparer.Instance);
        var conflicts = new List<(string Path, ResolvedName Name)>();
        foreach (string path in paths)
        {
            if (TargetOf(path) is (AppliedTarget target, string relative) && Resolve(target, relative) is { } resolved)
                conflicts.Add((path, resolved));
        }

        // For a plain file everything is already known, and asking for each again would take quadratic time.
        foreach (PathConflict conflict in _files.GetConflicts())
        {
            if (!paths.Contains(conflict.Path) && TargetOf(conflict.Path) is (AppliedTarget target, string relative))
            {
                ResolvedName resolved = Resolve(target, relative, conflict);
                if (resolved.Providers.Count(provider => !provider.IsGame) > 1)
                    conflicts.Add((conflict.Path, resolved));
            }
        }

        conflicts.Sort((left, right) => NameComparer.Instance.Compare(left.Path, right.Path));
        return [.. conflicts.Select(conflict => conflict.Name)];
    }

    /// <summary>Adds, below all mods, the folders that maps need as parents for parts of mods. Nothing is created on disk.</summary>
    private void AddParents()
    {
        ModPart[] parts = [.. _set.Mods.SelectMany(mod => mod.Parts)];
        foreach ((AppliedTarget target, string folder, List<string> missing)
            in MapParents.Of(_set.Configuration.Mods, Applied.Targets, parts))
        {
            if (missing.Count == 0 && !Directory.Exists(folder))
                continue;
            var below = new LayerOptions { Below = _files.GetLayers() is [{ } lowest, ..] ? lowest.Handle : null };
            _modNames.Add(
                _files.AddFolder(MapParents.List(folder, missing, leavesOutOthers: true), target.VirtualFolder, below), ParentsName);
        }
    }

    private ResolvedName Resolve(AppliedTarget target, string relative, PathConflict conflict)
    {
        List<Provider> providers = ProvidersOf(conflict.Providers);
        if (FindOwn(target, relative) is not { } game)
            return new ResolvedName(relative, target.Folder, providers);
        providers.Add(new Provider(null, game.Path, game.IsFolder));
        return new ResolvedName(relative[..(relative.LastIndexOf('\\') + 1)] + game.Name, target.Folder, providers);
    }

    /// <summary>Returns each real file once, because a preferred file has two layers.</summary>
    private List<Provider> ProvidersOf(IEnumerable<PathProvider> given)
    {
        var providers = new List<Provider>();
        foreach (PathProvider provider in given)
        {
            if (_modNames.TryGetValue(provider.Layer, out string? mod) && HostPath(provider.Backing) is var path
                && !providers.Exists(other => other.Path == path))
                providers.Add(new Provider(mod, path, provider.IsFolder));
        }

        return providers;
    }

    /// <inheritdoc/>
    public void Dispose() => _files.Dispose();

    /// <summary>Returns the virtual path of a host path. On Linux any drive will do, because these paths meet no game.</summary>
    private static string ToVirtual(string hostPath) =>
        OperatingSystem.IsWindows() || ConfigurationPath.IsWindowsAbsolute(hostPath) ? hostPath : "C:" + hostPath.Replace('/', '\\');

    private (AppliedTarget Target, string Relative)? Locate(string path)
    {
        if (Applied.Targets.Count == 0)
            return null;
        try
        {
            if (Applied.Targets.FirstOrDefault(target => target.Known is { } known
                && VirtualPath.IsSameOrBelow(path.Replace('/', '\\'), KnownFolders.NameOf(known))) is { } named)
            {
                string below = path[KnownFolders.NameOf(named.Known!.Value).Length..];
                return TargetOf(VirtualPath.Canonicalize(named.VirtualFolder + below));
            }

            bool isAbsolute = ConfigurationPath.IsWindowsAbsolute(path) || Path.IsPathFullyQualified(path);
            string first = Applied.Targets[0].VirtualFolder;
            return TargetOf(VirtualPath.Canonicalize(isAbsolute ? ToVirtual(path) : $"{first}\\{path}"));
        }
        catch (ArgumentException)
        {
            // No file can have this path.
            return null;
        }
    }

    /// <summary>Returns the outermost target that contains a virtual path, and the path below it.</summary>
    private (AppliedTarget Target, string Relative)? TargetOf(string path)
    {
        AppliedTarget? best = null;
        foreach (AppliedTarget target in Applied.Targets)
        {
            bool isIn = VirtualPath.IsSameOrBelow(path, target.VirtualFolder);
            if (isIn && (best is null || target.VirtualFolder.Length < best.VirtualFolder.Length))
                best = target;
        }

        return best is null ? null : (best, path[best.VirtualFolder.Length..].TrimStart('\\'));
    }

    private ResolvedName? Resolve(AppliedTarget target, string relative)
    {
        if (IsBelowFile(target, relative))
            return null;
        string path = target.PathOf(relative);
        List<Provider> providers = ProvidersOf(_files.GetProviders(path));
        GameName? game = FindOwn(target, relative);
        if (game is not null)
            providers.Add(new Provider(null, game.Path, game.IsFolder));
        if (providers.Count == 0)
            return null;
        string name = relative.Length == 0 ? "" : game is not null && game.IsFolder == providers[0].IsFolder ? game.Name : ModsName(path);
        return new ResolvedName(relative[..(relative.LastIndexOf('\\') + 1)] + name, target.Folder, providers);
    }

    /// <summary>Returns what the game itself has under a path, or null if it has nothing or a mod hides it.</summary>
    internal GameName? FindOwn(AppliedTarget target, string relative) =>
        IsHidden(target, relative) ? null : _game.Find(target.Folder, relative);

    /// <summary>Returns what the game itself has in a folder, without what mods hide.</summary>
    private Dictionary<string, GameName> ReadOwn(AppliedTarget target, string relative, string folder)
    {
        Dictionary<string, GameName> names = _game.Read(folder);
        string prefix = relative.Length == 0 ? "" : relative + "\\";
        return _files.Snapshot.Hidden is null
            ? names
            : names.Where(name => !IsHidden(target, prefix + name.Key)).ToDictionary(name => name.Key, name => name.Value, names.Comparer);
    }

    private bool IsHidden(AppliedTarget target, string relative) =>
        relative.Length > 0 && _files.Snapshot.Hidden?.CoversOwn(target.PathOf(relative), out _) == true;

    /// <summary>Returns the last name of a path that mods have, in the letter case of the trees.</summary>
    private string ModsName(string path)
    {
        ReadOnlySpan<char> name = VirtualPath.GetName(path);
        Snapshot snapshot = _files.Snapshot;
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path));
        if (parent.Kind == LookupKind.Folder && snapshot.TryGetFolder(parent.PathId, out FolderView folder)
            && folder.TryFind(name, out EntryView entry))
            name = entry.Name;
        string text = name.ToString();
        GC.KeepAlive(snapshot);
        return text;
    }

    /// <summary>Determines whether a mod's file takes the place of a parent folder of a path, so that nothing is below it.</summary>
    private bool IsBelowFile(AppliedTarget target, string relative)
    {
        for (int end = relative.IndexOf('\\'); end >= 0; end = relative.IndexOf('\\', end + 1))
        {
            Snapshot snapshot = _files.Snapshot;
            LookupKind kind = snapshot.Lookup(target.PathOf(relative.AsSpan(0, end))).Kind;
            GC.KeepAlive(snapshot);
            if (kind == LookupKind.File)
                return true;
        }

        return false;
    }

    private List<(SeenName Line, bool HasMods)> ReadFolder(AppliedTarget target, string relative, bool onlyMods)
    {
        var lines = new SortedDictionary<string, (SeenName Line, bool HasMods)>(NameComparer.Instance);
        GameName? gameFolder = FindOwn(target, relative);
        Dictionary<string, GameName> game = gameFolder is { IsFolder: true } && !IsInCircle(target, relative)
            ? ReadOwn(target, relative, gameFolder.Path)
            : [];
        string prefix = relative.Length == 0 ? "" : relative + "\\";
        var taken = new HashSet<string>(NameComparer.Instance);
        Snapshot snapshot = _files.Snapshot;
        LookupResult folder = snapshot.Lookup(target.PathOf(relative));
        if (folder.Kind == LookupKind.Folder && snapshot.TryGetFolder(folder.PathId, out FolderView view))
        {
            foreach (EntryView entry in view)
            {
                string name = entry.Name.ToString();
                taken.Add(name);
                game.TryGetValue(name, out GameName? own);
                // What mods have there is listed all the same.
                if (own is { IsFolderLink: true } && LeadsBack(own.Path, target.Folder))
                    _circles.Add(target.PathOf(prefix + own.Name));
                if (entry.IsFolder && own is { IsFolder: true })
                    lines[own.Name] = (new SeenName(prefix + own.Name, target.Folder, true, null, own.Path, false), true);
                else if (!entry.IsFolder || HasSource(snapshot, entry.PathId))
                    lines[name] = (ModsLine(prefix, target, entry, own), true);
            }
        }

        GC.KeepAlive(snapshot);
        if (!onlyMods)
        {
            foreach (GameName own in game.Values.Where(g => !taken.Contains(g.Name)))
            {
                var line = new SeenName(prefix + own.Name, target.Folder, own.IsFolder, null, own.Path, false)
                {
                    LeadsBack = own.IsFolderLink && LeadsBack(own.Path, target.Folder),
                };
                lines[own.Name] = (line, false);
            }
        }

        return [.. lines.Values];
    }

    /// <summary>Determines whether a path leads through a link to a folder around it, so that the game's own names there are known.</summary>
    private bool IsInCircle(AppliedTarget target, string relative)
    {
        for (int end = _circles.Count == 0 ? 0 : relative.Length; end > 0; end = relative.LastIndexOf('\\', end - 1))
        {
            if (_circles.Contains(target.PathOf(relative.AsSpan(0, end))))
                return true;
        }

        return false;
    }

    /// <summary>Determines whether a link in a target leads to a folder on the way to the link, or to one around that.</summary>
    private static bool LeadsBack(string link, string target)
    {
        var way = new FolderWay(FolderLinks.Resolve(target) ?? target, null);
        string at = target;
        foreach (string name in link[target.Length..].Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries))
        {
            at = Path.Join(at, name);
            if (way.Enter(name, new FileInfo(at).LinkTarget is not null) is not { } next)
                return true;
            way = next;
        }

        return false;
    }

    /// <summary>Creates the line of a name that a mod wins. One that replaces a game's file keeps that one's letter case.</summary>
    private SeenName ModsLine(string prefix, AppliedTarget target, EntryView entry, GameName? own)
    {
        bool replaces = !entry.IsFolder && own is { IsFolder: false };
        string name = replaces ? own!.Name : entry.Name.ToString();
        return new SeenName(prefix + name, target.Folder, entry.IsFolder, _modNames.GetValueOrDefault(entry.Layer),
            SourceOf(entry), replaces);
    }

    /// <summary>Determines whether a folder comes from a mod, unlike one that only leads to another target.</summary>
    private static bool HasSource(Snapshot snapshot, int pathId) =>
        snapshot.TryGetFolder(pathId, out FolderView folder) && folder.SourceCount > 0;

    private static string SourceOf(EntryView entry) => HostPath(string.Concat(entry.BackingFolder, entry.BackingName));

    private static string HostPath(string target) => Path.TrimEndingDirectorySeparator(target);

    /// <summary>Returns the virtual paths of mods whose kind (file or folder) differs from what the game has there.</summary>
    private IEnumerable<string> Clashing(AppliedTarget target) =>
        from line in List(target.Folder, recursive: true, onlyMods: true)
        where line.Mod is not null && FindOwn(target, line.Path) is { } own && own.IsFolder != line.IsFolder
        select target.PathOf(line.Path);
}
