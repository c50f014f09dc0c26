using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Hooks.Patching;

/// <summary>
/// Tests of the shipped DLL's hooks on functions of the shape of Windows' stubs, and on stubs that other engines have hooked
/// (<c>Native/hooks/shaped_ntdll.c</c>): the hooks are installed and removed while 16 threads call the functions. RVFS_STORM=1 is the full
/// scale, 10,000 installed and removed hooks over all forms; the default is a tenth.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class StubShapeTests
{
    /// <summary>
    /// The number of stubs in the DLL and of hooks. RtlExitUserProcess, LdrShutdownThread and CreateProcessInternalW are the system's own.
    /// </summary>
    private const int Stubs = 22, Hooks = 25;

    /// <summary>
    /// The numbers of starts and stops at full scale: Windows' own form has the larger share, and ten other forms have the rest.
    /// </summary>
    private const int OwnStarts = 85, OtherStarts = 35;

    private static readonly double Measure =
        double.TryParse(Environment.GetEnvironmentVariable("RVFS_STORM"), CultureInfo.InvariantCulture, out double measure) ? measure : 0.1;

    [RealProcessTheory]
    [InlineData("test", "padding", Stubs, false)]
    [InlineData("minhook", "jump", Stubs, true)]
    [InlineData("minhook-above", "jump", Stubs - 6, true)] // the others use padding that no jump before has used
    [InlineData("detours", "jump", Stubs, true)]
    [InlineData("far", "jump", Stubs, true)]
    [InlineData("register", "jump", Stubs, true)]
    [InlineData("behind-mov", "padding", Stubs, true)]
    [InlineData("usvfs", "jump", Stubs, true)]
    [InlineData("sandboxie", "jump", Stubs, true)]
    [InlineData("sandboxie-table", "suspended", Stubs, true)]
    [InlineData("short", "suspended", Stubs - 5, false)] // the others use the five existing pieces of padding
    public void HooksGoInAndOutWhileThreadsCall(string form, string kind, int count, bool isHooked)
    {
        int times = Math.Max(3, (int)((form == "test" ? OwnStarts : OtherStarts) * Measure));
        GameResult result = Run(form, times);
        Assert.True(result.ExitCode == 0, result.ToString());
        string foreign = isHooked ? "yes" : "no";
        bool takesPadding = kind == "padding" || count < Stubs;
        string padding = takesPadding ? "some" : "none";
        Assert.Equal(
            $"""
            before: game a, nothing
            while the hooks are in: mod a, mod only
            through the stubs: yes, through the other engine's hooks: {foreign}
            after: game a, nothing
            through the stubs: yes, through the other engine's hooks: {foreign}
            bytes changed: {padding} in padding, 0 elsewhere
            wrong 0, registers wrong 0

            """.ReplaceLineEndings("\n"),
            result.Text.ReplaceLineEndings("\n"));
        string[] hooks = [.. result.Errors.Split('\n').Where(line => line.StartsWith("hook ", StringComparison.Ordinal))];
        string[] stubs = [.. hooks.Where(line => line.StartsWith("hook Nt", StringComparison.Ordinal))];
        Assert.Equal((Hooks, Stubs), (hooks.Length, stubs.Length));
        Assert.True(stubs.Count(line => line.Contains($"\"{kind}\"", StringComparison.Ordinal)) == count, result.ToString());
        Assert.True(count == Stubs || stubs.Count(line => line.Contains("\"padding\"", StringComparison.Ordinal)) == Stubs - count,
            result.ToString());
        // The report says where the entry leads if another engine has written a jump there; the jump that replaces a short stub's `syscall`
        // looks like one.
        Assert.All(stubs,
            line => Assert.True(form == "short" || isHooked == line.Contains("in no module", StringComparison.Ordinal), line));
        Assert.Contains($"in and out {times} times", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>Another engine makes the stubs' pages read-only after the VFS has made them writable and before it writes.</summary>
    [RealProcessTheory]
    [InlineData("test")]
    [InlineData("minhook")]
    [InlineData("sandboxie-table")]
    public void PagesThatAnotherThreadProtectsAgainAreNoFault(string form)
    {
        GameResult result = Run(form, 3, "flip");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("in and out 3 times", result.Errors, StringComparison.Ordinal);
        Assert.Contains("0 elsewhere\nwrong 0, registers wrong 0", result.Text.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    /// <summary>
    /// Tests the oracle of the other tests: a test program that crashes says where, and ends at once instead of waiting for a debugger.
    /// </summary>
    [RealProcessFact]
    public void ACrashEndsTheTestProgramAndSaysWhere()
    {
        GameResult result = Run("test", 1, "crash");
        Assert.NotEqual(0, result.ExitCode);
        Assert.Contains("crash C0000005 at 0000000000001000, running 0000000000001000", result.Errors, StringComparison.Ordinal);
    }

    private static GameResult Run(string form, int times, params string[] more)
    {
        FixtureTree game = FixtureTree.Parse("game", "data/a.txt = game a\ndata/b.txt = game b\ndata/c.txt = game c");
        FixtureTree mod = FixtureTree.Parse("mod", "data/a.txt = mod a\ndata/only.txt = mod only");
        using MergedFolder folder = MergedFolder.Build(
            game, [mod], (NativePrograms.Get("shaped.exe"), "shaped.exe"), (NativePrograms.Get("shaped_ntdll.dll"), "shaped_ntdll.dll"));
        string[] arguments = [WinePrefix.ToWindows(PublishedArtifacts.Library), form, "16",
            times.ToString(CultureInfo.InvariantCulture), .. more];
        return GameProcess.Run(Path.Combine(folder.Game, "shaped.exe"), arguments, new GameOptions { Timeout = TimeSpan.FromMinutes(4) });
    }
}
