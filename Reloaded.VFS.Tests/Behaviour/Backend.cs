using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>The folder on which a script runs.</summary>
public enum Backend
{
    /// <summary>A folder into which the mods were copied, without the VFS: the expected result.</summary>
    Merged,

    /// <summary>The game's folder with the mods laid over it by <c>rvfs run</c>: the result under test.</summary>
    Vfs,

    /// <summary>The game's folder without mods: a result that must differ.</summary>
    Plain,
}

/// <summary>The way in which the VFS is loaded into the program.</summary>
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
    /// <summary>The probe's name in the game's folder, where it is the game.</summary>
    public const string GameName = "game.exe";

    /// <summary>
    /// Returns the normalised output. Throws if the program doesn't end as expected, with all its output, or if it has changed a file of
    /// the game that a mod covers; the latter isn't checked if <see cref="UntouchedFiles"/> compares all files later.
    /// <paramref name="enforce"/> names the rules of Windows that enforcing.dll, if it lies beside the program, enforces under Wine
    /// (Native/system/enforcing.c). A 32-bit program starts the VFS itself.
    /// </summary>
    public static string Run(
        MergedFolder folder, Backend backend, string script, bool tolerant = false, VfsStart starts = VfsStart.First,
        string? enforce = null, bool is32Bit = false)
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
                Is32Bit = is32Bit,
                Timeout = TimeSpan.FromSeconds(90),
                Environment = new Dictionary<string, string?>
                {
                    ["RVFS_TEST_LIBRARY"] = starts != VfsStart.First && backend == Backend.Vfs
                    ? WinePrefix.ToWindows(is32Bit ? PublishedArtifacts.Library32 : PublishedArtifacts.Library)
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

    /// <summary>Runs scenarios on a merged folder and through the VFS, and checks that the outputs are equal.</summary>
    /// <param name="folder">Both folders.</param>
    /// <param name="scenarios">The scenarios, run in this order, in one process for each backend.</param>
    /// <param name="what">The message if the outputs differ.</param>
    public static void AssertSame(MergedFolder folder, Scenario[] scenarios, string what)
    {
        string script = Scenario.ToScript(scenarios);
        string? difference = Scenario.Compare(Run(folder, Backend.Merged, script), Run(folder, Backend.Vfs, script, tolerant: true));
        Assert.True(difference is null, $"{what}\n{difference}");
    }
}
