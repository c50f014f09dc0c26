using Reloaded.VFS.Testing;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Tests of the random scenarios under the policy "overwrite": they have the same results as in the merged folder, a second run finds what
/// the first one left, including deletions, and nothing in the game's folder or in a mod changes. RVFS_SEED and RVFS_SCENARIOS work as for
/// <see cref="RandomScenarioTests"/>.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RandomOverwriteTests(ITestOutputHelper output)
{
    private const int BatchSize = 300;

    [RealProcessFact]
    [Trait("Bits", "Both")]
    public void TheVfsAnswersAsTheMergedFolder()
    {
        int first = RandomScenarioTests.Number("RVFS_SEED", 1), count = RandomScenarioTests.Number("RVFS_SCENARIOS", 300);
        List<string> differences = [];
        int commands = 0;
        for (int i = 0; i < count && differences.Count < 10; i += BatchSize)
        {
            // In every fourth scenario the program itself starts the VFS late.
            foreach (IGrouping<bool, int> seeds in Enumerable.Range(first + i, Math.Min(BatchSize, count - i))
                .GroupBy(seed => seed % 4 == 0))
            {
                RandomBatch batch = new(seeds, late: seeds.Key, overwrites: true);
                commands += batch.CommandCount;
                differences.AddRange(batch.FindDifferences());
            }
        }

        output.WriteLine($"{count} scenarios from seed {first}, {commands} commands each on both sides");
        Assert.True(differences.Count == 0, $"{differences.Count} scenarios differ\n\n{string.Join("\n\n", differences.Take(10))}");
    }

    /// <summary>Repeats seeds whose scenarios found a fault that no other test shows.</summary>
    [RealProcessFact]
    public void WhatOnceDifferedIsTheSame() =>
        Assert.Empty(new RandomBatch([450, 545, 622, 809, 1535, 2236, 3307, 4891, 5504], late: false, overwrites: true).FindDifferences());
}
