using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>A survey of the mods folder and each of the game's folders.</summary>
/// <remarks>
/// Finds links that lead nowhere or out of the mods folder, files that are only in a cloud, names that older games' functions don't
/// support, and saves that Steam doesn't see in an overwrite folder. Each finding counts the files of its kind and names the first ones.
/// </remarks>
internal sealed class FolderSurvey
{
    /// <summary>The maximum number of places named in one finding.</summary>
    private const int MostPaths = 3;

    /// <summary>
    /// The attributes <c>FILE_ATTRIBUTE_OFFLINE | _RECALL_ON_OPEN | _RECALL_ON_DATA_ACCESS</c> (<c>winnt.h</c>): the content isn't, or
    /// isn't completely, on the disk.
    /// </summary>
    private const FileAttributes Recalled = (FileAttributes)(0x1000 | 0x4_0000 | 0x40_0000);

    private static readonly string[] s_clouds = ["OneDrive", "OneDriveConsumer", "OneDriveCommercial"];

    /// <summary>The file that Steam puts into each folder of saves that it synchronises by itself (Steam Auto-Cloud).</summary>
    private const string SteamMarker = "steam_autocloud.vdf";

    private readonly SystemFacts _facts;
    private readonly string _root;
    private readonly bool _isMods;
    private readonly IncludePatterns? _inPlace;
    private readonly List<string> _mapped = [];
    private readonly Dictionary<string, HashSet<string>> _maps = [];
    private readonly Dictionary<string, List<string>> _dead = [], _outside = [], _recalled = [], _unsayable = [], _unseen = [];

    private FolderSurvey(SystemFacts facts, string root, VfsConfiguration? ofGame)
    {
        _facts = facts;
        _root = Path.TrimEndingDirectorySeparator(root);
        _isMods = ofGame is null;
        _inPlace = ofGame is { Writes: WritePolicy.Overwrite } ? new IncludePatterns(ofGame.InPlace) : null;
    }

    public static IEnumerable<Diagnostic> Run(SystemFacts facts, string gameFolder, VfsConfiguration configuration)
    {
        string[] folders = [.. configuration.Targets.Prepend(gameFolder).Distinct().Where(Directory.Exists)];
        IEnumerable<Diagnostic> ofGame = folders.Where(f => !folders.Any(other => other != f && FolderLinks.IsInside(f, other)))
            .SelectMany(folder => new FolderSurvey(facts, folder, configuration).Find(configuration.Mods));
        return configuration.Mods is { } mods && Directory.Exists(mods)
            ? ofGame.Concat(new FolderSurvey(facts, mods, ofGame: null).Find(null))
            : ofGame;
    }

    /// <summary>Examines everything in the folder.</summary>
    /// <param name="apart">A folder in it that is left out, or null.</param>
    private IEnumerable<Diagnostic> Find(string? apart)
    {
        foreach (FoundEntry entry in _facts.Files.Walk(_root).Where(entry => apart is null || !FolderLinks.IsInside(entry.Path, apart)))
            Check(entry);

        (Dictionary<string, List<string>> Found, Kind Kind)[] kinds =
            [(_dead, Dead), (_outside, Outside), (_recalled, Recall), (_unsayable, Unsayable)];
        return [.. PathFindings(),
            .. MappedFinding(),
            .. kinds.SelectMany(kind => kind.Found.Select(found => Describe(found, kind.Kind))), .. _unseen.Select(Unseen)];
    }

    private void Check(FoundEntry entry)
    {
        if (entry.LinkTarget is not null)
            CheckLink(entry);
        if (!entry.IsFolder && (entry.Attributes & Recalled) != 0)
            Note(_recalled, entry.Path);
        if (_inPlace is not null && !entry.IsFolder && Path.GetFileName(entry.Path).Equals(SteamMarker, StringComparison.OrdinalIgnoreCase)
            && !_inPlace.Matches(Below(entry.Path).Replace('\\', '/')))
            Note(_unseen, Path.GetDirectoryName(entry.Path)!);
        if (_isMods && !entry.IsFolder && !_facts.Text.CanSay(entry.Path[_root.Length..]))
            Note(_unsayable, entry.Path);
    }

    private void CheckLink(FoundEntry entry)
    {
        string? real = RealPath(entry);
        if (real is null)
            Note(_dead, entry.Path);
        else if (_isMods && !IsModItself(entry.Path) && !HomesOf(entry.Path).Any(home => FolderLinks.IsInside(real, home)))
        {
            if (IsMapped(entry.Path))
                _mapped.Add(entry.Path);
            else
                Note(_outside, entry.Path);
        }
    }

    /// <summary>Determines whether a link is a whole mod. Players make such links to store mods on another drive.</summary>
    private bool IsModItself(string path) => Path.GetDirectoryName(path) == _root;

    /// <summary>Returns one notice of all links that imports make, because each imported mod has one.</summary>
    private Diagnostic[] MappedFinding() => _mapped.Count == 0 ? [] :
    [
        Diagnostic.Notice(Counted.Of(_mapped.Count, "link that its mod's map names leads", "links that their mods' maps name lead")
            + $" out of the mods folder, as 'rvfs import' makes them; the game's writes there change the files behind: {ListPaths(_mapped)}",
            file: _root,
            fix: "if you haven't imported them, delete them before you start the game; \"writes\": \"overwrite\" keeps those writes apart"),
    ];

    /// <summary>Determines whether a link lies directly in a mod whose map names it.</summary>
    private bool IsMapped(string path)
    {
        string mod = Path.GetDirectoryName(path)!;
        if (Path.GetDirectoryName(mod) != _root)
            return false;
        if (!_maps.TryGetValue(mod, out HashSet<string>? names))
        {
            names = [.. (ModMetadataReader.Read("", mod).Map ?? []).Select(rule => rule.From.Split('\\')[0])];
            _maps.Add(mod, names);
        }

        return names.Contains(Path.GetFileName(path));
    }

    /// <summary>Returns the folders that a mod's links may lead into: the mods folder, and the mod's own if that is elsewhere.</summary>
    private IEnumerable<string> HomesOf(string path) =>
        ((string[])[_root, Path.Combine(_root, ModOf(path))]).Select(FolderLinks.Resolve).OfType<string>();

    /// <summary>Returns the final target of a link, or null if there is none or the links form a cycle.</summary>
    private static string? RealPath(FoundEntry entry)
    {
        try
        {
            return FolderLinks.EndOf(entry.Path) is { } end && Path.Exists(end) ? end : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null;
        }
    }

    private IEnumerable<Diagnostic> PathFindings()
    {
        foreach (string cloud in s_clouds.Select(_facts.Variable).OfType<string>()
            .Where(c => c.Length > 0 && FolderLinks.IsInside(_root, c)).Take(1))
        {
            yield return Diagnostic.Warning(
                $"{(_isMods ? "the mods lie" : "the game lies")} in OneDrive's folder: OneDrive removes files from the disk that haven't "
                    + $"been used for a while, and keeps others open while it synchronises them",
                file: _root,
                fix: $"move {(_isMods ? "the mods" : "the game")} out of '{cloud}', or at least choose 'Always keep on this "
                    + $"device' for the folder");
        }

        if (!_isMods && !_facts.Text.CanSay(_root))
            yield return Diagnostic.Warning(
                $"the game's path has characters that this system's code page ({_facts.Text.CodePage}) doesn't have: games that use "
                    + $"Windows' ANSI functions can't open their own files there",
                file: _root, fix: "if the game doesn't find its files: move it into a folder whose path has only plain letters");
    }

    /// <summary>Returns the finding for the places of one kind in a mod, or in the game.</summary>
    private Diagnostic Describe(KeyValuePair<string, List<string>> found, Kind kind)
    {
        List<string> places = found.Value;
        string who = found.Key.Length == 0 ? "the game" : $"the mod '{found.Key}'";
        string number = Counted.Of(places.Count, kind.One, kind.Many);
        string cause = $"{number} of {who} {(places.Count == 1 ? kind.Is : kind.Are)} {kind.Cause(places)}";
        return (kind.IsNotice ? Diagnostic.Notice(cause) : Diagnostic.Warning(cause)) with
        {
            File = places[0],
            Mod = found.Key.Length == 0 ? null : found.Key,
            Fix = kind.Fix,
        };
    }

    /// <summary>The text, severity and cure of one kind of finding.</summary>
    /// <param name="One">The noun for one place.</param>
    /// <param name="Many">The noun for several places.</param>
    /// <param name="Is">The verb for one place.</param>
    /// <param name="Are">The verb for several places.</param>
    /// <param name="Cause">Returns the text after the verb.</param>
    /// <param name="Fix">The remedy.</param>
    private sealed record Kind(string One, string Many, string Is, string Are, Func<List<string>, string> Cause, string Fix)
    {
        /// <summary>Gets a value indicating whether the finding is a notice, because it needn't be a fault.</summary>
        public bool IsNotice { get; init; }
    }

    private Kind Dead => new("link", "links", "leads", "lead", places => $"nowhere: {ListPaths(places)}",
        "put back what it led to, or delete the link");

    private Kind Outside => new("link", "links", "leads", "lead",
        places => $"out of the mods folder; what the game writes there changes the files behind: {ListPaths(places)}",
        "if you haven't made the link yourself, delete it before you start the game");

    private Kind Recall => new("file", "files", "isn't", "aren't",
        places => "on the disk but in a cloud: the game waits for the download when it opens one, and fails offline. The first is "
            + $"'{Below(places[0])}'",
        "choose 'Always keep on this device' for the folder, or move it to one that isn't synchronised");

    private Kind Unsayable => new("file", "files", "has a name", "have names",
        places => $"with characters that this system's code page ({_facts.Text.CodePage}) doesn't have; the first is '{Below(places[0])}'",
        "only if the game doesn't find them, because it uses Windows' ANSI functions: rename them with plain letters")
    { IsNotice = true };

    private Diagnostic Unseen(KeyValuePair<string, List<string>> found)
    {
        string pattern = Path.GetRelativePath(_root, found.Value[0]).Replace('\\', '/') is var below and not "." ? $"{below}/**" : "*.sav";
        return Diagnostic.Warning(
            $"Steam Cloud synchronises {Counted.Of(found.Value.Count, "folder")} of the game, but not the overwrite folder, where the "
                + $"saves go: the cloud keeps the old ones. The first is '{Below(found.Value[0])}'") with
        {
            File = found.Value[0],
            Key = "inPlace",
            Fix = $"let the game write them where Steam looks: \"inPlace\": [\"{pattern}\"] in rvfs.json",
        };
    }

    private void Note(Dictionary<string, List<string>> kind, string path)
    {
        string mod = _isMods ? ModOf(path) : "";
        if (!kind.TryGetValue(mod, out List<string>? places))
            kind[mod] = places = [];
        places.Add(path);
    }

    private string ModOf(string path) => Below(path).Split(Path.DirectorySeparatorChar)[0];

    private string Below(string path) => Path.GetRelativePath(_root, path);

    private string ListPaths(List<string> paths) =>
        string.Join(", ", paths.Take(MostPaths).Select(p => $"'{Below(p)}' -> '{new FileInfo(p).LinkTarget}'"))
            + (paths.Count > MostPaths ? $", and {paths.Count - MostPaths} more" : "");
}
