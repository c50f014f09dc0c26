using System.Diagnostics;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>Tests of a game that ends early and comes back through Steam, without its mods (Native/starting/restarted.c).</summary>
[Collection(RealProcesses.Name)]
public sealed class SteamRestartTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public SteamRestartTests()
    {
        _folder.File("game/data.txt", "plain");
        _folder.File("game/rvfs/mods/one/data.txt", "modded");
        File.Copy(NativePrograms.Get("restarted.exe"), Game);
    }

    private string Game => _folder.At("game/game.exe");

    public void Dispose() => _folder.Dispose();

    /// <summary>By the launcher of this system, and by the one for Windows.</summary>
    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void TheLaunchOptionToPasteIsSaid(bool forWindows)
    {
        _folder.File("game/steam_api64.dll", "");
        using Process steam = StartSteam();
        try
        {
            GameResult result = Run(forWindows);
            Assert.Equal(1, result.ExitCode);
            Assert.Contains("game.exe ended after ", result.Errors, StringComparison.Ordinal);
            string launcher = forWindows ? PublishedArtifacts.WindowsLauncher : PublishedArtifacts.Launcher;
            // On Windows the launcher finds the other process by its program's path, like /proc here.
            if (!forWindows || OperatingSystem.IsWindows())
                Assert.Contains("with exit code 1, and runs again without its mods", result.Errors, StringComparison.Ordinal);
            Assert.Contains($"{Path.GetFileName(launcher)}\" run %command%", result.Errors, StringComparison.Ordinal);
            Assert.Contains(forWindows ? WinePrefix.ToWindows(launcher) : launcher, result.Errors, StringComparison.Ordinal);
            Assert.True(SpinWait.SpinUntil(() => File.Exists(_folder.At("game/seen")) && Seen() == "plain", TimeSpan.FromSeconds(30)));
        }
        finally
        {
            _folder.File("game/enough", "");
            Assert.True(steam.WaitForExit(TimeSpan.FromSeconds(60)));
        }

        string Seen() => File.ReadAllText(_folder.At("game/seen"));
    }

    /// <summary>A game with Steam's id stays, and one that has nothing to do with Steam isn't Steam's.</summary>
    [RealProcessFact]
    public void NothingIsSaidWhereSteamHasNoPartInIt()
    {
        GameResult other = Run(forWindows: false);
        Assert.Equal(1, other.ExitCode);
        Assert.DoesNotContain("Steam", other.Errors, StringComparison.Ordinal);

        _folder.File("game/steam_appid.txt", "480");
        _folder.File("game/enough", "");
        GameResult known = Run(forWindows: false, ("SteamAppId", "480"));
        Assert.Equal(0, known.ExitCode);
        Assert.Equal("modded", File.ReadAllText(_folder.At("game/seen")));
        Assert.DoesNotContain("Steam", known.Errors, StringComparison.Ordinal);
    }

    /// <summary>No Steam is running that could bring the game back within the five seconds of the wait.</summary>
    [RealProcessFact]
    public void NothingIsWaitedForWithoutSteam()
    {
        Assert.Empty(Process.GetProcessesByName("steam"));
        _folder.File("game/steam_api64.dll", "");
        Stopwatch clock = Stopwatch.StartNew();
        SteamRestart.Explain(Game, TimeSpan.FromSeconds(1), code: 1, "rvfs");
        Assert.True(clock.Elapsed < TimeSpan.FromSeconds(5), $"{clock.Elapsed.TotalSeconds:0.0} s");
    }

    private GameResult Run(bool forWindows, params (string Name, string Value)[] variables)
    {
        Dictionary<string, string?> environment = new() { ["SteamAppId"] = null, ["SteamGameId"] = null };
        foreach ((string name, string value) in variables)
            environment[name] = value;
        GameOptions options = new() { Vfs = !forWindows, WorkingDirectory = _folder.At("game"), Environment = environment };
        return forWindows
            ? GameProcess.Run(PublishedArtifacts.WindowsLauncher, ["run", WinePrefix.ToWindows(Game)], options)
            : GameProcess.Run(Game, [], options);
    }

    private Process StartSteam()
    {
        // rvfs recognises a running Steam by this name.
        string program = _folder.At("steam.exe");
        File.Copy(NativePrograms.Get("restarted.exe"), program);
        ProcessStartInfo start = OperatingSystem.IsWindows() ? new(program) : new(WinePrefix.Command!, [program]);
        start.ArgumentList.Add("broker");
        start.ArgumentList.Add(WinePrefix.ToWindows(_folder.At("game")));
        foreach ((string name, string value) in OperatingSystem.IsWindows() ? new Dictionary<string, string>() : WinePrefix.Environment)
            start.Environment[name] = value;
        start.Environment["RVFS_NO_AUTOSTART"] = "1";
        return Process.Start(start)!;
    }
}
