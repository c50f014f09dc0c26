using System.Text.Json;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>
/// A reader of a staging folder of Vortex, and of the deployment files in the game's folder (<c>vortex.deployment.json</c>), which name the
/// winner of each path.
/// </summary>
internal sealed class VortexStaging
{
    /// <summary>The file by which a staging folder is known.</summary>
    public const string Marker = "__vortex_staging_folder";

    private const string Manager = "Vortex", Deployment = "vortex.deployment", DeploymentEnding = ".json", Merged = "__merged";

    // A deployment lies in the folder into which it was deployed.
    private const int DeepestDeployment = 6;

    private readonly ImportPlaces _places;
    private readonly List<Diagnostic> _notes = [];
    private readonly string _staging;

    // By the path in the game's folder: the mod that won it.
    private readonly Dictionary<string, string> _winners = new(NameComparer.Instance);

    // By mod: the folders to which it was deployed.
    private readonly Dictionary<string, List<string>> _deployed = new(NameComparer.Instance);
    private string _usualPlace = "";

    private VortexStaging(string staging, ImportPlaces places) => (_staging, _places) = (staging, places);

    public static bool Is(string folder) => File.Exists(ImportPlaces.In(folder, Marker))
        || File.Exists(ImportPlaces.In(folder, Deployment + ".msgpack"));

    public static bool IsDeployment(string file) => Path.GetFileName(file) is var name
        && name.StartsWith(Deployment, StringComparison.OrdinalIgnoreCase)
        && name.EndsWith(DeploymentEnding, StringComparison.OrdinalIgnoreCase);

    /// <summary>Reads what the last deployment has put into the game.</summary>
    /// <param name="source">The staging folder, or a deployment file.</param>
    /// <exception cref="CliException">It is neither, or the deployment can't be read.</exception>
    public static ImportPlan Read(string source, ImportPlaces places)
    {
        string staging = source;
        if (File.Exists(source))
        {
            JsonElement deployment = ForeignJson.Read(source);
            staging = deployment.GetText("stagingPath") is { } path && places.Resolve(path, Path.GetDirectoryName(source)!) is { } host
                && Directory.Exists(host)
                ? host
                : throw new CliException(ExitCodes.NotFound, $"'{source}' names no staging folder that is there.",
                    "Name the staging folder.");
        }

        return new VortexStaging(staging, places).Read();
    }

    private ImportPlan Read()
    {
        foreach (string file in FindDeployments())
            ReadDeployment(file);
        string[] folders = [.. ImportPlaces.FoldersIn(_staging)
            .Where(folder => _deployed.ContainsKey(Path.GetFileName(folder))
                || !Path.GetFileName(folder).StartsWith(Merged, StringComparison.OrdinalIgnoreCase))];
        HashSet<string> there = new(folders.Select(folder => Path.GetFileName(folder)), NameComparer.Instance);
        foreach (string gone in _deployed.Keys.Where(name => !there.Contains(name)))
            _notes.Add(Diagnostic.Warning($"the mod '{gone}' was deployed, but isn't there", file: Path.Combine(_staging, gone)));
        _notes.Add(_winners.Count == 0
            ? Diagnostic.Warning($"the game's folder has no {Deployment}.json: it isn't known which mods are switched on "
                + "and which one wins; they are all on, by name",
                file: _places.Game, fix: "deploy in Vortex, import, and purge afterwards")
            : Diagnostic.Notice("the game's folder has the files that Vortex has deployed",
                file: _places.Game, fix: "purge in Vortex, so that the game has them from rvfs alone"));

        return Arrange(folders);
    }

    private IEnumerable<string> FindDeployments()
    {
        var options = new EnumerationOptions
        {
            MatchCasing = MatchCasing.CaseInsensitive,
            RecurseSubdirectories = true,
            MaxRecursionDepth = DeepestDeployment,
            AttributesToSkip = FileAttributes.ReparsePoint,
        };
        return Directory.GetFiles(_places.Game, $"{Deployment}*{DeploymentEnding}", options)
            .Where(file => !FolderLinks.IsInside(file, ImportPlaces.In(_places.Game, VfsConfiguration.FolderName)))
            .OrderBy(file => Path.GetFileName(file).Length).ThenBy(file => file, StringComparer.Ordinal);
    }

    private void ReadDeployment(string file)
    {
        JsonElement deployment = ForeignJson.Read(file);
        string place = ImportPlaces.Normal(Path.GetRelativePath(_places.Game, Path.GetDirectoryName(file)!)) ?? "";
        if (_winners.Count == 0)
            _usualPlace = place;
        int bad = 0;
        foreach (JsonElement deployed in deployment.GetList("files"))
        {
            string? target = ImportPlaces.Normal(deployed.GetText("target") ?? "");
            string? path = ImportPlaces.Normal(deployed.GetText("relPath") ?? "");
            if (deployed.GetText("source") is not { } source || target is null || string.IsNullOrEmpty(path) || path[0] == '%')
            {
                bad++;
                continue;
            }

            string to = Join(place, target);
            _winners[Join(to, path)] = source;
            if (!_deployed.TryGetValue(source, out List<string>? tos))
                _deployed.Add(source, tos = []);
            if (!tos.Contains(to, NameComparer.Instance))
                tos.Add(to);
        }

        if (bad > 0)
            _notes.Add(Diagnostic.Warning($"can't be understood: {Counted.Of(bad, "deployed file")}", file: file));
    }

    /// <summary>Orders the mods so that each path has its winner; a preference names the winner if no order gives it.</summary>
    private ImportPlan Arrange(string[] folders)
    {
        ImportOrder order = new();
        ImportNames names = new();
        Dictionary<string, string> nameOf = new(NameComparer.Instance);
        Dictionary<string, ImportedMod> mods = new(NameComparer.Instance);
        List<(string Winner, string Loser, string Path)> lost = [];
        int changed = 0;
        foreach (string folder in folders)
            nameOf.TryAdd(Path.GetFileName(folder), names.Take(Path.GetFileName(folder)));
        foreach (string folder in folders)
        {
            string source = Path.GetFileName(folder);
            bool isOn = _winners.Count == 0 || _deployed.ContainsKey(source);
            List<ImportedPart> parts = [];
            foreach (string to in _deployed.GetValueOrDefault(source) ?? [_usualPlace])
            {
                HashSet<string> left = [], kept = [];
                foreach (string file in isOn && _winners.Count > 0 ? FilesIn(folder) : [])
                {
                    string seen = Join(to, file);
                    if (!_winners.TryGetValue(seen, out string? winner))
                    {
                        left.Add(file);
                        continue;
                    }

                    kept.Add(file);
                    if (!NameComparer.Instance.Equals(winner, source) && nameOf.TryGetValue(winner, out string? other))
                    {
                        order.Add(nameOf[source], other);
                        lost.Add((other, nameOf[source], seen));
                    }
                }

                changed += left.Count;
                parts.Add(new ImportedPart(folder, to) { Exclude = Excluded(left, kept) });
            }

            mods.Add(nameOf[source], new ImportedMod(nameOf[source], isOn)
            {
                Parts = parts,
                Metadata = (ForeignMetadata.Read(folder) ?? ModMetadata.None) with { From = Deployment + DeploymentEnding, Needs = [] },
            });
        }

        if (changed > 0)
            _notes.Add(Diagnostic.Notice($"left out, because Vortex hasn't deployed them: {Counted.Of(changed, "file")}", file: _staging));
        List<string> sorted = order.Sort([.. mods.Keys]);
        Dictionary<string, int> rank = new(NameComparer.Instance);
        foreach (string name in sorted)
            rank[name] = rank.Count;
        return new ImportPlan(Manager, _staging)
        {
            Mods = [.. sorted.Select(name => mods[name])],
            Preferences = [.. lost.Where(one => rank[one.Loser] > rank[one.Winner]).Select(one => (one.Winner, one.Path)).Distinct()
                .Select(one => new ImportedPreference(one.Winner, one.Path.Replace('\\', '/')))],
            Notes = _notes,
        };
    }

    /// <summary>Returns patterns for files that weren't deployed: whole folders if possible, otherwise single files.</summary>
    private static List<string> Excluded(HashSet<string> left, HashSet<string> kept)
    {
        HashSet<string> needed = new(NameComparer.Instance);
        foreach (string file in kept)
        {
            for (int end = file.LastIndexOf('\\'); end > 0 && needed.Add(file[..end]);)
                end = file.LastIndexOf('\\', end - 1);
        }

        HashSet<string> patterns = new(NameComparer.Instance);
        foreach (string file in left)
        {
            int end = file.IndexOf('\\', StringComparison.Ordinal);
            while (end > 0 && needed.Contains(file[..end]))
                end = file.IndexOf('\\', end + 1);
            patterns.Add((end < 0 ? file : file[..end]).Replace('\\', '/'));
        }

        return [.. patterns.Order(NameComparer.Instance)];
    }

    private static IEnumerable<string> FilesIn(string folder) =>
        TreeNames.List(folder).Where(entry => !entry.IsFolder).Select(file => file.Path.Replace('/', '\\'));

    private static string Join(string folder, string name) => folder.Length == 0 ? name : name.Length == 0 ? folder : $@"{folder}\{name}";
}
