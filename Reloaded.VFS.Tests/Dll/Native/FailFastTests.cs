using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Native;

/// <summary>Tests of a fatal error in the DLL's runtime (which Native/starting/ruin.c causes): the process ends with a message.</summary>
[Collection(RealProcesses.Name)]
public sealed class FailFastTests
{
    [RealProcessFact]
    public void WhereTheRuntimeGivesUpALineSaysSoAndWhere()
    {
        GameResult result = GameProcess.Run(NativePrograms.Get("ruin.exe"), [WinePrefix.ToWindows(PublishedArtifacts.Library)]);
        Assert.Equal("started", result.Text.Trim());
        // Windows ends the process with the fault's code; Wine ends it with STATUS_FAIL_FAST_EXCEPTION, of which it passes on the low eight
        // bits.
        Assert.Equal(OperatingSystem.IsWindows() ? unchecked((int)0xC0000005) : 0x02, result.ExitCode);
        // Addresses in the DLL itself; the DLL for 32-bit games brings its runtime.
        string address = Width.Is32Bit ? "" : @"\+";
        Assert.Matches(
            $@"Reloaded VFS \d+\.\d+\.\d+\S*: the runtime inside reloaded_vfs\.dll gave up, code c0000005 at {address}[0-9a-f]+; "
                + $@"please report this line\. Stack: {address}[0-9a-f]+ {address}", result.Errors);
    }
}
