using Reloaded.VFS.Benchmarks.Contention;

namespace Reloaded.VFS.Tests.Benchmarks;

/// <summary>Tests of the predictions of <c>scaling</c> for machines with more cores.</summary>
public sealed class ScalingModelTests
{
    [Theory]
    [InlineData(0, 100, 64, 1)] // nothing is serialised
    [InlineData(100, 0, 64, 1.0 / 64)] // everything is serialised
    [InlineData(1, 1, 1, 1)]
    [InlineData(1, 1, 2, 0.8)] // computed by hand: R = 1.5, X = 2 / 2.5
    [InlineData(1, 9, 1000, 0.01)] // the station is the limit: 1 / 1 of 1000 / 10
    public void AQueueBeforeOneStation(double station, double rest, int threads, double fraction) =>
        Assert.Equal(fraction, ScalingModel.FractionOfIdeal(station, rest, threads), 6);

    [Fact]
    public void EachGuardHasTheStationOfItsKind()
    {
        var results = new ScalingResults(50, [.. ScalingGuard.Hooked.Prepend(ScalingGuard.Bare).Select(guard =>
            new ScalingRow("returns at once", new ContentionRow(guard.Name, 1, 0, guard == ScalingGuard.Bare ? 10 : 110, [], [], 0, 0)))]);
        double Of(string argument, int threads) => ScalingModel.FractionOfIdeal(results, "returns at once",
            ScalingGuard.Hooked.First(guard => guard.Argument == argument), threads);
        Assert.Equal(1, Of("none", 64));
        Assert.Equal(ScalingModel.FractionOfIdeal(100, 10, 8), Of("section", 8));
        Assert.Equal(ScalingModel.FractionOfIdeal(100, 10, 8), Of("rwlock", 8)); // twice the transfer takes equally long here
        Assert.True(Of("ticket", 2) < 1);
    }
}
