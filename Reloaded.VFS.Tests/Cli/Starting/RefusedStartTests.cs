using System.Globalization;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>Tests of starts whose system calls fail, with the statuses that Windows documents (Native/system/refusing.c).</summary>
[Collection(RealProcesses.Name)]
[Trait("Bits", "64")]
public sealed class RefusedStartTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public RefusedStartTests()
    {
        _folder.File("game/data.txt", "plain");
        _folder.File("game/rvfs/mods/one/data.txt", "modded");
        File.Copy(NativePrograms.Get("launched.exe"), _folder.At("game/game.exe"));
    }

    private string Game => WinePrefix.ToWindows(_folder.At("game/game.exe"));

    public void Dispose() => _folder.Dispose();

    /// <summary>Only statuses that Wine maps to the same error as Windows; other messages are requested by their numbers.</summary>
    [RealProcessTheory(Needs.Published)]
    [InlineData(0xC000042C, "wants to run as administrator, and rvfs doesn't (error 740).", "Start rvfs from a console that runs as")]
    [InlineData(0xC0000022, "Windows refuses to run '", "Check the file's permissions, and whether a virus scanner blocks it.")]
    [InlineData(0xC0000361, "a policy of this computer (AppLocker or software restriction) refuses it (error 1260).", "What to do: ")]
    [InlineData(0xC0000428, "Windows doesn't trust its signature, or this program accepts only signed files (error 577).", "What to do: ")]
    [InlineData(0xC0000906, "the virus scanner considers it harmful (error 225).", "What to do: ")]
    public void TheGameIsNotStarted(uint status, string message, string cure)
    {
        GameResult result = Run("NtCreateUserProcess", status, 1, Game, "mark", WinePrefix.ToWindows(_folder.At("game/ran")));
        Assert.True(result.ExitCode == ExitCodes.CannotRun, result.ToString());
        Assert.Contains(message, result.Errors, StringComparison.Ordinal);
        Assert.Contains(cure, result.Errors, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder.At("game/ran")));
    }

    [RealProcessFact(Needs.Published)]
    public void RvfsIsKeptOutOfTheGame()
    {
        GameResult result = Run("NtQueueApcThread", 0xC0000022, 1_000_000, Game, "cat", "data.txt");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("plain", result.Text);
        Assert.Contains("Windows refused rvfs access to the game while starting the VFS: ", result.Errors, StringComparison.Ordinal);
        Assert.Contains("game.exe runs without its mods.", result.Errors, StringComparison.Ordinal);
        GameResult strict = Run("NtQueueApcThread", 0xC0000022, 1_000_000, "--strict", Game, "cat", "data.txt");
        Assert.True(strict.ExitCode == ExitCodes.StoppedByStrict, strict.ToString());
        Assert.Equal("", strict.Text);
        Assert.Contains("because of the problems above, game.exe wasn't started.", strict.Errors, StringComparison.Ordinal);
    }

    private GameResult Run(string function, uint status, int count, params string[] words) =>
        Run(_folder.At("game"), function, status, count, words);

    /// <summary>Runs <c>rvfs run</c> in a game's folder; its first calls of one function of ntdll fail.</summary>
    internal static GameResult Run(string folder, string function, uint status, int count, params string[] words) => GameProcess.Run(
        NativePrograms.Get("refusing.exe"),
        [function, "0x" + status.ToString("X8", CultureInfo.InvariantCulture), count.ToString(CultureInfo.InvariantCulture),
            WinePrefix.ToWindows(PublishedArtifacts.WindowsLauncher), "run", .. words],
        new() { WorkingDirectory = folder });
}
