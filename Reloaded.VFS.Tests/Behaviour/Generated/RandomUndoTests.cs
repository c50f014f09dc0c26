using Reloaded.VFS.Testing;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Tests of random changes in two runs, the second of which <c>rvfs undo</c> takes back: everything that the game may change (the overwrite
/// folder, or the game's folder and its mods) is as it was between the runs. RVFS_SEED and RVFS_SCENARIOS work as for
/// <see cref="RandomScenarioTests"/>; the default is 50.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RandomUndoTests(ITestOutputHelper output)
{
    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void TheSecondRunIsTakenBack(bool overwrites)
    {
        int first = RandomScenarioTests.Number("RVFS_SEED", 1), count = RandomScenarioTests.Number("RVFS_SCENARIOS", 50);
        RandomBatch batch = new(Enumerable.Range(first, count), late: false, overwrites);
        string said = "";
        IReadOnlyList<string> differences = batch.FindWhatIsNotTakenBack(
            folder => said = OverwriteRuns.Launch(folder, "undo", "--yes").Said, out int changed);
        output.WriteLine($"{count} scenarios from seed {first}: {changed} names changed");
        Assert.True(changed > 0, "the second run has changed nothing");
        Assert.True(differences.Count == 0,
            $"{differences.Count} names differ\n{string.Join('\n', differences.Take(20))}\nrvfs undo says\n{said}");
    }
}
