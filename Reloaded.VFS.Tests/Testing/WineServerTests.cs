using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Testing;

[Collection(RealProcesses.Name)]
public sealed class WineServerTests
{
    /// <summary>A program's current directory is open in the server as long as the program runs.</summary>
    [RealProcessFact(Needs.WindowsPrograms)]
    public async Task ARunningProgramsFolderIsOpenUntilItEnds()
    {
        if (!WinePrefix.IsNeeded)
            return;
        using var folder = new TemporaryFolder();
        string program = folder.At("live.exe");
        File.Copy(NativePrograms.Get("live.exe"), program);
        using var live = new LiveProgram(program, new GameOptions());
        live.Ask("handles");
        Task closed = Task.Run(() => WineServer.WaitUntilClosed(folder.Root));
        await Task.WhenAny(closed, Task.Delay(300));
        Assert.False(closed.IsCompleted, "the program runs");
        live.Quit();
        await closed;
    }

    /// <summary>A folder is told from one whose name begins like its own.</summary>
    [RealProcessFact(Needs.WindowsPrograms)]
    public void AFolderThatNoProgramHasOpenIsClosedAtOnce()
    {
        if (!WinePrefix.IsNeeded)
            return;
        using var folder = new TemporaryFolder();
        string program = folder.File("games/live.exe");
        File.Copy(NativePrograms.Get("live.exe"), program, overwrite: true);
        using var live = new LiveProgram(program, new GameOptions());
        live.Ask("handles");
        WineServer.WaitUntilClosed(folder.Folder("game"));
        live.Quit();
    }
}
