using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Runtime;

/// <summary>
/// Tests of Windows for ARM64, which emulates x64 programs: the DLL refuses to start there, whichever way it is started.
/// Native/system/arm64.c answers in place of Windows.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class EmulationCheckTests
{
    private const string Cause = "this is Windows for ARM64";

    private static Dictionary<string, string?> OnArm64(string? machine = null) =>
        new() { ["RVFS_NTDLL_SUPPLEMENT"] = "arm64.exe", ["RVFS_TEST_MACHINE"] = machine };

    [RealProcessFact]
    public void ALoaderIsToldAndNothingIsHooked()
    {
        using var game = new LoaderGame();
        string[] lines = game.Add("arm64.exe").Lines("arm64.exe", ["reloaded_vfs.dll"], OnArm64());
        Assert.Equal(["start -14", "ReloadedStart 0"], lines[..2]);
        Assert.Contains(Cause, lines[2], StringComparison.Ordinal);
        Assert.Equal(["a.txt: base", "ntdll untouched"], lines[3..]);
        Assert.Contains(Cause,
            File.ReadAllText(Assert.Single(Directory.GetFiles(Path.Combine(game.Folder, "rvfs", "logs"), "*.json").TakeLast(1))),
            StringComparison.Ordinal);
    }

    [RealProcessTheory]
    [InlineData("8664")]
    [InlineData("fails")] // the system is then recognised by its shared data
    public void OnX64TheGameHasItsMods(string machine)
    {
        using var game = new LoaderGame();
        Assert.Equal(["start 0", "ReloadedStart 1"], game.Add("arm64.exe").Lines("arm64.exe", ["reloaded_vfs.dll"], OnArm64(machine))[..2]);
    }

    [RealProcessFact]
    public void TheLauncherLetsTheGameRunWithoutModsOrNotAtAllIfThatWasAskedFor()
    {
        using var game = new LoaderGame();
        string program = Path.Combine(game.Add("arm64.exe").Folder, "arm64.exe");
        GameResult run = GameProcess.Run(program, [], new GameOptions { Vfs = true, Environment = OnArm64() });
        Assert.Equal((0, "a.txt: base\nntdll untouched\n"), (run.ExitCode, run.Text.ReplaceLineEndings("\n")));
        Assert.Contains(Cause, run.Errors, StringComparison.Ordinal);
        Assert.Contains("arm64.exe runs without its mods", run.Errors, StringComparison.Ordinal);

        GameResult strict = GameProcess.Run(program, [],
            new GameOptions { Vfs = true, VfsArguments = ["--strict"], Environment = OnArm64() });
        Assert.Equal((124, ""), (strict.ExitCode, strict.Text));
        Assert.Contains(Cause, strict.Errors, StringComparison.Ordinal);
    }
}
