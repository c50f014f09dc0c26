using System.Globalization;
using Reloaded.VFS.Testing;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Tests of random trees, random queries and random changes: through the VFS each has the same result as in the merged folder, and a second
/// run finds what the first one left. RVFS_SCENARIOS sets the number of scenarios (default 300), RVFS_SEED the first one's seed; each
/// scenario depends only on its seed.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RandomScenarioTests(ITestOutputHelper output)
{
    private const int BatchSize = 300;

    internal static int Number(string variable, int otherwise)
        => int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int value) ? value : otherwise;

    [RealProcessFact]
    [Trait("Bits", "Both")]
    public void TheVfsAnswersAsTheMergedFolder()
    {
        int first = Number("RVFS_SEED", 1), count = Number("RVFS_SCENARIOS", 300), commands = 0;
        List<string> differences = [];
        for (int i = 0; i < count && differences.Count < 10; i += BatchSize)
        {
            // In every fourth scenario the program itself starts the VFS late, with the functions of newer systems.
            foreach (IGrouping<bool, int> seeds in Enumerable.Range(first + i, Math.Min(BatchSize, count - i))
                .GroupBy(seed => seed % 4 == 0))
            {
                RandomBatch batch = new(seeds, late: seeds.Key);
                commands += batch.CommandCount;
                differences.AddRange(batch.FindDifferences());
            }
        }

        output.WriteLine($"{count} scenarios from seed {first}, {commands} commands each on both sides");
        Assert.True(differences.Count == 0, $"{differences.Count} scenarios differ\n\n{string.Join("\n\n", differences.Take(10))}");
    }

    /// <summary>Repeats seeds whose scenarios found a fault that no other test shows.</summary>
    [RealProcessFact]
    public void WhatOnceDifferedIsTheSame() => Assert.Empty(new RandomBatch([5567, 7024], late: false).FindDifferences());
}
