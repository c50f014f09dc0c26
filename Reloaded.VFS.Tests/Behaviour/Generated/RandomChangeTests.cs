using Reloaded.VFS.Testing;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Tests of random changes of few names, with handles that stay open, under both policies: each call has the same result as in the merged
/// folder, and so have the final state and what the next start finds. RVFS_SEED and RVFS_SCENARIOS work as for
/// <see cref="RandomScenarioTests"/>.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RandomChangeTests(ITestOutputHelper output)
{
    private const int BatchSize = 150;

    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void EveryCallGivesWhatTheMergedFolderGives(bool overwrites)
    {
        int first = RandomScenarioTests.Number("RVFS_SEED", 1), count = RandomScenarioTests.Number("RVFS_SCENARIOS", 150), commands = 0;
        List<string> differences = [];
        for (int i = 0; i < count && differences.Count < 10; i += BatchSize)
        {
            // In every fourth scenario the program itself starts the VFS late, with the functions of newer systems.
            foreach (IGrouping<bool, int> seeds in Enumerable.Range(first + i, Math.Min(BatchSize, count - i))
                .GroupBy(seed => seed % 4 == 0))
            {
                RandomBatch batch = RandomBatch.OfChanges(seeds, late: seeds.Key, overwrites);
                commands += batch.CommandCount;
                differences.AddRange(batch.FindDifferences());
            }
        }

        output.WriteLine($"{count} scenarios from seed {first}, {commands} commands each on both sides");
        Assert.True(differences.Count == 0, $"{differences.Count} scenarios differ\n\n{string.Join("\n\n", differences.Take(10))}");
    }
}
