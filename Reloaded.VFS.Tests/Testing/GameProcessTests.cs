using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Testing;

[Collection(RealProcesses.Name)]
public sealed class GameProcessTests
{
    [RealProcessFact(Needs.WindowsPrograms)]
    public void OutputErrorsAndExitCodeArrive()
    {
        GameResult result = GameProcess.Run(ThirdPartyPrograms.CommandInterpreter,
            ["/c", "echo", "seen&", "echo", "wrong", "1>&2&", "exit", "7"]);
        Assert.Equal(7, result.ExitCode);
        Assert.Equal("seen", result.Text.Trim());
        Assert.Equal("wrong", result.Errors.Trim());
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void AHungProgramIsEndedAndNamed()
    {
        TimeoutException hung = Assert.Throws<TimeoutException>(() => GameProcess.Run(NativePrograms.Probe, ["sleep", "60000"],
            new GameOptions { Timeout = TimeSpan.FromSeconds(3) }));
        Assert.Contains("sleeping", hung.Message, StringComparison.Ordinal);
        if (WinePrefix.IsNeeded)
            Assert.Matches(@"--- threads\nthread [0-9a-f]+ of .*\.exe\n  0 ntdll .*\n  1 kernelbase Sleep", hung.Message);
    }
}
