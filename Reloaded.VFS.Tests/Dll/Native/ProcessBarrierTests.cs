using System.Globalization;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Native;

/// <summary>
/// Tests of the barrier that replaces the system's on systems where that is an empty function (Native/process_barrier.c): one thread stores
/// and loads, another one stores, calls the barrier and loads; never do both miss the other's store.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed partial class ProcessBarrierTests
{
    [RealProcessFact(Needs.WindowsPrograms)]
    public void WithTheBarrierOneOfTwoThreadsAlwaysSeesTheOther()
    {
        // Without the barrier, both miss the other about once in 20,000 rounds; with it, a round takes a millisecond on a busy machine.
        GameResult result = Run(100_000, "ours");
        Assert.True(result.ExitCode == 0 && BothMissed(result) == 0, result.ToString());
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void WithoutItBothMissTheOther()
    {
        // Tests the test itself: without the barrier, the reordering does happen on this machine. On one processor it can't.
        GameResult result = Run(2_000_000, "none");
        Assert.True(Environment.ProcessorCount == 1 || BothMissed(result) > 0, result.ToString());
    }

    private static GameResult Run(int rounds, string barrier)
        => GameProcess.Run(NativePrograms.Get("barrier.exe"), [$"{rounds}", barrier],
            new GameOptions { Timeout = TimeSpan.FromSeconds(120) });

    private static int BothMissed(GameResult result)
        => int.Parse(Counts().Match(result.Text).Groups[1].Value, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"(\d+) in which both did")]
    private static partial Regex Counts();
}
