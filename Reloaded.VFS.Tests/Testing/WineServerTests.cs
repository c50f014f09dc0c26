using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Testing;

[Collection(RealProcesses.Name)]
public sealed class WineServerTests
{
    /// <summary>
    /// A program's current directory is open in the server as long as the program runs. A folder is told from one whose name begins like
    /// its own.
    /// </summary>
    [LinuxFact]
    public void ARunningProgramsFolderIsOpenUntilItEnds()
    {
        using var folder = new TemporaryFolder();
        string program = folder.File("games/live.exe");
        File.Copy(NativePrograms.Get("live.exe"), program, overwrite: true);
        using var live = new LiveProgram(program, new GameOptions());
        live.Ask("handles");
        Assert.StartsWith(folder.At("games"), WineServer.FindOpen(folder.At("games")), StringComparison.Ordinal);
        Assert.NotNull(WineServer.FindOpen(folder.Root));
        Assert.Null(WineServer.FindOpen(folder.Folder("game")));
        live.Quit();
        Assert.True(SpinWait.SpinUntil(() => WineServer.FindOpen(folder.Root) is null, TimeSpan.FromSeconds(30)));
    }
}
