using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Laying;

public sealed class DepthCheckTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public DepthCheckTests()
    {
        foreach (string file in new[] { "game/game.exe", "game/Data/textures/a.dds", "game/Data/b.ini", "game/music/song.ogg",
            "game/music/common.txt", "game/Data/common.txt", "game/rvfs/rvfs.json" })
            _folder.File(file);
    }

    public void Dispose() => _folder.Dispose();

    private Diagnostic? Check(params string[] files)
    {
        foreach (string file in files)
            _folder.File("mods/MyMod/" + file);
        var mod = new Mod("MyMod", _folder.At("mods/MyMod"), ModState.Active);
        return new DepthCheck([_folder.At("game")]).Check(mod, FolderScanner.Scan(mod.Name, mod.Folder, new ScanOptions()).Listing!);
    }

    [Fact]
    public void OneFolderTooDeep()
    {
        Diagnostic warning = Check("MyMod-1.2/data/x", "MyMod-1.2/other", "license.txt")!;
        Assert.Equal((Severity.Warning, "MyMod", _folder.At("mods/MyMod")), (warning.Severity, warning.Mod, warning.File));
        Assert.Equal("the files of the mod 'MyMod' are one folder too deep: 'Data', which the game has at its top, is in 'MyMod-1.2'",
            warning.Cause);
        Assert.Equal("move the contents of 'MyMod-1.2' up one level: MyMod/MyMod-1.2/Data becomes MyMod/Data", warning.Fix);
    }

    [Fact]
    public void TwoFoldersTooDeep() =>
        Assert.Equal("move the contents of 'a/b' up 2 levels: MyMod/a/b/game.exe becomes MyMod/game.exe", Check("a/b/GAME.EXE")!.Fix);

    [Fact]
    public void OneFolderTooHigh()
    {
        Diagnostic warning = Check("textures/new.dds", "B.ini")!;
        Assert.Equal("the files of the mod 'MyMod' are one folder too high: the game has 'B.ini' in 'Data'", warning.Cause);
        Assert.Equal("make a folder 'Data' in the mod and move its contents there: MyMod/B.ini becomes MyMod/Data/B.ini", warning.Fix);
    }

    /// <summary>The commonest beginner's mistake: the game's own folder, put among the mods.</summary>
    [Theory]
    [InlineData("DATA/b.ini")]
    [InlineData("Data/never/seen.dds")]
    [InlineData("music/new.ogg")]
    public void AFolderOfTheGameAmongTheModsIsNoMod(string file)
    {
        _folder.File("mods/" + file);
        string name = file.Split('/')[0];
        var mod = new Mod(name, _folder.At("mods/" + name), ModState.Active);
        Diagnostic warning = new DepthCheck([_folder.At("game")])
            .Check(mod, FolderScanner.Scan(mod.Name, mod.Folder, new ScanOptions()).Listing!)!;
        Assert.Equal($"the files in '{name}' lie directly in the mods folder: '{name}' is a folder of the game, and no mod's name",
            warning.Cause);
        Assert.Equal($"make a folder for the mod, and move '{name}' into it: {name} becomes My Mod/{name}", warning.Fix);
    }

    [Theory]
    [InlineData("Data/Data/b.ini")]
    [InlineData("music/music/new.ogg")]
    [InlineData("rvfs/new.txt")]
    public void AModMayHaveTheNameOfAFolder(string file)
    {
        _folder.File("mods/" + file);
        string name = file.Split('/')[0];
        var mod = new Mod(name, _folder.At("mods/" + name), ModState.Active);
        Assert.Null(new DepthCheck([_folder.At("game")]).Check(mod, FolderScanner.Scan(mod.Name, mod.Folder, new ScanOptions()).Listing!));
    }

    [Fact]
    public void WhatMatchesAtTheTopIsFine() => Assert.Null(Check("data/textures/a.dds", "b.ini"));

    [Fact]
    public void WhatMatchesNowhereOnlyAdds() => Assert.Null(Check("plugins/x.dll", "new.txt"));

    [Fact]
    public void WhatMatchesInTwoSubfoldersIsNobodysGuess() => Assert.Null(Check("common.txt"));

    [Fact]
    public void AFileIsNoMatchForAFolder() => Assert.Null(Check("music"));

    [Fact]
    public void OurOwnFolderIsNoPartOfTheGame() => Assert.Null(Check("wrapper/rvfs/x"));
}
