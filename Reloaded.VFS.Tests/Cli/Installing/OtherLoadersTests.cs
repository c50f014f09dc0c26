using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>
/// Tests of <c>rvfs install</c> and <c>rvfs uninstall</c> for games with another loader's DLL beside them: an ASI loader
/// (<c>Native/installing/asi_loader.c</c>) and an injector of effects (<c>Native/dllmods/shader.c</c>), neither of which is in a package
/// registry. Both keep working, the mods are there, and nothing of rvfs remains.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OtherLoadersTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public OtherLoadersTests()
    {
        _folder.File("game/data.txt", "plain");
        _folder.File("game/rvfs/mods/one/data.txt", "modded");
    }

    private string Game => _folder.At("game/game.exe");

    public void Dispose() => _folder.Dispose();

    /// <summary>
    /// The loader loads the DLL as one of its plugins, at the program's first call or in its own <c>DllMain</c>. A mod's plugins are found
    /// in a folder that the loader reads afterwards.
    /// </summary>
    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void AnAsiLoaderLoadsIt(bool atFirstCall)
    {
        NativePrograms.Build("asi_loader.c", _folder.At("game/version.dll"), "-shared", "-Wl,--kill-at");
        NativePrograms.Build("proxied.c", Game, "-lversion");
        _folder.Folder("game/scripts");
        NativePrograms.Build("asi_plugin.c", _folder.At("game/scripts/own.asi"), "-shared");
        _folder.Folder("game/rvfs/mods/one/plugins");
        NativePrograms.Build("asi_plugin.c", _folder.At("game/rvfs/mods/one/plugins/brought.asi"), "-shared");
        _folder.File("game/global.ini", $"[globalsets]\r\ndontloadfromdllmain={(atFirstCall ? 1 : 0)}\r\n");
        string[] plain = Start();
        Assert.Equal(["plugin own.asi: plain", "first: plain"], plain[..2]);
        Assert.NotEqual("answer: 0", plain[2]);

        IReadOnlyDictionary<string, string> before = InstallFixture.StateOf(_folder.At("game"));
        Assert.Contains("scripts/reloaded_vfs.asi", Command("install"), StringComparison.Ordinal);
        string[] modded = Start();
        Assert.Contains(modded, line => line.StartsWith("plugin own.asi: ", StringComparison.Ordinal));
        Assert.Equal(atFirstCall, modded.Contains("plugin brought.asi: modded"));
        Assert.Equal(["first: modded", plain[2]], modded[^2..]);
        Assert.Equal(atFirstCall ? 4 : 3, modded.Length);
        Assert.Contains("The folder is as it was before rvfs install.", Command("uninstall"), StringComparison.Ordinal);
        Assert.Equal(before, InstallFixture.StateOf(_folder.At("game")));
        Assert.Equal(plain, Start());
    }

    /// <summary>
    /// It keeps its name, and another DLL is replaced. What it reads and lists includes the mods' files, and what it writes stays.
    /// </summary>
    [RealProcessFact]
    public void ReShadeIsGoneRound()
    {
        NativePrograms.Build("shader.c", _folder.At("game/dxgi.dll"), "-shared");
        NativePrograms.Build("proxied.c", Game, "-DDRAWS", _folder.At("game/dxgi.dll"), "-lversion");
        _folder.File("game/ReShade.ini",
            "[GENERAL]\r\nEffectSearchPaths=reshade-shaders\\Shaders\r\nPresetPath=mine.ini\r\n");
        _folder.File("game/reshade-shaders/Shaders/Own.fx");
        _folder.File("game/rvfs/mods/one/reshade-shaders/Shaders/Bloom.fx");
        // It writes its settings and a preset at its first start, and the log at each.
        Start();
        string[] plain = Start();
        Assert.Equal(["ReShade.log written", "first: plain"], plain[..2]);
        Assert.Equal(
            ["effect Own.fx", "preset Techniques=Bloom", "tutorial done", "ReShade.ini written", "ReShade.log written", "drawn: yes"],
            plain[3..]);

        IReadOnlyDictionary<string, string> before = State();
        string installed = Command("install");
        Assert.Contains("version.dll", installed, StringComparison.Ordinal);
        Assert.Equal(["ReShade.log written", "first: modded", plain[2], "effect Bloom.fx", .. plain[3..]], Start());
        Assert.Contains("Nothing of rvfs install is left.", Command("uninstall"), StringComparison.Ordinal);
        Assert.Equal(before, State());
        Assert.Equal(plain, Start());
    }

    /// <summary>Returns every entry with its content; the times of what ReShade writes at each start don't count.</summary>
    private Dictionary<string, string> State()
    {
        Dictionary<string, string> state = new(InstallFixture.StateOf(_folder.At("game")));
        foreach (string name in (string[])["ReShade.ini", "ReShade.log"])
            state[name] = File.ReadAllText(_folder.At("game/" + name));
        return state;
    }

    private string Command(string command)
    {
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, command, Game]);
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text;
    }

    /// <summary>Starts the game as a player does whose Wine is set up for these DLLs: without a launcher.</summary>
    private string[] Start()
    {
        Dictionary<string, string?> environment = new() { ["RVFS_NO_AUTOSTART"] = null };
        if (WinePrefix.IsNeeded)
            environment["WINEDLLOVERRIDES"] = "version,dxgi=n,b";
        GameResult result = GameProcess.Run(Game, [], new GameOptions { Environment = environment });
        Assert.True(result.ExitCode == 0, result.ToString());
        return [.. result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r'))];
    }
}
