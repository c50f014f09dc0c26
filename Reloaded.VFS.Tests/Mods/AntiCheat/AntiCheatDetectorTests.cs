using Reloaded.VFS.Mods.AntiCheat;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.AntiCheat;

public sealed class AntiCheatDetectorTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("EasyAntiCheat/settings.json", "Easy Anti-Cheat", "EasyAntiCheat")]
    [InlineData("easyanticheat_eos.SYS", "Easy Anti-Cheat", "easyanticheat_eos.SYS")]
    [InlineData("start_protected_game.exe", "Easy Anti-Cheat", "start_protected_game.exe")]
    [InlineData("BattlEye/x", "BattlEye", "BattlEye")]
    [InlineData("BEService_x64.exe", "BattlEye", "BEService_x64.exe")]
    [InlineData("DayZ_BE.exe", "BattlEye", "DayZ_BE.exe")]
    [InlineData("GameGuard.des", "nProtect GameGuard", "GameGuard.des")]
    [InlineData("x3.xem", "XIGNCODE3", "x3.xem")]
    [InlineData("pbsvc_bc2.exe", "PunkBuster", "pbsvc_bc2.exe")]
    [InlineData("vgk.sys", "Riot Vanguard", "vgk.sys")]
    [InlineData("anticheat.x64.equ8.exe", "EQU8", "anticheat.x64.equ8.exe")]
    [InlineData("randgrid.sys", "Ricochet", "randgrid.sys")]
    public void NamesTheProductAndWhatShowedIt(string file, string product, string shown)
    {
        _folder.File("game/" + file);
        _folder.File("game/game.exe");
        Assert.Equal(new AntiCheatFinding(product, _folder.At("game/" + shown)), Assert.Single(AntiCheatDetector.Find(_folder.At("game"))));
    }

    [Fact]
    public void NamesEachProductOnce()
    {
        foreach (string file in new[] { "EasyAntiCheat/a", "start_protected_game.exe", "BattlEye/b", "BEClient_x64.dll" })
            _folder.File(file);
        Assert.Equal(["Easy Anti-Cheat", "BattlEye"], AntiCheatDetector.Find(_folder.Root).Select(f => f.Product));
    }

    [Fact]
    public void LooksAboveAnEnginesFolderForProgramsAndNoFurther()
    {
        _folder.File("EasyAntiCheat/a");
        _folder.Folder("Engine");
        _folder.Folder("Project/Binaries/Win64");
        _folder.Folder("other");
        Assert.Single(AntiCheatDetector.Find(_folder.At("Project/Binaries/Win64")));
        Assert.Empty(AntiCheatDetector.Find(_folder.At("other")));
        _folder.File("classic/BattlEye/a");
        _folder.Folder("classic/bin/x64");
        Assert.Single(AntiCheatDetector.Find(_folder.At("classic/bin/x64")));
    }

    [Fact]
    public void FindsNothingInInnocentNamesOrWhatIsOurs()
    {
        foreach (string file in new[] { "game.exe", "BattlEye", "_BE.exe", "rvfs/mods/start_protected_game.exe", "be.dll",
            "GameGuardian.txt", "vgcore.exe" })
            _folder.File(file);
        Assert.Empty(AntiCheatDetector.Find(_folder.Root));
        Assert.Empty(AntiCheatDetector.Find(_folder.At("none")));
    }
}
