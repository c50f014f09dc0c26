using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Cli.Game;

/// <summary>The DLLs that mods put beside the game's program, where Windows looks first for whatever the game loads.</summary>
internal sealed class ModDlls
{
    private readonly string _gameFolder;

    // By name: the file that wins and its mod.
    private readonly Dictionary<string, (string File, string Mod)> _dlls = new(StringComparer.OrdinalIgnoreCase);

    private ModDlls(string gameFolder) => _gameFolder = gameFolder;

    /// <summary>Their names, in no particular order.</summary>
    public IEnumerable<string> Names => _dlls.Keys;

    /// <summary>Looks into the one folder of each mod that lies over the program's. A mods folder that can't be read has none.</summary>
    public static ModDlls Find(string gameFolder, VfsConfiguration configuration)
    {
        ModDlls found = new(gameFolder);
        if (configuration.Mods is not { } mods)
            return found;
        string[] below = [.. configuration.Targets.Select(target => Path.GetRelativePath(target, gameFolder))
            .Where(path => !Path.IsPathRooted(path) && !path.StartsWith("..", StringComparison.Ordinal))];
        foreach (Mod mod in LoadOrder.Read(mods).Mods.Where(mod => mod.IsLoaded))
        {
            foreach (string path in below)
                found.Add(mod, Path.Combine(mod.Folder, path));
        }

        return found;
    }

    /// <summary>The mod that supplies the DLL of that name, or null.</summary>
    public string? ModOf(string name) => _dlls.TryGetValue(name, out (string File, string Mod) dll) ? dll.Mod : null;

    /// <summary>
    /// Those that the program imports, itself or through DLLs in its folder: Windows maps them before anything else runs in the process.
    /// </summary>
    public IReadOnlyList<string> FindImported(string program)
    {
        List<string> imported = [];
        if (_dlls.Count == 0)
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
                    files.Enqueue(own);
                }
            }
        }

        return imported;
    }

    private void Add(Mod mod, string folder)
    {
        try
        {
            foreach (string file in Directory.EnumerateFiles(folder))
            {
                if (Path.GetExtension(file).Equals(".dll", StringComparison.OrdinalIgnoreCase)
                    && !OwnNames.All.Contains(Path.GetFileName(file), StringComparer.OrdinalIgnoreCase))
                    _dlls[Path.GetFileName(file)] = (file, mod.Name);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The mod has no such folder, or the DLL will say what is the matter with it.
        }
    }
}
