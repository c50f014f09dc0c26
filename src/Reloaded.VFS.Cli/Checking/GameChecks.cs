using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Starting.Wine;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.AntiCheat;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>Checks of the game's own program and folders.</summary>
internal static class GameChecks
{
    /// <summary>The length up to which <c>CreateProcess</c> certainly accepts a path.</summary>
    private const int LongestProgram = 259;

    /// <summary>Runs the checks.</summary>
    public static IEnumerable<Diagnostic> Run(SystemFacts facts, StartedProgram program, VfsConfiguration configuration)
    {
        string game = program.Path;
        if (CheckProgram(program.File) is { } wrong)
            yield return wrong;
        if (StorePackage.Find(game) is { } package)
            yield return package.ToDiagnostic();
        if (facts.Machine() != 0 && program.File.Length > LongestProgram)
            yield return Diagnostic.Warning(
                $"the path of the game's program is longer than {LongestProgram} characters: Windows may not start it",
                file: program.File, fix: "move the game into a folder with a shorter path");
        foreach (string target in configuration.Targets.Where(t => !Directory.Exists(t)))
            yield return Diagnostic.Error("there is no such folder to add mods to",
                file: target, fix: "name the folder as it is on disk, in 'targets' of rvfs.json or with --target");
        if (!configuration.Offline && AntiCheatDetector.FindFirst(configuration.Targets.Prepend(Path.GetDirectoryName(game)!)) is { } found)
        {
            yield return Diagnostic.Error(
                $"this game has anti-cheat software ({found.Product}), which may ban players whose game is changed",
                file: found.Path, fix: "if you play it offline only: rvfs run --offline GAME.EXE (or \"offline\": true in rvfs.json)");
        }
    }

    private static Diagnostic? CheckProgram(string game)
    {
        try
        {
            return GameExecutable.Read(game).WhyNoMods(game, WineRun.IsLibrary32There) is { } why
                ? Diagnostic.Error(why.Cause.TrimEnd('.'), fix: why.Cure.TrimEnd('.'))
                : null;
        }
        catch (CliException e)
        {
            return Diagnostic.Error(e.OwnText.TrimEnd('.'), fix: e.Cure?.TrimEnd('.') ?? "name the game's .exe");
        }
    }
}
