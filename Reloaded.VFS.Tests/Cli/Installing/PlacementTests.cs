using System.Text;
using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>Tests of which DLL is replaced, which are avoided, and what is refused, with which message.</summary>
public sealed class PlacementTests : IDisposable
{
    private readonly InstallFixture _fixture = new();

    public void Dispose() => _fixture.Dispose();

    [RealProcessTheory]
    [InlineData("version.dll,winmm.dll,dxgi.dll", "", "version.dll", false)]
    [InlineData("WINMM.dll,dxgi.dll", "version.dll", "dxgi.dll", false)]
    [InlineData("winmm.dll", "version.dll", "winmm.dll", false)]
    [InlineData("", "VERSION.dll", "version.dll", true)]
    public void TheFirstThatIsLoadedEarlyIsTaken(string imports, string delayed, string expected, bool isLate)
    {
        _fixture.Program(Split(imports), Split(delayed));
        Placement placement = _fixture.Install().Placement;
        Assert.Equal(new Placement(InstallWay.Proxy, expected, expected, isLate), placement);
    }

    /// <summary>
    /// A program linked with /DEPENDENTLOADFLAG:0x800 loads no import from its own folder, so a DLL there would never be loaded. A
    /// delay-loaded DLL still comes from there.
    /// </summary>
    [RealProcessTheory]
    [InlineData(0x800, false)]
    [InlineData(0x900, false)]
    [InlineData(0x400, false)]
    [InlineData(0xA00, true)]
    [InlineData(0x1000, true)]
    [InlineData(0x0, true)]
    [InlineData(0x8, true)]
    public void AProgramThatTakesItsImportsFromTheSystemsFolderOnlyIsRefused(ushort flags, bool isTaken)
    {
        _fixture.Folder.File("game/game.exe", TestImage.Make(["version.dll"], [], searchFlags: flags));
        if (isTaken)
        {
            Assert.Equal("version.dll", _fixture.Install().Placement.File);
            return;
        }

        Refused($"Windows' own folder only (DependentLoadFlags 0x{flags:X})", ExitCodes.Failed);
        _fixture.Folder.File("game/game.exe", TestImage.Make(["version.dll"], ["winmm.dll"], searchFlags: flags));
        Assert.Equal(new Placement(InstallWay.Proxy, "winmm.dll", "winmm.dll", IsLate: true), _fixture.Install().Placement);
    }

    [RealProcessFact]
    public void ImportsAreFollowedThroughDllsBesideTheProgram()
    {
        _fixture.Program(["UnityPlayer.dll"]);
        _fixture.Folder.File("game/UNITYPLAYER.dll", TestImage.Make(["part.dll"], [], isDll: true));
        _fixture.Folder.File("game/part.dll", TestImage.Make(["unityplayer.dll", "winhttp.dll"], [], isDll: true));
        Assert.Equal("winhttp.dll", _fixture.Install().Placement.Module);
    }

    [RealProcessTheory]
    [InlineData("ReShade.ini")]
    [InlineData("a DLL of the game")]
    public void ATakenNameIsGoneRound(string content)
    {
        _fixture.Program(["version.dll", "dxgi.dll"]).Folder.File("game/VERSION.dll", content);
        Assert.Equal("dxgi.dll", _fixture.Install().Placement.File);
        Assert.Equal(content, File.ReadAllText(_fixture.Folder.At("game/VERSION.dll")));
    }

    [RealProcessFact]
    public void WithReShadeAloneNothingFits()
    {
        _fixture.Program(["dxgi.dll"]).Folder.File("game/dxgi.dll", "ReShade.ini");
        Refused("loads no DLL that rvfs could replace: dxgi.dll: ReShade is there", ExitCodes.Failed);
    }

    [RealProcessTheory]
    [InlineData("", "scripts/reloaded_vfs.asi")]
    [InlineData("plugins", "plugins/reloaded_vfs.asi")]
    [InlineData("plugins,scripts", "scripts/reloaded_vfs.asi")]
    public void AnAsiLoaderIsUsed(string folders, string expected)
    {
        _fixture.Program(["version.dll", "winmm.dll"]).Folder.File("game/winmm.dll", Wide("globalsets\0loadfromscriptsonly"));
        foreach (string folder in Split(folders))
            _fixture.Folder.Folder("game/" + folder);
        Assert.Equal(new Placement(InstallWay.AsiLoader, "winmm.dll", expected, false), _fixture.Install().Placement);
        Assert.Equal(InstallFixture.Dll, File.ReadAllBytes(_fixture.Folder.At("game/" + expected)));
        Assert.False(File.Exists(_fixture.Folder.At("game/version.dll")));
        Assert.True(_fixture.Uninstall().IsGone);
        Assert.Equal(Split(folders).Contains("scripts"), Directory.Exists(_fixture.Folder.At("game/scripts")));
    }

    [RealProcessFact]
    public void AnAsiLoaderThatTheGameDoesntLoadIsNone()
    {
        _fixture.Program(["version.dll"]).Folder.File("game/winmm.dll", "globalsets loadfromscriptsonly");
        Assert.Equal(InstallWay.Proxy, _fixture.Install().Placement.Way);
    }

    [RealProcessFact]
    public void DoorstopIsGoneRoundOrUsed()
    {
        _fixture.Program(["version.dll", "winhttp.dll"]).Folder.File("game/winhttp.dll", Wide("doorstop_config.ini"));
        Assert.Equal("version.dll", _fixture.Install().Placement.File);
        Assert.True(_fixture.Uninstall().IsGone);

        _fixture.Program(["winhttp.dll"], "version.dll");
        Assert.Equal(new Placement(InstallWay.Doorstop, "winhttp.dll", "winhttp_alt.dll", false), _fixture.Install().Placement);
        Assert.True(_fixture.Uninstall().IsGone);

        _fixture.Folder.File("game/winhttp_alt.dll", "taken");
        Assert.Equal(new Placement(InstallWay.Proxy, "version.dll", "version.dll", true), _fixture.Install().Placement);
    }

    [RealProcessFact]
    public void ANameThatAModBringsIsLeftToIt()
    {
        _fixture.Program(["version.dll", "dinput8.dll"]).Folder.File("game/rvfs/mods/one/version.dll");
        Assert.Equal("dinput8.dll", _fixture.Install().Placement.File);
    }

    /// <summary>The 32-bit program would find a DLL of the wrong architecture, and not start.</summary>
    [RealProcessFact]
    public void ANameThatA32BitProgramLoadsIsLeftToIt()
    {
        _fixture.Program(["version.dll", "dinput8.dll"]).Folder.File("game/launcher.exe",
            TestImage.Make(["part32.dll"], [], is64Bit: false));
        _fixture.Folder.File("game/part32.dll", TestImage.Make(["VERSION.dll"], [], is64Bit: false, isDll: true));
        Assert.Equal("dinput8.dll", _fixture.Install().Placement.File);
    }

    [RealProcessFact]
    public void WhatTheSystemTakesFromItsOwnFolderIsNotChosen()
    {
        _fixture.Program(["version.dll", "dxgi.dll"]);
        Placement placement = Placement.Find(GameFolder.Read(_fixture.Game), is64Bit: true, _fixture.Folder.At("system"),
            new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "VERSION.DLL" }, []);
        Assert.Equal("dxgi.dll", placement.File);
        if (OperatingSystem.IsWindows())
            Assert.Contains("kernel32.dll", ProxyNames.FindKnown(), StringComparer.OrdinalIgnoreCase);
        Assert.Empty(ProxyNames.All.Intersect(ProxyNames.FindKnown(), StringComparer.OrdinalIgnoreCase));
    }

    [RealProcessFact]
    public void ADllThatTheSystemHasntIsNotChosen()
    {
        _fixture.Program(["version.dll"]);
        File.Delete(_fixture.Folder.At("system/version.dll"));
        Refused("version.dll: this system has none", ExitCodes.Failed);
    }

    [RealProcessFact]
    public void AProgramThatLoadsNoneIsTold()
    {
        _fixture.Program([]);
        Refused("'game.exe' loads no DLL that rvfs could replace.", ExitCodes.Failed);
    }

    [RealProcessFact]
    public void A32BitProgramIsTold()
    {
        _fixture.Folder.File("game/game.exe", TestImage.Make(["version.dll"], [], is64Bit: false));
        Refused("is a 32-bit program, and this copy of Reloaded VFS has no DLL for such games", ExitCodes.CannotRun);
    }

    [RealProcessFact]
    public void AnAntiCheatIsRefusedUnlessTheGameIsPlayedOffline()
    {
        _fixture.Program(["version.dll"]).Folder.File("game/EasyAntiCheat/settings.json");
        Refused("anti-cheat", ExitCodes.Refused);
        // Of rvfs install, not of a start.
        Assert.Contains("and install it again", Assert.Throws<CliException>(() => _fixture.Install()).Cure, StringComparison.Ordinal);
        _fixture.Folder.File("game/rvfs/rvfs.json", """{ "offline": true }""");
        Assert.Equal("version.dll", _fixture.Install().Placement.File);
    }

    [RealProcessFact]
    public void AProgramThatTakesEveryDllFromItsFolderIsTold()
    {
        _fixture.Program(["version.dll"]).Folder.File("game/game.exe.local", "");
        Refused("'game.exe.local' makes Windows load every DLL, even its own, from the game's folder", ExitCodes.Failed);
    }

    private void Refused(string message, int code)
    {
        IReadOnlyDictionary<string, string> before = _fixture.State();
        CliException e = Assert.Throws<CliException>(() => _fixture.Install());
        Assert.Contains(message, e.Message, StringComparison.Ordinal);
        Assert.Equal(code, e.ExitCode);
        Assert.Equal(before, _fixture.State());
    }

    private static string[] Split(string names) => names.Split(',', StringSplitOptions.RemoveEmptyEntries);

    private static string Wide(string text) => Encoding.Latin1.GetString(Encoding.Unicode.GetBytes(text));
}
