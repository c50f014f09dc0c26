using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Testing;

[Collection(RealProcesses.Name)]
public sealed class WineServerTests
{
    /// <summary>
    /// A program's current directory stays open in the server while the program runs. A folder isn't confused with one whose name begins
    /// with its name.
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
