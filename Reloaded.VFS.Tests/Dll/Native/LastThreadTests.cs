using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Native;

/// <summary>
/// Tests that a program which ends with its last thread (Native/starting/lastthread.c) also ends with the VFS, with that thread's status.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class LastThreadTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessTheory]
    [InlineData(false, "base")]
    [InlineData(true, "mod")]
    public void ThreadsThatOutliveTheFirstWorkToTheirEnd(bool vfs, string content)
    {
        GameResult result = Run(vfs, @"data\a.txt");
        Assert.True(result.ExitCode == 7, result.ToString());
        Assert.Equal($"second: {content}\nthird: {content}\n", result.Text.ReplaceLineEndings("\n"));
    }

    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void TheFirstMayBeTheLast(bool vfs)
    {
        GameResult result = Run(vfs);
        Assert.True(result.ExitCode == 9, result.ToString());
    }

    private GameResult Run(bool vfs, params string[] arguments)
    {
        string game = _folder.Folder("game");
        string program = Path.Combine(game, "lastthread.exe");
        File.Copy(NativePrograms.Get("lastthread.exe"), program);
        _folder.File("game/data/a.txt", "base");
        _folder.File("game/rvfs/mods/m1/data/a.txt", "mod");
        return GameProcess.Run(program, arguments, new GameOptions { Vfs = vfs, Timeout = TimeSpan.FromSeconds(20) });
    }
}
