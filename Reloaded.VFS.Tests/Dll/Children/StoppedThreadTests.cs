using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Children;

/// <summary>
/// A program that stops its own threads while a child of it waits suspended (<c>Native/processes/stopping.c</c>). Whoever lets a thread of
/// its own go on doesn't come to managed code, which may have to wait for that thread.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class StoppedThreadTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    public void AThreadThatIsStoppedGoesOnThoughTheCollectorWaitsForIt()
    {
        _folder.File("game/Data/a.txt", "game");
        for (int i = 0; i < 300; i++)
            _folder.File($"game/rvfs/mods/a/Data/{i}.txt", "mod");
        _folder.File("laid/Data/b.txt", "laid over it");
        File.Copy(NativePrograms.Get("stopping.exe"), _folder.At("game/stopping.exe"));
        GameResult result = GameProcess.Run(_folder.At("game/stopping.exe"),
            [WinePrefix.ToWindows(_folder.At("laid")), WinePrefix.ToWindows(_folder.At("game")), "3000"], new GameOptions
            {
                Vfs = true,
                // A collection every few changes.
                Environment = new Dictionary<string, string?>
                {
                    ["DOTNET_GCgen0size"] = "10000",
                    ["DOTNET_GCgen0MaxBudget"] = "10000",
                },
            });
        Assert.Equal("stopped, listed, changed, 0 0", result.Text.Trim());
    }

    /// <summary>
    /// A thread is stopped anywhere while it opens, or lists, what mods have, 1,500 times, and another one opens or lists it meanwhile
    /// (<c>Native/processes/halting.c</c>), as a crash handler does. No listing beside a stopped one: Wine itself holds a lock of the whole
    /// process while it lists a folder (<c>dir_mutex</c> in its <c>dlls/ntdll/unix/file.c</c>), and without the VFS two in a hundred such
    /// listings wait until the thread goes on.
    /// </summary>
    [RealProcessTheory]
    [InlineData("open", "open")]
    [InlineData("open", "list")]
    [InlineData("list", "open")]
    public void AThreadThatIsStoppedKeepsNoOtherCall(string stopped, string meanwhile)
    {
        _folder.File("game/Data/own.txt", "game");
        _folder.File("game/rvfs/mods/a/Data/a.txt", "mod");
        _folder.File("game/rvfs/mods/a/Data/b.txt", "mod");
        File.Copy(NativePrograms.Get("halting.exe"), _folder.At("game/halting.exe"));
        GameResult result = GameProcess.Run(_folder.At("game/halting.exe"),
            [stopped, meanwhile, "1500", WinePrefix.ToWindows(_folder.At("game"))], new GameOptions { Vfs = true });
        Assert.Equal($"{meanwhile} while {stopped}: done, 0 failed, 0 stuck", result.Text.Trim());
    }
}
