using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Children;

/// <summary>Tests that a program which only a mod has can be started by every spelling of its path by which it can be opened.</summary>
[Collection(RealProcesses.Name)]
public sealed class ProgramSpellingTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public ProgramSpellingTests()
    {
        _folder.File("g/Data/a.txt", "game");
        _folder.File("g/rvfs/mods/m/Data/a.txt", "mod");
        Directory.CreateDirectory(_folder.At("g/rvfs/mods/m/tools"));
        File.Copy(NativePrograms.Get("chain.exe"), _folder.At("g/game.exe"));
        File.Copy(NativePrograms.Get("chain.exe"), _folder.At("g/rvfs/mods/m/tools/new tool.exe"));
    }

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    public void ByAShortName() => Check(@"8.3:tools\new tool.exe");

    [RealProcessFact]
    public void ByASecondLetterForTheGamesFolder()
    {
        string letter = Drives.FindFree() ?? throw new InvalidOperationException("Every drive letter is taken.");
        try
        {
            Drives.Point(letter, _folder.At("g"));
            Check($@"{letter}\tools\new tool.exe");
        }
        finally
        {
            Drives.Remove(letter);
        }
    }

    /// <summary>A path without a drive, such as those of Linux under Wine, or a volume's GUID.</summary>
    [RealProcessFact]
    public void ByAPathWithoutADrive()
    {
        if (WinePrefix.IsNeeded)
            Check(@"\\?\unix" + _folder.At(@"g/tools/new tool.exe").Replace('/', '\\'));
    }

    [RealProcessTheory]
    [InlineData("tool.bin")]
    [InlineData("tool.dat.old")]
    [InlineData("tool.")]
    public void ByANameWithoutTheUsualEnding(string name)
    {
        File.Copy(NativePrograms.Get("chain.exe"), _folder.At($"g/rvfs/mods/m/tools/{name.TrimEnd('.')}"));
        Check(@"tools\" + name, name.TrimEnd('.'));
    }

    private void Check(string program, string name = "new tool.exe")
    {
        GameResult result = GameProcess.Run(_folder.At("g/game.exe"), [program], new GameOptions { Vfs = true });
        Assert.Equal(
            ["game.exe path=game.exe a=mod", $@"{name} path=tools\{name} a=mod inherited=mod"],
            result.Text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n'));
        Assert.Equal(7, result.ExitCode);
    }
}
