using Reloaded.VFS.Cli.Running;
using Reloaded.VFS.Configuration;
using Reloaded.VFS.Mods;
using Reloaded.VFS.Reports;

namespace Reloaded.VFS.Cli.Diagnosing;

/// <summary>What about the game's own program and folders stands in the way.</summary>
internal static class GameChecks
{
    /// <summary>What is the matter with them.</summary>
    public static IEnumerable<Diagnostic> Run(string game, VfsConfiguration configuration)
    {
        if (CheckProgram(game) is { } wrong)
            yield return wrong;
        foreach (string target in configuration.Targets.Where(t => !Directory.Exists(t)))
            yield return Diagnostic.Error("there is no such folder to lay mods over") with { File = target, Fix = "name the folder as it is on disk, in 'targets' of rvfs.json or with --target" };
        if (!configuration.Offline && AntiCheatDetector.FindFirst(configuration.Targets.Prepend(Path.GetDirectoryName(game)!)) is { } found)
        {
            yield return Diagnostic.Error($"this game has anti-cheat software ({found.Product}), which may ban players whose game is changed") with
            {
                File = found.Path,
                Fix = "if you play it offline only: rvfs run --offline GAME.EXE (or \"offline\": true in rvfs.json)",
            };
        }
    }

    private static Diagnostic? CheckProgram(string game)
    {
        try
        {
            return GameExecutable.Read(game).Is64Bit ? null : Diagnostic.Error("this is a 32-bit program; this build of Reloaded VFS can only give mods to 64-bit games") with
            {
                File = game,
                Fix = "if the game has a 64-bit program too, name that one",
            };
        }
        catch (CliException e)
        {
            return Diagnostic.Error(e.Message.TrimEnd('.')) with { Fix = e.Cure?.TrimEnd('.') ?? "name the game's .exe" };
        }
    }
}
