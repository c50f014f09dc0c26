using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.AntiCheat;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// Refuses games with anti-cheat software. Reloaded VFS is for games played alone or offline; with anti-cheat software beside the game it
/// could get a player banned.
/// </summary>
internal static class AntiCheat
{
    /// <summary>Refuses if anti-cheat software is found beside the game's program or in a target.</summary>
    /// <exception cref="CliException">Anti-cheat software was found.</exception>
    /// <param name="gameFolder">The folder of the game's program.</param>
    /// <param name="targets">The targets.</param>
    /// <param name="cure">The advice; null for that of a start.</param>
    public static void ThrowIfFound(string gameFolder, IEnumerable<string> targets, string? cure = null)
    {
        AntiCheatFinding? finding = AntiCheatDetector.FindFirst(targets.Prepend(gameFolder));
        if (finding is null)
            return;
        throw new CliException(ExitCodes.Refused,
            $"This game has anti-cheat software ({finding.Product}: '{finding.Path}'), which may ban players whose game is changed.",
            cure ?? "If you play it offline only: rvfs run --offline GAME.EXE (or \"offline\": true in rvfs.json). Without mods: rvfs "
                + "run --no-mods GAME.EXE");
    }
}
