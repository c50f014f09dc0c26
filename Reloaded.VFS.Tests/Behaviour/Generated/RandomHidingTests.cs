using System.Text;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Random trees in which mods hide random names of the layers below them, and random questions: each gets the answer that the folder
/// gives in which those names were deleted. RVFS_SEED and RVFS_SCENARIOS as for <see cref="RandomScenarioTests"/>.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RandomHidingTests
{
    private static readonly string[] s_labels = ["game", "z-first", "second", "a-third"];

    [RealProcessFact]
    public void TheVfsAnswersAsTheFolderWithoutTheHiddenNames()
    {
        int first = RandomScenarioTests.Number("RVFS_SEED", 1), count = RandomScenarioTests.Number("RVFS_SCENARIOS", 40);
        List<(int Seed, Scenario Scenario, string[] Texts)> all = [.. Enumerable.Range(first, count).Select(Create)];
        FixtureTree[] trees = [.. s_labels.Select((label, i) => FixtureTree.Parse(label, string.Concat(all.Select(one => one.Texts[i]))))];
        using MergedFolder folder = MergedFolder.BuildPair(trees[0], trees[1..], (NativePrograms.Probe, BackendRunner.GameName));
        IEnumerable<Scenario> scenarios = all.Select(one => one.Scenario);
        string merged = "", vfs = "";
        Parallel.Invoke(
            () => merged = BackendRunner.Run(folder, Backend.Merged, Scenario.ToScript(scenarios, WinePrefix.IsNeeded)),
            () => vfs = BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript(scenarios)));
        Dictionary<string, string> expected = Scenario.SplitOutput(merged), actual = Scenario.SplitOutput(vfs);
        List<string> differences = [];
        foreach ((int seed, Scenario scenario, string[] texts) in all)
        {
            if (Scenario.Compare(scenario.RenameOracle(expected[scenario.Name]), actual[scenario.Name]) is { } difference)
                differences.Add($"seed {seed}\n{difference}\n{scenario.Commands}\n"
                    + string.Join('\n', texts.Select((text, i) => $"--- {s_labels[i]}\n{text}")));
        }

        Assert.True(differences.Count == 0, $"{differences.Count} scenarios differ\n\n{string.Join("\n\n", differences.Take(5))}");
    }

    private static (int, Scenario, string[]) Create(int seed)
    {
        var tree = new RandomTree(seed, s_labels.Length);
        string[] texts = [.. s_labels.Select((_, i) => tree.Text(i))];
        AddMarkers(tree, new Random(seed), texts);
        (string Command, string Oracle)[] commands = [.. new RandomCommands(tree, seed).Take(20)];
        string top = tree.Folders[0][0];
        return (seed, new Scenario($"scenario {seed}", string.Join('\n', commands.Select(c => c.Command).Append($"tree | {top}")))
        {
            OracleOnWine = string.Join('\n', commands.Select(c => c.Oracle).Append($"tree | {top}")),
        }, texts);
    }

    private static void AddMarkers(RandomTree tree, Random random, string[] texts)
    {
        // A name that is a file here and a folder there has a rule of its own.
        string[][] names = [.. tree.Folders.Skip(1).Concat(tree.Files)
            .Where(name => !tree.Clashes.Any(clash => clash.Zip(name).All(pair => pair.First == pair.Second)))];
        foreach (string[] name in names.Where(_ => random.Next(4) == 0))
        {
            int owner = random.Next(1, texts.Length);
            string marker = tree.Spell(owner, name) + MergedFolder.HideEnding;
            if (Encoding.UTF8.GetByteCount(marker[(marker.LastIndexOf('/') + 1)..]) < 250)
                texts[owner] += marker + " = .\n";
        }
    }
}
