using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;

namespace Reloaded.VFS.Tests.Benchmarks;

/// <summary>
/// Tests that the table's figures for memory hold on any machine: allocations and retained memory don't depend on it. Times are never
/// asserted.
/// </summary>
[Collection(nameof(AloneCollection))]
public class FootprintTests
{
    private const long Mega = 1 << 20;

    private static readonly string[] ReadersWork = ["fold and hash", "look-up, hit", "look-up, miss", "look-up, miss, by the names alone",
        "look-up, outside"];

    private static Row[] Measure(TreeShape shape, params string[] parts) =>
        [.. new TableRun([TreeGenerator.Create(shape)], Effort.Least, (TreeShape.Game, 1), _ => { }, parts).Measure()];

    [Theory]
    [InlineData("windows", 30 * Mega)]
    [InlineData("steam", 16 * Mega)]
    [InlineData("game", Mega / 8)]
    public void WhatStaysInMemoryIsAtMost(string name, long limit)
    {
        TreeShape shape = name switch { "windows" => TreeShape.Windows, "steam" => TreeShape.Steam, _ => TreeShape.Game };
        // The runner's own objects come and go meanwhile, which affects a small tree's figure: the median of several.
        int times = shape.FileCount > 10_000 ? 1 : 5;
        long[] bytes = [.. Enumerable.Range(0, times).Select(_ => Assert.Single(Measure(shape, "memory")).RetainedBytes!.Value).Order()];
        Assert.InRange(bytes[times / 2], shape.FileCount * 10L, limit);
    }

    [Fact]
    public void ReadersAllocateNothing()
    {
        Row[] rows = Measure(TreeShape.Steam.Scale(1_000, 20_000), "hash", "look-up");
        Assert.Equal(ReadersWork.Order(), rows.Select(row => row.Name).Distinct().Order());
        Assert.All(rows, row => Assert.Equal(0, row.AllocatedBytes));
    }

    /// <summary>The managed heap that the collector must scan doesn't grow with the trees' content.</summary>
    [Fact]
    public void BuildingAnewAllocatesAHandfulOfObjects()
    {
        Row[] rows = Measure(TreeShape.Steam.Scale(1_000, 20_000), "change");
        Assert.InRange(Assert.Single(rows, row => row.Name == "rebuild from cached listings").AllocatedBytes!.Value, 1, 8192);
        Assert.InRange(Assert.Single(rows, row => row.Name == "append a file").AllocatedBytes!.Value, 0, 4096);
    }
}
