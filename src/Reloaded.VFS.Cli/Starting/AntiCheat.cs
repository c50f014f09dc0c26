using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.AntiCheat;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// Reloaded VFS is for games played alone or offline: where anti-cheat software lies beside a game, it could get a player banned.
/// </summary>
internal static class AntiCheat
{
    /// <summary>Refuses where anti-cheat software lies beside the game's program or in a target.</summary>
    /// <exception cref="CliException">It found some.</exception>
    public static void ThrowIfFound(string gameFolder, IEnumerable<string> targets)
    {
        AntiCheatFinding? finding = AntiCheatDetector.FindFirst(targets.Prepend(gameFolder));
        if (finding is null)
            return;
        throw new CliException(ExitCodes.Refused,
            $"This game has anti-cheat software ({finding.Product}: '{finding.Path}'), which may ban players whose game is changed.",
            "If you play it offline only: rvfs run --offline GAME.EXE (or \"offline\": true in rvfs.json). Without mods: rvfs "
                + "run --no-mods GAME.EXE");
    }
}
