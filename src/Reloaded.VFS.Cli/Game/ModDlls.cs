using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// The DLLs that mods, or what the game has written, put beside the game's program, where Windows first searches for whatever it loads.
/// </summary>
internal sealed class ModDlls
{
    private readonly string _gameFolder;

    // By name: the winning file and its mod.
    private readonly Dictionary<string, (string File, string Mod)> _dlls = new(StringComparer.OrdinalIgnoreCase);

    // The same for programs.
    private readonly Dictionary<string, (string File, string Mod)> _programs = new(StringComparer.OrdinalIgnoreCase);

    // For the game's own DLLs, by name: the mod that hides the DLL.
    private readonly Dictionary<string, string> _hidden = new(StringComparer.OrdinalIgnoreCase);

    private ModDlls(string gameFolder) => _gameFolder = gameFolder;

    /// <summary>Gets the DLLs' names, in no particular order.</summary>
    public IEnumerable<string> Names => _dlls.Keys;

    /// <summary>Gets the DLLs with their files and mods, in no particular order.</summary>
    public IEnumerable<(string Name, string File, string Mod)> Files => _dlls.Select(dll => (dll.Key, dll.Value.File, dll.Value.Mod));

    /// <summary>
    /// Finds the DLLs beside the program: those of the mods in their order, by their rules, and above them those of the overwrite folder if
    /// the configuration makes the game write there. A mods folder that can't be read has none.
    /// </summary>
    /// <param name="gameFolder">The program's folder.</param>
    /// <param name="order">The load order if it has been read already; null to read it.</param>
    public static ModDlls Find(string gameFolder, VfsConfiguration configuration, LoadOrder? order = null)
    {
        ModDlls found = new(gameFolder);
        using ModResolver resolver = ModResolver.OfFolder(gameFolder, configuration, order);
        foreach (SeenName line in resolver.List(gameFolder, recursive: false, onlyMods: true))
        {
            string name = line.Path[(line.Path.LastIndexOf('\\') + 1)..];
            if (line is not { IsFolder: false, Mod: { } mod })
                continue;
            if (IsDll(name) && !OwnNames.All.Contains(name, StringComparer.OrdinalIgnoreCase))
                found._dlls[name] = (line.Source, mod);
            else if (name.EndsWith(".exe", StringComparison.OrdinalIgnoreCase))
                found._programs[name] = (line.Source, mod);
        }

        TryList(gameFolder, file =>
        {
            string name = Path.GetFileName(file);
            if (IsDll(name) && !found._dlls.ContainsKey(name) && resolver.FindHider(file) is { } hider)
                found._hidden[name] = hider;
        });
        return found;
    }

    /// <summary>
    /// Returns the file that the game sees in place of a program of its own, and the mod that owns it, or null if the game sees its own.
    /// </summary>
    /// <param name="name">The program's name, without its folder.</param>
    public (string File, string Mod)? FindProgram(string name) =>
        _programs.TryGetValue(name, out (string File, string Mod) program) ? program : null;

    /// <summary>Returns the mod, or the name of the overwrite folder, that supplies or hides a DLL, or null if none does.</summary>
    public string? ModOf(string name) =>
        _dlls.TryGetValue(name, out (string File, string Mod) dll) ? dll.Mod : _hidden.GetValueOrDefault(name);

    /// <summary>Determines whether a mod hides the DLL of a given name and no higher one supplies it.</summary>
    public bool IsHidden(string name) => !_dlls.ContainsKey(name) && _hidden.ContainsKey(name);

    /// <summary>
    /// Returns the DLLs that the program imports, itself or through DLLs in its folder, and that Windows would take from a place other than
    /// where the game sees them.
    /// </summary>
    /// <remarks>
    /// They are those that a mod supplies or hides and, for a program in a mod's folder, those that the game itself has. Windows maps
    /// imports before anything else runs in the process.
    /// </remarks>
    /// <param name="program">The program's file.</param>
    public IReadOnlyList<string> FindImported(string program)
    {
        bool isInGame = Path.GetDirectoryName(program)!.Equals(_gameFolder, StringComparison.OrdinalIgnoreCase);
        return isInGame && _dlls.Count + _hidden.Count == 0 ? [] : ImportWalk.FindElsewhere(program, See);

        SeenDll? See(string name)
        {
            if (_dlls.TryGetValue(name, out (string File, string Mod) dll))
                return new SeenDll(dll.File, IsElsewhere: true);
            string own = Path.Combine(_gameFolder, name);
            if (!File.Exists(own))
                return null;
            return _hidden.ContainsKey(name) ? new SeenDll(null, IsElsewhere: true) : new SeenDll(own, !isInGame);
        }
    }

    private static bool IsDll(string name) => Path.GetExtension(name).Equals(".dll", StringComparison.OrdinalIgnoreCase);

    private static void TryList(string folder, Action<string> take) => FileErrors.Ignore(() =>
    {
        // The DLL reports a folder that can't be listed.
        foreach (string file in Directory.EnumerateFiles(folder))
            take(file);
    });
}
