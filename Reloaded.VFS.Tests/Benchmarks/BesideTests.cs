using System.CommandLine;
using Reloaded.VFS.Benchmarks.Beside;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Benchmarks;

/// <summary>Tests of the benchmark of ways to bring mods into a game. No time is asserted.</summary>
[Collection(RealProcesses.Name)]
public sealed class BesideTests
{
    private static readonly string[] s_everywhere = [MergedCopy.Title, "hard links", Rvfs.Title];
    private static readonly string[] s_others = [Overlay.Kernels, "fuse-overlayfs", "mergerfs", "usvfs"];

    /// <summary>
    /// Each way is measured where the system has it, or left out with the reason. The program itself fails if it doesn't see the mods.
    /// </summary>
    [RealProcessFact]
    public void EachWayIsMeasuredOrLeftOutAloud()
    {
        using var folder = new TemporaryFolder();
        string json = folder.At("rows.json");
        using var output = new StringWriter();
        int code = BesideCommand.Create().Parse(["--sets", "2x200", "--turns", "1", "--opens", "100", "--json", json])
            .Invoke(new InvocationConfiguration { Output = output });
        Assert.Equal(0, code);

        BesideResults results = Results.Read(json).Beside!;
        string[] measured = [.. results.Rows.Select(row => row.Contender).Distinct()];
        string[] leftOut = [.. results.LeftOut.Select(reason => reason.Split(": ")[0])];
        Assert.Equal(s_everywhere, measured.Except(s_others));
        Assert.Equal(s_others.Order(), measured.Intersect(s_others).Concat(leftOut).Order());
        Assert.Contains("usvfs", leftOut);
        foreach (string contender in measured)
        {
            BesideRow[] rows = [.. results.Rows.Where(row => row.Contender == contender)];
            Assert.Equal(9, rows.Count(row => (row.Ratio is > 0) == (contender != MergedCopy.Title) && !row.Work.Contains(':')));
            Assert.Equal(contender is MergedCopy.Title or Rvfs.Title ? 0 : 2, rows.Count(row => row.Work.Contains(':')));
            Assert.All(rows, row => Assert.True(row is { Median: > 0, Samples: 1 }, $"{row}"));
        }

        Assert.StartsWith("**2 mods of 200 files**", output.ToString(), StringComparison.Ordinal);
        Assert.Contains("- Left out: usvfs: ", output.ToString(), StringComparison.Ordinal);
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void AWayThatShowsSomethingElseIsAnError()
    {
        var run = new BesideRun(1, 100, _ => { });
        InvalidOperationException error = Assert.Throws<InvalidOperationException>(
            () => run.Measure([BesideSet.Parse("1x220")], [new WithoutMods()]));
        Assert.StartsWith("nothing: the program saw 'game' where the merged folder has 'mod 000'", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("10")]
    [InlineData("0x400")]
    [InlineData("1x201")]
    [InlineData("901x400")]
    public void ASetThatCannotBeLaidOutIsRefused(string set) =>
        Assert.Contains($"'{set}' isn't a set of mods", Assert.Single(BesideCommand.Create().Parse(["--sets", set]).Errors).Message,
            StringComparison.Ordinal);

    /// <summary>The bare game.</summary>
    private sealed class WithoutMods() : BesideContender("nothing")
    {
        private string _folder = "";

        public override void Prepare(BesidePlace place, string own) => _folder = place.Game;

        public override GameResult Run(IReadOnlyList<string> arguments) =>
            GameProcess.Run(Path.Combine(_folder, BesideSet.Program), arguments);
    }
}
