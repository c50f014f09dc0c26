using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// The program that a start is of: one that lies in the game's folder, or one that a mod brings there (a script extender), which is started
/// from the mod's folder as if it lay in the game's. Host paths, absolute. Immutable.
/// </summary>
/// <param name="Path">Where the game has it, and where it finds itself.</param>
/// <param name="File">What is started.</param>
/// <param name="Mod">Whose file that is; null where the two paths are one.</param>
internal sealed record StartedProgram(string Path, string File, string? Mod)
{
    /// <summary>
    /// Where no mods are beside the program: the folder above it that has them, which is the game's, and what mods are laid over there.
    /// </summary>
    private (string Folder, IReadOnlyList<string> Targets)? Game { get; init; }

    /// <summary>The options of a start of this program: with what the command line would have had to say of the game's folder.</summary>
    public RunOptions Place(RunOptions options) => Game is not { } game ? options : options with
    {
        Targets = options.Targets.Count > 0 ? options.Targets : game.Targets,
        Config = options.Config ?? (VfsConfiguration.GetFile(game.Folder) is var file && System.IO.File.Exists(file) ? file : null),
    };

    /// <summary>
    /// Finds the program that was named: a file on disk, else a file that the game sees there. A file of a mod that is named by its own
    /// path (<c>rvfs/mods/NAME/x.exe</c>) is that of the game's folder where the game sees no other in its place.
    /// </summary>
    /// <param name="name">As it was typed, or its host path; the ending .exe may be left out.</param>
    /// <param name="configure">The configuration of a game in a folder, with its defaults; null: mods don't count.</param>
    /// <param name="unpacks">Whether archives of mods are unpacked first; else those count that are unpacked already.</param>
    /// <exception cref="CliException">There is no such program.</exception>
    public static StartedProgram Find(string name, Func<string, VfsConfiguration>? configure, bool unpacks = true)
    {
        if (GameFile.TryFind(name) is { } file)
        {
            return configure is not null && PathOutsideMod(file) is { } seen && FindInMods(seen, configure, unpacks) is { } own
                && own.File.Equals(file, StringComparison.OrdinalIgnoreCase)
                ? own
                : new StartedProgram(file, file, null);
        }

        if (configure is null)
            throw GameFile.NotFound(name);
        return GameFile.Candidates(name).Select(path => FindInMods(path, configure, unpacks)).FirstOrDefault(program => program is not null)
            ?? throw GameFile.NotFound(name);
    }

    private static StartedProgram? FindInMods(string path, Func<string, VfsConfiguration> configure, bool unpacks)
    {
        string folder = System.IO.Path.GetDirectoryName(path) ?? path;
        folder = OperatingSystem.IsWindows() ? folder : CaseInsensitivePath.FindLongest(folder);
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

    /// <summary>The folders that may be the game's: the program's own, perhaps not on disk, and those above it that have mods.</summary>
    private static IEnumerable<string> Games(string folder)
    {
        yield return folder;
        for (string? above = System.IO.Path.GetDirectoryName(folder); above is not null; above = System.IO.Path.GetDirectoryName(above))
        {
            if (Directory.Exists(VfsConfiguration.DefaultModsOf(above)) || System.IO.File.Exists(VfsConfiguration.GetFile(above)))
                yield return above;
        }
    }

    private static LoadOrder? Unpack(VfsConfiguration configuration)
    {
        CacheRefresh refresh = new(configuration);
        _ = refresh.Run();
        return refresh.Order;
    }

    /// <summary>
    /// Where a file of a mod lies to the game, in the folders that <c>rvfs run</c> has by default; null for every other file.
    /// </summary>
    private static string? PathOutsideMod(string file)
    {
        for (string? mod = System.IO.Path.GetDirectoryName(file); mod is not null; mod = System.IO.Path.GetDirectoryName(mod))
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
