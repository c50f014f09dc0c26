using Reloaded.VFS.Cli.Starting.Wrapping;

namespace Reloaded.VFS.Tests.Cli.Starting.Wrapping;

/// <summary>
/// Tests of launchers' command lines, and of the word that is the game's program. Words are separated by '|'; the game's word is in
/// [brackets].
/// </summary>
public sealed class WrapperLineTests
{
    private const string Reaper =
        "/home/me/.local/share/Steam/ubuntu12_32/reaper|SteamLaunch|AppId=348550|--|"
        + "/home/me/.local/share/Steam/ubuntu12_32/steam-launch-wrapper|--|";
    private const string Sniper =
        "/home/me/.local/share/Steam/steamapps/common/SteamLinuxRuntime_sniper/_v2-entry-point|--verb=waitforexitandrun|--|";
    private const string Common = "/home/me/.local/share/Steam/steamapps/common/";

    [Theory]
    // Steam: the container's entry point, then Proton's script.
    [InlineData("Proton", Reaper + Sniper + Common + "Proton 9.0 (Beta)/proton|waitforexitandrun|[" + Common + "A Game/bin/game.exe]")]
    [InlineData("Proton",
        Reaper + Sniper + "/home/me/.steam/root/compatibilitytools.d/GE-Proton9-27/proton|waitforexitandrun|[" + Common
            + "Game/GAME.EXE]|-windowed|save 1")]
    [InlineData("Proton",
        Reaper + Sniper + Common + "Proton - Experimental/proton|waitforexitandrun|[" + Common + "Game/game.exe]|--|-a|--verb=run")]
    [InlineData("Proton", Reaper + Sniper + Common + "Proton 9.0/proton|run|[" + Common + "Game/game.exe]|run|proton")]
    [InlineData("Proton",
        Reaper + Sniper + Common + "Proton 9.0/proton|waitforexitandrun|[" + Common + "Game/launcher.exe]|" + Common + "Game/game.exe")]
    // A game on an SD card, and one in another library.
    [InlineData("Proton",
        Reaper + Sniper + Common + "Proton 9.0/proton|waitforexitandrun|[/run/media/deck/SD Card/steamapps/common/Game/game.exe]")]
    [InlineData("Proton",
        Reaper + Sniper + Common + "Proton 9.0/proton|waitforexitandrun|[/mnt/games/SteamLibrary/steamapps/common/Ünïcode/Spiel.exe]")]
    // Proton without the container, like older ones.
    [InlineData("Proton", Reaper + Common + "Proton 4.11/proton|waitforexitandrun|[" + Common + "Game/game.exe]")]
    [InlineData("Proton", "/home/me/.steam/root/compatibilitytools.d/GE/proton|runinprefix|[C:\\windows\\notepad.exe]")]
    [InlineData("Proton", "proton|run|[game.exe]")]
    // Other wrappers before and between.
    [InlineData("Proton", "gamemoderun|" + Reaper + Sniper + Common + "Proton 9.0/proton|waitforexitandrun|[" + Common + "Game/game.exe]")]
    [InlineData("Proton",
        "gamescope|-W|1280|-H|720|-f|--|mangohud|" + Reaper + Sniper + Common + "Proton 9.0/proton|waitforexitandrun|[" + Common
            + "Game/game.exe]")]
    [InlineData("Proton",
        "env|DXVK_HUD=1|PROTON_LOG=1|" + Reaper + Sniper + Common + "Proton 9.0/proton|waitforexitandrun|[" + Common + "Game/game.exe]")]
    [InlineData("Proton",
        Reaper + "/usr/bin/gamemoderun|" + Sniper + Common + "Proton 9.0/proton|waitforexitandrun|[" + Common + "Game/game.exe]")]
    [InlineData("Proton", "strace|-f|-o|/tmp/wine.log|" + Common + "Proton 9.0/proton|waitforexitandrun|[" + Common + "Game/game.exe]")]
    // umu, as Lutris and Heroic start it.
    [InlineData("Umu", "umu-run|[/home/me/Games/game/game.exe]|-dx11")]
    [InlineData("Umu", "/home/me/.config/heroic/tools/runtimes/umu/umu_run.py|[/home/me/Games/Heroic/Game/Game.exe]|-epicapp=x")]
    [InlineData("Umu", "umu-run|waitforexitandrun|[/home/me/Games/game/game.exe]|run")]
    [InlineData("Umu", "mangohud|--dlsym|/usr/bin/umu-run|[/home/me/game.exe]")]
    // Wine, as Lutris, Heroic and Bottles start it.
    [InlineData("Wine", "wine|[/home/me/game/game.exe]|-x")]
    [InlineData("Wine", "/home/me/.local/share/lutris/runners/wine/wine-ge-8-26-x86_64/bin/wine|[/home/me/Games/game/game.exe]")]
    [InlineData("Wine", "gamemoderun|mangohud|/opt/wine-staging/bin/wine64|[C:\\Games\\game.exe]")]
    [InlineData("Wine", "wine-10.0|start|/unix|[/home/me/game/game.exe]|-x")]
    [InlineData("Wine", "wine|start|/wait|/unix|[/home/me/a b/game.exe]")]
    [InlineData("Wine", "wine|explorer|/desktop=Game,1280x720|[/home/me/game/game.exe]")]
    [InlineData("Wine", "wine|explorer.exe|/desktop=Game,1280x720|[game.exe]|tool.exe")]
    [InlineData("Wine", "wine64-stable|start.exe|/b|[game.exe]")]
    // The user's own script that finds Wine.
    [InlineData("Unknown", "/home/me/bin/play|--fast|[/exists/game.exe]")]
    public void TheGamesWordIsFound(string runner, string text)
    {
        string[] words = Words(text, out int game);
        WrapperLine line = Read(words);
        Assert.Equal((LineKind.Wrapper, game, runner), (line.Kind, line.Game, line.Runner.ToString()));
    }

    [Theory]
    [InlineData(Reaper + Sniper + Common + "Proton 9.0/proton|waitforexitandrun|link2ea://launchgame/1?platform=steam")]
    [InlineData(Reaper + Sniper + Common + "Proton 9.0/proton|waitforexitandrun|" + Common + "Game/start.bat")]
    [InlineData(Reaper + Sniper + Common + "Proton 9.0/proton|waitforexitandrun")]
    [InlineData(
        Reaper + Common + "SteamLinuxRuntime_sniper/_v2-entry-point|--verb=waitforexitandrun|--|" + Common + "Native Game/game.x86_64")]
    [InlineData(Reaper + Common + "Native Game/run.sh|-fullscreen")]
    [InlineData("umu-run|winetricks|dotnet48")]
    [InlineData("wine|cmd|/c|start.bat")]
    [InlineData("gamemoderun|/home/me/native/game")]
    public void ALineWithoutAWindowsProgramIsKnownForOne(string text)
    {
        WrapperLine line = Read(text.Split('|'));
        Assert.Equal((LineKind.WrapperWithoutGame, -1), (line.Kind, line.Game));
    }

    [Theory]
    [InlineData("game.exe")]
    [InlineData("game.exe|wine|other.exe")]
    [InlineData("/home/me/game/game.EXE|proton|run|/x/y.exe")]
    [InlineData("C:\\Games\\game.exe|-a")]
    [InlineData("/exists/game|proton|run|x.exe")]
    [InlineData("game")]
    [InlineData("gamemoderun")]
    [InlineData("./game|-x")]
    [InlineData("no-such-command|-x")]
    public void TheGamesOwnLineStaysOne(string text) =>
        Assert.Equal(new WrapperLine(LineKind.Game, 0, GameRunner.Unknown, -1), Read(text.Split('|')));

    private static WrapperLine Read(string[] words) =>
        WrapperLine.Read(words, path => path.StartsWith("/exists/", StringComparison.Ordinal),
            name => name is "gamemoderun" or "mangohud" or "env" or "gamescope");

    private static string[] Words(string text, out int game)
    {
        string[] words = text.Split('|');
        game = Array.FindIndex(words, word => word.StartsWith('['));
        words[game] = words[game][1..^1];
        return words;
    }
}
