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
}
