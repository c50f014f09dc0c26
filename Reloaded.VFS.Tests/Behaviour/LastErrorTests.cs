using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests that a hooked function preserves <c>GetLastError</c> and <c>RtlGetLastNtStatus</c>, as the system's own function does
/// (Native/probe/errors.c).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class LastErrorTests
{
    /// <summary>Includes the functions that only newer systems have.</summary>
    [RealProcessFact]
    public void NoHookedFunctionChangesTheErrorsOfEarlierCalls()
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", """
                Both/a.txt = game a
                """),
            [
                FixtureTree.Parse("mod", """
                    Folder/a.txt = mod a
                    Both/a.txt = mod a
                    """),
            ],
            (NativePrograms.Probe, BackendRunner.GameName), (NativePrograms.Get("newer_ntdll.dll"), "newer_ntdll.dll"));
        string script = Scenario.ToScript([
            new("errors", "errors | Folder\\a.txt | Folder\nattributes | Folder\nerrors | Both\\a.txt | Both\nattributes | Both")]);
        string seen = BackendRunner.Run(folder, Backend.Vfs, script, starts: VfsStart.Late);
        Assert.DoesNotContain("changes the errors", seen, StringComparison.Ordinal);
        Assert.Contains(" calls, more than 20 succeeded, more than 8 failed", seen, StringComparison.Ordinal);
        string? difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script, starts: VfsStart.Late), seen);
        Assert.True(difference is null, difference);
    }
}
