using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// The program that is started: one in the game's folder, or one that a mod brings there (such as a script extender), which is started from
/// the mod's folder as if it lay in the game's. Immutable. Host paths are absolute.
/// </summary>
/// <param name="Path">The path at which the game has the program, and at which the program finds itself.</param>
/// <param name="File">The file that is started.</param>
/// <param name="Mod">The mod that the file belongs to, or null if the two paths are the same.</param>
internal sealed record StartedProgram(string Path, string File, string? Mod)
{
    /// <summary>
    /// Gets the game's folder and its targets if they lie above the program, where the mods are; null if the mods are beside the program.
    /// </summary>
    private (string Folder, IReadOnlyList<string> Targets)? Game { get; init; }

    /// <summary>
    /// Returns the options for a start of this program, with the game's folder and targets as if the command line had named them.
    /// </summary>
    public RunOptions Complete(RunOptions options) => Game is not { } game ? options : options with
    {
        Targets = options.Targets.Count > 0 ? options.Targets : game.Targets,
        Config = options.Config ?? (VfsConfiguration.GetFile(game.Folder) is var file && System.IO.File.Exists(file) ? file : null),
    };

    /// <summary>Gets the game's folder, which may lie above that of the program.</summary>
    public string GameFolder => Game?.Folder ?? System.IO.Path.GetDirectoryName(Path)!;

    /// <summary>Says which folder is the game's, if it is found above the program and the command line names no other.</summary>
    public void SayGameFolder(RunOptions options)
    {
        if (Game is { } game && Mod is null && options is { Targets.Count: 0, Config: null })
            Messages.Say($"the game's folder is '{game.Folder}', above its program (another one: --target DIR)");
    }

    /// <summary>Finds the program that was named: a file on disk, or otherwise a file that the game sees there.</summary>
    /// <remarks>
    /// A file of a mod that is named by its own path (<c>rvfs/mods/NAME/x.exe</c>) is that of the game's folder, unless the game sees
    /// another one in its place.
    /// </remarks>
    /// <param name="name">The name as it was typed, or its host path. The ending .exe may be omitted.</param>
    /// <param name="configure">Returns the configuration of a game in a folder, with its defaults. Null to ignore mods.</param>
    /// <param name="unpacks">True if archives of mods are unpacked first. Otherwise only those count that are unpacked already.</param>
    /// <exception cref="CliException">There is no such program.</exception>
    public static StartedProgram Find(string name, Func<string, VfsConfiguration>? configure, bool unpacks = true)
    {
        if (GameFile.TryFind(name) is { } file)
            return configure is not null && PathOutsideMod(file) is { } seen && FindInMods(seen, configure, unpacks) is { } own
                && own.File.Equals(file, StringComparison.OrdinalIgnoreCase)
                ? own
                : new StartedProgram(file, file, null) { Game = FindGame(file, configure) };
        if (configure is null)
            throw GameFile.NotFound(name);
        return GameFile.Candidates(name).Select(path => FindInMods(path, configure, unpacks)).FirstOrDefault(program => program is not null)
            ?? throw GameFile.NotFound(name);
    }

    /// <summary>Returns the game's folder and its targets if the program lies in another folder, which has no mods of its own.</summary>
    private static (string Folder, IReadOnlyList<string> Targets)? FindGame(string file, Func<string, VfsConfiguration>? configure)
    {
        string folder = System.IO.Path.GetDirectoryName(file)!, game = GameFolders.Of(folder);
        return configure is null || game == folder ? null : (game, configure(game).Targets);
    }

    private static StartedProgram? FindInMods(string path, Func<string, VfsConfiguration> configure, bool unpacks)
    {
        string folder = CaseInsensitivePath.FindLongest(System.IO.Path.GetDirectoryName(path) ?? path);
        foreach (string game in Games(folder))
        {
            VfsConfiguration configuration = configure(game);
            using ModResolver resolver = ModResolver.OfFolder(folder, configuration, unpacks ? Unpack(configuration) : null);
            string inFolder = System.IO.Path.Combine(folder, System.IO.Path.GetFileName(path));
            if (resolver.Which(inFolder) is { IsFolder: false, Winner: { Mod: { } mod } winner } seen)
                return new(System.IO.Path.Combine(folder, seen.Path[(seen.Path.LastIndexOf('\\') + 1)..]), winner.Path, mod)
                {
                    Game = game == folder ? null : (game, configuration.Targets),
                };
        }

        return null;
    }

    /// <summary>
    /// Returns the folders that may be the game's: the program's own, which may not be on disk, and those above it that have mods.
    /// </summary>
    private static IEnumerable<string> Games(string folder) => FolderPath.Upwards(folder).Where(game => game == folder
        || Directory.Exists(VfsConfiguration.DefaultModsOf(game)) || System.IO.File.Exists(VfsConfiguration.GetFile(game)));

    private static LoadOrder? Unpack(VfsConfiguration configuration)
    {
        CacheRefresh refresh = new(configuration);
        _ = refresh.Run();
        return refresh.Order;
    }

    /// <summary>
    /// Returns the path at which the game sees a file of a mod, for the folders that <c>rvfs run</c> uses by default, or null for any other
    /// file.
    /// </summary>
    public static string? PathOutsideMod(string file)
    {
        foreach (string mod in FolderPath.Upwards(System.IO.Path.GetDirectoryName(file)))
        {
            if (System.IO.Path.GetDirectoryName(mod) is { } mods && IsNamed(mods, "mods")
                && System.IO.Path.GetDirectoryName(mods) is { } own && IsNamed(own, VfsConfiguration.FolderName)
                && System.IO.Path.GetDirectoryName(own) is { } game)
                return System.IO.Path.Combine(game, System.IO.Path.GetRelativePath(mod, file));
        }

        return null;
    }

    private static bool IsNamed(string folder, string name) =>
        System.IO.Path.GetFileName(folder.AsSpan()).Equals(name, StringComparison.OrdinalIgnoreCase);
}
