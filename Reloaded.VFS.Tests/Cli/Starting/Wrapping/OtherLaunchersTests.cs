using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting.Wrapping;

/// <summary>
/// Tests of the command lines of Lutris, Heroic and Bottles as real processes: programs that handle their words and the environment as
/// umu-run, gamescope, MangoHud, GameMode and Lutris' wrapper do, and the system's Wine.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OtherLaunchersTests : IDisposable
{
    private const string Umu = "umu-default";
    private const int DesktopAttempts = 3;

    private readonly SteamStandIn _steam = new();
    private readonly string _programs;

    public OtherLaunchersTests()
    {
        _steam.LeaveSteam();
        _steam.WithWindows();
        _programs = Path.Combine(_steam.Home, "bin");
        string prefix = Path.Combine(_steam.Home, "Games/umu", Umu);
        Directory.CreateDirectory(prefix);
        foreach (string name in (string[])["drive_c", "dosdevices"])
            Directory.CreateSymbolicLink(Path.Combine(prefix, name), Path.Combine(WinePrefix.Folder, name));
        Directory.CreateSymbolicLink(Path.Combine(prefix, "pfx"), WinePrefix.Folder);
        Program("lutris-wrapper", """
            shift 3
            "$@"
            """);
        Program("gamescope", """
            while [ "$1" != -- ]; do shift; done
            shift
            GAMESCOPE_WAYLAND_DISPLAY=gamescope-0 "$@"
            """);
        Program("mangohud", """
            [ "$1" = --dlsym ] && shift
            export MANGOHUD=1 LD_PRELOAD="libMangoHud_shim.so${LD_PRELOAD:+:$LD_PRELOAD}"
            exec "$@"
            """);
        Program("gamemoderun", """
            exec env LD_PRELOAD="libgamemodeauto.so.0${LD_PRELOAD:+:$LD_PRELOAD}" "$@"
            """);
        Program("runner/bin/wine", $"""
            exec '{WinePrefix.Command}' "$@"
            """);
        Program("umu-run", $$"""
            [ -n "$GAMEID" ] || { echo 'ValueError: Environment variable not set or is empty: GAMEID' >&2; exit 1; }
            case "$1" in
                waitforexitandrun|run|runinprefix) PROTON_VERB="${PROTON_VERB:-$1}"; shift ;;
            esac
            verb="${PROTON_VERB:-waitforexitandrun}" program="$(realpath -e "$1")" || exit 1
            shift
            export WINEPREFIX="${WINEPREFIX:-$HOME/Games/umu/$GAMEID}" PROTONPATH='{{Path.GetDirectoryName(_steam.Proton)}}'
            export STEAM_COMPAT_INSTALL_PATH="${STEAM_COMPAT_INSTALL_PATH:-$(dirname "$program")}" STEAM_COMPAT_LIBRARY_PATHS=
            export STEAM_COMPAT_DATA_PATH="$WINEPREFIX" STEAM_COMPAT_TOOL_PATHS="$PROTONPATH:$HOME/.local/share/umu"
            export STEAM_COMPAT_MOUNTS="$STEAM_COMPAT_TOOL_PATHS" STEAM_COMPAT_APP_ID=0 SteamAppId=0 SteamGameId=0
            '{{_steam.EntryPoint}}' --verb "$verb" -- "$PROTONPATH/proton" "$verb" "$program" "$@"
            """);
        File.CreateSymbolicLink(Path.Combine(_programs, "umu_run.py"), Path.Combine(_programs, "umu-run"));
        _steam.Variables["PATH"] = $"{_programs}:{Environment.GetEnvironmentVariable("PATH")}";
        _steam.Variables["GAMEID"] = Umu;
        _steam.Write(Path.Combine(_steam.GameFolder, "data.txt"), "plain");
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/mods/one/data.txt"), "modded");
    }

    public void Dispose() => _steam.Dispose();

    /// <summary>Tests the words of a line, in which RVFS is <c>rvfs run</c> and GAME the game's program.</summary>
    [LinuxTheory]
    [InlineData("RVFS|wine|GAME")]
    [InlineData("RVFS|wine|C_GAME")]
    [InlineData("RVFS|umu-run|GAME", "umu-run")]
    [InlineData("RVFS|umu-run|waitforexitandrun|GAME", "umu-run")]
    [InlineData("RVFS|umu_run.py|run|GAME", "umu_run.py")]
    // Lutris: its prefix comes after its own wrapper and gamescope, before the others.
    [InlineData("lutris-wrapper|A game|0|0|gamescope|-f|--|RVFS|gamemoderun|mangohud|RUNNER|GAME",
        "lutris-wrapper", "gamescope", "gamemoderun", "mangohud", "wine")]
    [InlineData("lutris-wrapper|A game|0|0|RVFS|gamemoderun|umu-run|GAME", "lutris-wrapper", "gamemoderun", "umu-run")]
    // Heroic: its wrappers come after gamescope. Bottles has them before it.
    [InlineData("gamescope|-W|1280|-H|800|--|RVFS|mangohud|--dlsym|gamemoderun|umu-run|GAME",
        "gamescope", "mangohud", "gamemoderun", "umu-run")]
    [InlineData("RVFS|gamescope|-f|--|mangohud|--dlsym|RUNNER|GAME", "gamescope", "mangohud", "wine")]
    [InlineData("gamemoderun|RVFS|gamescope|-f|--|RUNNER|GAME", "gamemoderun", "gamescope", "wine")]
    public void ALaunchersLineStartsTheGameWithItsMods(string line, params string[] passed)
    {
        if (!line.Contains("umu", StringComparison.Ordinal))
            _steam.Variables["WINEPREFIX"] = WinePrefix.Folder;
        GameResult result = Run(line, "cat", "data.txt");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("modded", result.Text);
        Assert.Contains("Reloaded VFS: 1 mod, 1 file", result.Errors, StringComparison.Ordinal);
        Assert.Equal(passed, Passed());
        Assert.Equal(77, Run(line, "exit", "77").ExitCode);
    }

    /// <summary>Tests Wine's own start, by which Bottles and Lutris start some programs: the game gets no standard streams.</summary>
    [LinuxTheory]
    [InlineData("RVFS|gamescope|-f|--|RUNNER|start|/wait|/unix|GAME", "game")]
    [InlineData("RVFS|wine|start|/wait|C_GAME", "here")]
    [InlineData("RVFS|wine|start.exe|/b|/Wait|C_GAME", "here")]
    [InlineData("RVFS|wine|start|/wait|/d|C_SUB|/unix|GAME", "sub")]
    [Trait("Processors", "All")] // on one processor, or a busy one, Wine 8's start itself ends with 1 once in 150 times
    public void ByWinesStartTheGameRunsWhereItWould(string line, string folder)
    {
        Dictionary<string, string> folders = new()
        {
            ["game"] = _steam.GameFolder,
            ["here"] = Path.Combine(_steam.Home, "here"),
            ["sub"] = Path.Combine(_steam.GameFolder, "sub"),
        };
        foreach (string each in folders.Values)
            Directory.CreateDirectory(each);
        _steam.WorkingFolder = folders["here"];
        _steam.Variables["WINEPREFIX"] = WinePrefix.Folder;
        string data = WinePrefix.ToWindows(Path.Combine(_steam.GameFolder, "data.txt"));
        foreach ((string start, string content) in (ReadOnlySpan<(string, string)>)[(line["RVFS|".Length..], "plain"), (line, "modded")])
        {
            GameResult result = Run(start, "copy", data, "seen.txt");
            Assert.True(result.ExitCode == 0, result.ToString());
            Assert.Equal(content, File.ReadAllText(Path.Combine(folders[folder], "seen.txt")));
            Assert.Contains(Enumerable.Range(0, 3), _ => Run(start, "exit", "77").ExitCode == 77);
        }
    }

    /// <summary>
    /// Tests Wine's virtual desktop: explorer passes on neither streams nor the exit code, with or without rvfs, and ends once nothing runs
    /// on its desktop any more, even without a display.
    /// </summary>
    [LinuxTheory]
    [InlineData("wine|explorer|/desktop=Game,1280x720|GAME")]
    [InlineData("wine|explorer|/desktop=Game,1280x720|C_GAME")]
    [InlineData("gamescope|-f|--|RUNNER|explorer.exe|/desktop=Game|C_GAME")]
    public void OnWinesDesktopTheGameHasItsMods(string line)
    {
        _steam.Variables["WINEPREFIX"] = WinePrefix.Folder;
        string data = WinePrefix.ToWindows(Path.Combine(_steam.GameFolder, "data.txt")), seen = Path.Combine(_steam.Home, "seen.txt");
        foreach ((string start, string content) in (ReadOnlySpan<(string, string)>)[(line, "plain"), ("RVFS|" + line, "modded")])
        {
            GameResult result = RunOnDesktop(start, seen, "copy", data, WinePrefix.ToWindows(seen));
            Assert.True(result.ExitCode == 0, result.ToString());
            Assert.Equal(content, File.ReadAllText(seen));
        }
    }

    /// <summary>
    /// Runs a line whose program writes a file. Wine 8 may miss the end of a desktop's last, short-lived program; its explorer then stays,
    /// with and without rvfs. Fails if explorer stays each time.
    /// </summary>
    private GameResult RunOnDesktop(string line, string written, params string[] arguments)
    {
        _steam.Limit = TimeSpan.FromSeconds(40);
        for (int attempt = 1; ; attempt++)
        {
            File.Delete(written);
            try
            {
                return Run(line, arguments);
            }
            catch (TimeoutException) when (File.Exists(written) && attempt < DesktopAttempts)
            {
            }
        }
    }

    /// <summary>umu-run uses the program's folder as the game's, and overwrites <c>STEAM_COMPAT_MOUNTS</c>.</summary>
    [LinuxFact]
    public void UmusContainerShowsTheGameAndItsMods()
    {
        Assert.True(Environment.IsPrivilegedProcess, "this test makes a folder at the top of the disk: it needs root");
        string own = $"/rvfs-test-{Guid.NewGuid():N}", game = Path.Combine(own, "game/game.exe");
        try
        {
            _steam.Write(Path.Combine(own, "mods/two/data.txt"), "of its own");
            _steam.Write(Path.Combine(own, "elsewhere/three/other.txt"), " by a link");
            Directory.CreateSymbolicLink(Path.Combine(own, "mods/three"), Path.Combine(own, "elsewhere/three"));
            Directory.CreateDirectory(Path.GetDirectoryName(game)!);
            File.Copy(_steam.Game, game);
            string data = Path.Combine(own, "game/data.txt"), other = Path.Combine(own, "game/other.txt");
            _steam.WorkingFolder = _steam.Home;
            GameResult result = _steam.Run("--mods", Path.Combine(own, "mods"), "umu-run", game, "cat", WinePrefix.ToWindows(data),
                WinePrefix.ToWindows(other));
            Assert.True(result.ExitCode == 0, result.ToString());
            Assert.Equal("of its own by a link", result.Text);
        }
        finally
        {
            Directory.Delete(own, recursive: true);
        }
    }

    private GameResult Run(string line, params string[] arguments)
    {
        IEnumerable<string> words = line.Split('|').SelectMany(word => (string[])(word switch
        {
            "RVFS" => [_steam.Rvfs, "run"],
            "GAME" => [_steam.Game],
            "C_GAME" => [WinePrefix.ToWindows(_steam.Game)],
            "C_SUB" => [WinePrefix.ToWindows(Path.Combine(_steam.GameFolder, "sub"))],
            "RUNNER" => [Path.Combine(_programs, "runner/bin/wine")],
            _ => [word],
        }));
        return _steam.RunCommand([.. words, .. arguments]);
    }

    /// <summary>Returns the launcher's programs that were run, in order.</summary>
    private string[] Passed() => File.Exists(PassedFile) ? File.ReadAllLines(PassedFile) : [];

    private string PassedFile => Path.Combine(_steam.Home, "passed");

    private void Program(string name, string lines) =>
        _steam.WriteScript(Path.Combine(_programs, name), $"basename \"$0\" >> '{PassedFile}'\n" + lines);
}
