using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Patching;

/// <summary>
/// Tests of a second hook engine that hooks the VFS's functions before or after it, and unhooks them in any order
/// (<c>Native/hooks/neighbours.c</c>): at each step opens, queries and listings are right, and calls pass through the engine while its
/// hooks are installed. Both the system's own stubs and stubs of Windows' shape are used.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class NeighbourTests : IDisposable
{
    private const string Game = "game a, nothing, only no, 1 names", Mods = "mod a, nothing, only yes, 2 names";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessTheory]
    [InlineData("minhook", false)]
    [InlineData("minhook", true)]
    [InlineData("detours", false)]
    [InlineData("detours", true)]
    [InlineData("far", false)]
    [InlineData("far", true)]
    [InlineData("usvfs", false)]
    [InlineData("usvfs", true)]
    public void AnEngineBeforeAndAfter(string form, bool hasWindowsShape)
    {
        // MinHook needs five free bytes before a function that begins with a short jump, and the VFS has used those of the neighbouring
        // function.
        bool isRefused = form == "minhook" && hasWindowsShape;
        string[] lines = Run(form, hasWindowsShape, "FVvf", "VFfv", "VFvfVv", "FVfvVv");
        Assert.Equal(
            [
                $"-: {Game}, engine no",
                $"F: {Game}, engine yes", $"V: {Mods}, engine yes", $"v: {Game}, engine yes", $"f: {Game}, engine no", "FVvf: 0",
                $"V: {Mods}, engine no", $"F: {Mods}, engine yes", $"f: {Mods}, engine no", $"v: {Game}, engine no", "VFfv: 0",
                // The VFS's hooks stay below the engine's, pass every call on, and can be started again.
                $"V: {Mods}, engine no", $"F: {Mods}, engine yes", $"v: {Game}, engine yes", $"f: {Game}, engine no",
                $"V: {Mods}, engine no", $"v: {Game}, engine no", "VFvfVv: 0",
                // The engine restores the bytes from before both: the VFS is unhooked, too, and another start hooks it again.
                $"F: {Game}, engine yes", $"V: {Mods}, engine yes", $"f: {Game}, engine no", $"v: {Game}, engine no",
                $"V: {Mods}, engine no", $"v: {Game}, engine no", "FVfvVv: 0",
            ],
            lines.Where(line => !line.StartsWith("refused", StringComparison.Ordinal))
                .Select(line => line.Replace(" entries changed", "", StringComparison.Ordinal)));
        Assert.Equal(isRefused, lines.Any(line => line.StartsWith("refused", StringComparison.Ordinal)));
    }

    /// <summary>A jump after a stub's first instruction can only be written before the VFS's, and can be removed in any order.</summary>
    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void AJumpInTheMiddleOfAStub(bool hasWindowsShape)
    {
        string[] lines = Run("middle", hasWindowsShape, "FVvf", "FVfvVv");
        // On a stub of Windows' shape the VFS replaces only the first instruction, so restoring the bytes after it leaves the hook intact.
        string without = hasWindowsShape ? Mods : Game;
        Assert.Equal(
            [
                $"-: {Game}, engine no",
                $"F: {Game}, engine yes", $"V: {Mods}, engine yes", $"v: {Game}, engine yes", $"f: {Game}, engine no",
                "FVvf: 0 entries changed",
                $"F: {Game}, engine yes", $"V: {Mods}, engine yes", $"f: {without}, engine no", $"v: {Game}, engine no",
                $"V: {Mods}, engine no", $"v: {Game}, engine no", "FVfvVv: 0 entries changed",
            ],
            lines);
    }

    /// <summary>Like me3: CreateFileW of kernelbase leads to another hook above the VFS, which sees the new path.</summary>
    [RealProcessFact]
    public void AnEngineAboveNtdll()
    {
        const string package = "game a, package, only no, 1 names", both = "mod a, package, only yes, 2 names";
        Assert.Equal(
            [
                $"-: {Game}, engine no",
                $"F: {package}, engine yes", $"V: {both}, engine yes", $"v: {package}, engine yes", $"f: {Game}, engine no",
                "FVvf: 0 entries changed",
                $"V: {Mods}, engine no", $"F: {both}, engine yes", $"v: {package}, engine yes", $"f: {Game}, engine no",
                "VFvf: 0 entries changed",
                $"F: {package}, engine yes", $"V: {both}, engine yes", $"f: {Mods}, engine no", $"v: {Game}, engine no",
                "FVfv: 0 entries changed",
            ],
            Run("above", false, "FVvf", "VFvf", "FVfv"));
    }

    private string[] Run(string form, bool hasWindowsShape, params string[] orders)
    {
        string program = Path.Combine(_folder.Folder("game"), "neighbours.exe");
        File.Copy(NativePrograms.Get("neighbours.exe"), program);
        File.Copy(NativePrograms.Get("shaped_ntdll.dll"), Path.Combine(_folder.At("game"), "shaped_ntdll.dll"));
        _folder.File("game/data/a.txt", "game a");
        _folder.File("game/own/package.txt", "package");
        _folder.File("game/rvfs/mods/one/data/a.txt", "mod a");
        _folder.File("game/rvfs/mods/one/data/only.txt", "mod only");
        Dictionary<string, string?> environment = hasWindowsShape
            ? new() { ["RVFS_NTDLL_STAND_IN"] = "shaped_ntdll.dll", ["RVFS_TEST_SHAPE"] = "test" }
            : [];
        GameResult result = GameProcess.Run(program, [WinePrefix.ToWindows(PublishedArtifacts.Library), form, .. orders],
            new GameOptions { Environment = environment });
        Assert.True(result.ExitCode == 0, result.ToString());
        return [.. result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r'))];
    }
}
