using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Children;

/// <summary>
/// Tests of a program that suspends its own threads while a child of it waits suspended (<c>Native/processes/stopping.c</c>). A call that
/// resumes a thread of its own process doesn't reach managed code, which may have to wait for that thread.
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
                // A garbage collection every few changes.
                Environment = new Dictionary<string, string?>
                {
                    ["DOTNET_GCgen0size"] = "10000",
                    ["DOTNET_GCgen0MaxBudget"] = "10000",
                },
            });
        Assert.Equal("stopped, listed, changed, 0 0", result.Text.Trim());
    }

    /// <summary>
    /// A thread is suspended at an arbitrary point while it opens, or lists, what mods have, 1,500 times, and meanwhile another thread
    /// opens or lists the same (<c>Native/processes/halting.c</c>), as a crash handler does. Of some 15,000 calls one waits until the
    /// thread is resumed (docs/limits.md), and on a busy machine a few more. Nothing is listed while a listing thread is suspended: Wine
    /// itself holds a lock of the whole process while it lists a folder (<c>dir_mutex</c> in its <c>dlls/ntdll/unix/file.c</c>), and every
    /// tenth such listing waits even without the VFS.
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
            [stopped, meanwhile, "1500", WinePrefix.ToWindows(_folder.At("game")), $"{(int)(2000 * GameProcess.Patience)}"],
            new GameOptions { Vfs = true });
        Assert.Matches($"^{meanwhile} while {stopped}: done, 0 failed, [0-9] stuck$", result.Text.Trim());
    }
}
