using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>On which folder a script runs.</summary>
public enum Backend
{
    /// <summary>A folder into which the mods were copied, no VFS: what must be seen.</summary>
    Merged,

    /// <summary>The game's folder with the mods laid over it by <c>rvfs run</c>: what is seen.</summary>
    Vfs,

    /// <summary>The game's folder without mods: what must not be seen.</summary>
    Plain,
}

/// <summary>How the VFS comes into the program.</summary>
public enum VfsStart
{
    /// <summary>By <c>rvfs run</c>, before the program's first instruction.</summary>
    First,

    /// <summary>
    /// By the program before the script, as a loader does it; functions that only newer systems have come from a DLL of the tests.
    /// </summary>
    Late,

    /// <summary>By the script's own command <c>startvfs</c>.</summary>
    ByScript,
}

/// <summary>Runs a script of the probe on a backend.</summary>
public static class BackendRunner
{
    /// <summary>The name under which the probe lies in the game's folder: it's the game.</summary>
    public const string GameName = "game.exe";

    /// <summary>
    /// The normalised output. Throws where the program doesn't end as it should, with all it had to say, and where it has changed a file of
    /// the game's own that a mod covers, whatever the script does, unless <see cref="UntouchedFiles"/> will compare all of them.
    /// <paramref name="enforce"/> names what Windows enforces and Wine doesn't (Native/system/enforcing.c),
    /// if enforcing.dll lies beside the program.
    /// </summary>
    public static string Run(
        MergedFolder folder, Backend backend, string script, bool tolerant = false, VfsStart starts = VfsStart.First,
        string? enforce = null)
    {
        string game = backend switch { Backend.Merged => folder.Merged, Backend.Vfs => folder.Game, _ => folder.Plain };
        string file = Path.Combine(folder.Root, $"script-{backend}.txt");
        File.WriteAllText(file, script);
        CoveredFiles? covered = backend == Backend.Vfs && starts != VfsStart.ByScript && !UntouchedFiles.IsWatched(folder.Game)
            ? CoveredFiles.Of(folder.Game, folder.Mods)
            : null;
        GameResult result = GameProcess.Run(Path.Combine(game, GameName),
            [starts == VfsStart.Late ? "late" : "script", WinePrefix.ToWindows(file)], new GameOptions
            {
                Vfs = backend == Backend.Vfs && starts == VfsStart.First,
                Timeout = TimeSpan.FromSeconds(90),
                Environment = new Dictionary<string, string?>
                {
                    ["RVFS_TEST_LIBRARY"] = starts != VfsStart.First && backend == Backend.Vfs
                    ? WinePrefix.ToWindows(PublishedArtifacts.Library)
                    : null,
                    ["RVFS_TEST_ENFORCE"] = enforce,
                },
            });
        if (result.ExitCode != 0 && !tolerant)
            throw new InvalidOperationException($"The probe on {backend} ended with {result}");
        if (covered?.FindChange() is string change)
            throw new InvalidOperationException($"{change}\n{result}");
        return LegitimateDifferences.Normalise(result.Text, WinePrefix.ToWindows(game))
            + (result.ExitCode == 0 ? "" : $"\n(exit code {result.ExitCode}) {result.Errors}");
    }

    /// <summary>Runs scenarios on a merged folder and through the VFS: they see the same.</summary>
    /// <param name="folder">Both folders.</param>
    /// <param name="scenarios">What runs, in this order, in one process each.</param>
    /// <param name="what">What to say where the two differ.</param>
    public static void AssertSame(MergedFolder folder, Scenario[] scenarios, string what)
    {
        string script = Scenario.ToScript(scenarios);
        string? difference = Scenario.Compare(Run(folder, Backend.Merged, script), Run(folder, Backend.Vfs, script, tolerant: true));
        Assert.True(difference is null, $"{what}\n{difference}");
    }
}
