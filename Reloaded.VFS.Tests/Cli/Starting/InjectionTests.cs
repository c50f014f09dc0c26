using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>
/// Tests of the launcher with a DLL that is missing, damaged, foreign or failing: the game runs without mods, or, with --strict, doesn't
/// run at all.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class InjectionTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly string _game;
    private readonly string _mark;

    public InjectionTests()
    {
        _folder.Folder("g/rvfs/mods/a");
        _mark = _folder.At("mark");
        _game = _folder.At("g/game.exe");
        if (NativePrograms.Compiler is not null)
            File.Copy(NativePrograms.Get("launched.exe"), _game);
    }

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void AMissingDll()
    {
        if (!Width.Is32Bit)
            AssertRunsWithout(null, CopiedLauncher.NoLibraryMessage);
        else
        {
            // Such a copy serves no 32-bit games: the player is told, and asked to say --no-mods.
            GameResult result = Run(null, null, ["run", _game, "mark", WinePrefix.ToWindows(_mark)]);
            Assert.True(result.ExitCode == ExitCodes.CannotRun && !File.Exists(_mark), result.ToString());
            Assert.Contains(CopiedLauncher.NoLibraryMessage, result.Errors, StringComparison.Ordinal);
        }
    }

    [RealProcessFact]
    public void ACutOffDll() => AssertRunsWithout(File.ReadAllBytes(PublishedArtifacts.Library)[..^20_000], "is cut off");

    [RealProcessFact]
    public void AnEmptyDll() => AssertRunsWithout([], "reloaded_vfs.dll");

    [RealProcessFact]
    public void ATextInsteadOfADll() => AssertRunsWithout("Please download the real file."u8.ToArray(), "damaged");

    [RealProcessFact]
    public void AnotherProgramsDll() =>
        AssertRunsWithout(File.ReadAllBytes(NativePrograms.Get("payload.dll")), "has no export 'rvfs_import'");

    [RealProcessFact]
    public void ADllThatRefusesToLoad() =>
        AssertRunsWithout(File.ReadAllBytes(NativePrograms.Get("start_stub.dll")), "didn't load", "refuse");

    [RealProcessFact]
    public void ADllThatFailsToStart() => AssertRunsWithout(File.ReadAllBytes(NativePrograms.Get("start_stub.dll")), "status -7", "fail");

    /// <summary>The DLL looks like one whose report can't be written: the game has its mods, and --strict is no reason to stop.</summary>
    [RealProcessTheory]
    [InlineData]
    [InlineData("--strict")]
    public void ADllThatStartsAndSaysNothing(params string[] options)
    {
        GameResult result = Run(File.ReadAllBytes(NativePrograms.Get("start_stub.dll")), null,
            ["run", .. options, _game, "mark", WinePrefix.ToWindows(_mark)]);
        Assert.True(result.ExitCode == 0 && File.Exists(_mark), result.ToString());
        Assert.Contains("the report of the start couldn't be written", result.Errors, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void AGameThatEndsWhileTheDllStarts()
    {
        GameResult result = Run(File.ReadAllBytes(NativePrograms.Get("start_stub.dll")), "end",
            ["run", _game, "mark", WinePrefix.ToWindows(_mark)]);
        Assert.Equal(9, result.ExitCode);
        Assert.Contains("the game ended while starting the VFS", result.Errors, StringComparison.Ordinal);
        Assert.False(File.Exists(_mark));
    }

    [RealProcessFact]
    public void TheFailureIsInTheReport()
    {
        Run([], null, ["run", _game, "exit", "4"]);
        GameResult last = GameProcess.RunCommand([PublishedArtifacts.Launcher, "last", _game]);
        Assert.Equal(0, last.ExitCode);
        Assert.Contains("not running, the game sees no mods", last.Text, StringComparison.Ordinal);
        Assert.Contains("reloaded_vfs.dll", last.Text, StringComparison.Ordinal);
        GameResult json = GameProcess.RunCommand([PublishedArtifacts.Launcher, "last", "--json", _folder.At("g")]);
        Assert.False(System.Text.Json.JsonDocument.Parse(json.Text).RootElement.GetProperty("running").GetBoolean());
    }

    /// <summary>
    /// Checks that without --strict the game runs and rvfs says why it has no mods, and that with --strict nothing of the game has run.
    /// </summary>
    private void AssertRunsWithout(byte[]? dll, string cause, string? stub = null)
    {
        string mark = WinePrefix.ToWindows(_mark);
        GameResult result = Run(dll, stub, ["run", _game, "mark", mark]);
        Assert.True(result.ExitCode == 0 && File.Exists(_mark), result.ToString());
        Assert.True(result.Errors.Contains(cause, StringComparison.Ordinal), result.Errors);
        Assert.Contains("game.exe runs without its mods", result.Errors, StringComparison.Ordinal);

        File.Delete(_mark);
        result = Run(dll, stub, ["run", "--strict", _game, "mark", mark]);
        Assert.True(result.ExitCode == 124, result.ToString());
        Assert.Contains(cause, result.Errors, StringComparison.Ordinal);
        Assert.False(File.Exists(_mark), "the game has run in spite of --strict");
    }

    /// <summary>Runs a copy of the launcher with <paramref name="dll"/> beside it.</summary>
    private GameResult Run(byte[]? dll, string? stub, string[] arguments)
    {
        CopiedLauncher copy = new(_folder.Folder("rvfs-copy"));
        if (dll is not null)
            copy.AddLibrary(dll);
        return GameProcess.RunCommand([copy.Launcher, .. arguments],
            new() { Environment = new Dictionary<string, string?> { ["RVFS_TEST_STUB"] = stub } });
    }
}
