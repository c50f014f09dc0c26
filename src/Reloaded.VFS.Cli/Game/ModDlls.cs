using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Game;

/// <summary>The DLLs that mods put beside the game's program, where Windows looks first for whatever the game loads.</summary>
internal sealed class ModDlls
{
    private readonly string _gameFolder;

    // By name: the file that wins and its mod.
    private readonly Dictionary<string, (string File, string Mod)> _dlls = new(StringComparer.OrdinalIgnoreCase);

    // By name: the mod that hides what the game or a lower mod has.
    private readonly Dictionary<string, string> _hidden = new(StringComparer.OrdinalIgnoreCase);

    private ModDlls(string gameFolder) => _gameFolder = gameFolder;

    /// <summary>The DLLs' names, in no particular order.</summary>
    public IEnumerable<string> Names => _dlls.Keys;

    /// <summary>Looks into the folder of each mod that lies over the program's. A mods folder that can't be read has none.</summary>
    /// <param name="gameFolder">The program's folder.</param>
    /// <param name="configuration">With its defaults filled in.</param>
    /// <param name="order">The load order where it has been read already; null: it is read.</param>
    public static ModDlls Find(string gameFolder, VfsConfiguration configuration, LoadOrder? order = null)
    {
        ModDlls found = new(gameFolder);
        if (configuration.Mods is not { } mods)
            return found;
        string[] below = [.. configuration.Targets.Select(target => Path.GetRelativePath(target, gameFolder))
            .Where(path => !Path.IsPathRooted(path) && !path.StartsWith("..", StringComparison.Ordinal))];
        foreach (Mod mod in (order ?? LoadOrder.Read(mods, configuration.Order)).Mods.Where(mod => mod.IsLoaded))
        {
            foreach (string path in below)
            {
                if (ModMap.Of(configuration, mod) is { } map)
                {
                    found.TakeMapped(mod, map.Rules, path);
                    continue;
                }

                found.Hide(mod, path, [Path.Combine(mod.Folder, path)]);
                found.Add(mod, Path.Combine(mod.Folder, path));
            }
        }

        return found;
    }

    /// <summary>The mod that supplies the DLL of that name, or hides it; null where none does.</summary>
    public string? ModOf(string name) =>
        _dlls.TryGetValue(name, out (string File, string Mod) dll) ? dll.Mod : _hidden.GetValueOrDefault(name);

    /// <summary>Whether a mod hides the DLL of that name, and no higher one brings it.</summary>
    public bool IsHidden(string name) => !_dlls.ContainsKey(name) && _hidden.ContainsKey(name);

    /// <summary>
    /// Those that the program imports, itself or through DLLs in its folder, and that a mod brings or hides: Windows maps imports before
    /// anything else runs in the process.
    /// </summary>
    public IReadOnlyList<string> FindImported(string program)
    {
        List<string> imported = [];
        if (_dlls.Count + _hidden.Count == 0)
            return imported;
        HashSet<string> seen = new(StringComparer.OrdinalIgnoreCase);
        Queue<string> files = new([program]);
        while (files.TryDequeue(out string? file))
        {
            foreach (string name in ImportedDlls.Read(file).Where(seen.Add))
            {
                if (_dlls.TryGetValue(name, out (string File, string Mod) dll))
                {
                    imported.Add(name);
                    files.Enqueue(dll.File);
                }
                else if (Path.Combine(_gameFolder, name) is var own && File.Exists(own))
                {
                    if (_hidden.ContainsKey(name))
                        imported.Add(name);
                    else
                        files.Enqueue(own);
                }
            }
        }

        return imported;
    }

    /// <summary>
    /// Takes away what a mod hides of lower mods, and notes it of the game's own: by a marker beside it, or by a pattern.
    /// </summary>
    private void Hide(Mod mod, string path, string[] folders)
    {
        List<string> names = [];
        foreach (string folder in folders)
        {
            TryList(folder, file =>
            {
                if (HideMarker.TryGetName(Path.GetFileName(file), out ReadOnlySpan<char> hidden))
                    names.Add(hidden.ToString());
            });
        }

        foreach (PathPattern pattern in mod.Metadata.Hide.Select(text => new PathPattern(text)))
        {
            names.AddRange(_dlls.Keys.Where(IsMeant));
            TryList(_gameFolder, file => names.AddRange(new[] { Path.GetFileName(file) }.Where(IsMeant)));

            bool IsMeant(string name)
            {
                string relative = path == "." ? name : Path.Combine(path, name).Replace('/', '\\');
                for (int end = relative.IndexOf('\\'); end >= 0; end = relative.IndexOf('\\', end + 1))
                {
                    if (pattern.Matches(relative.AsSpan(0, end)))
                        return true;
                }

                return pattern.Matches(relative);
            }
        }

        foreach (string name in names.Where(IsDll))
        {
            _dlls.Remove(name);
            _hidden[name] = mod.Name;
        }
    }

    /// <summary>Takes what a map sends into the program's folder: of folders that go there, or around it, and of single files.</summary>
    private void TakeMapped(Mod mod, IReadOnlyList<MapRule> rules, string path)
    {
        string place = path == "." ? "" : path.Replace('/', '\\');
        List<string> folders = [], files = [];
        foreach (MapRule rule in rules.Where(rule => rule.Base is null))
        {
            bool isSame = CaseFolding.Equals(rule.To, place);
            string from = Find(mod, rule.From);
            if (isSame && File.Exists(from))
                files.Add(from);
            if (!isSame && rule.To.Length > 0 && !VirtualPath.IsSameOrBelow(place, rule.To))
                continue;
            string rest = place[rule.To.Length..].Trim('\\'), inMod = rule.From.Length > 0 && rest.Length > 0
                ? $@"{rule.From}\{rest}"
                : rule.From + rest;
            // Of two rules the inner one counts.
            if (!rules.Any(other => other.From.Length > rule.From.Length && VirtualPath.IsSameOrBelow(inMod, other.From)))
                folders.Add(Find(mod, inMod));
        }

        Hide(mod, path, [.. folders]);
        folders.ForEach(folder => Add(mod, folder));
        files.ForEach(file => Add(file, mod));
    }

    private static string Find(Mod mod, string path)
    {
        string place = Path.Combine(mod.Folder, path.Replace('\\', Path.DirectorySeparatorChar));
        return CaseInsensitivePath.Find(place) ?? place;
    }

    private static bool IsDll(string name) => Path.GetExtension(name).Equals(".dll", StringComparison.OrdinalIgnoreCase);

    private static void TryList(string folder, Action<string> take)
    {
        try
        {
            foreach (string file in Directory.EnumerateFiles(folder))
                take(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The mod has no such folder, or the DLL will say what is the matter with it.
        }
    }

    private void Add(Mod mod, string folder) => TryList(folder, file => Add(file, mod));

    private void Add(string file, Mod mod)
    {
        string name = Path.GetFileName(file);
        if (IsDll(name) && !OwnNames.All.Contains(name, StringComparer.OrdinalIgnoreCase))
            _dlls[name] = (file, mod.Name);
    }
}
