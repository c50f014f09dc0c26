using System.Text;
using Reloaded.VFS.Tests.Oracles;
using Reloaded.VFS.Tests.Shipped;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>Scenarios that share one game and one start of each backend: a start costs far more than a scenario. Each has a folder of its own.</summary>
public sealed class RandomBatch
{
    private static readonly string[] Labels = ["game", "z-first", "second", "a-third"];

    private readonly IReadOnlyList<(int Seed, RandomTree Tree, Scenario Scenario)> _scenarios;

    /// <summary>The scenarios of these seeds.</summary>
    public RandomBatch(IEnumerable<int> seeds) => _scenarios = [.. seeds.Select(Create)];

    /// <summary>How many there are.</summary>
    public int Count => _scenarios.Count;

    /// <summary>Commands in all of them.</summary>
    public int CommandCount => _scenarios.Sum(scenario => scenario.Scenario.Commands.Split('\n').Length);

    /// <summary>Runs both backends; a text for each scenario that differs, with all that is needed to see why.</summary>
    public IReadOnlyList<string> FindDifferences()
    {
        using MergedFolder folder = MergedFolder.Build(Tree(0), [.. Enumerable.Range(1, Labels.Length - 1).Select(Tree)], (NativePrograms.Probe, BackendRunner.GameName));
        IEnumerable<Scenario> scenarios = _scenarios.Select(scenario => scenario.Scenario);
        string merged = BackendRunner.Run(folder, Backend.Merged, Scenario.ToScript(scenarios, WinePrefix.IsNeeded), tolerant: true);
        string vfs = BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript(scenarios), tolerant: true);
        Dictionary<string, string> expected = Scenario.SplitOutput(merged), actual = Scenario.SplitOutput(vfs);
        List<string> differences = [];
        foreach ((int seed, RandomTree tree, Scenario scenario) in _scenarios)
        {
            string right = expected.TryGetValue(scenario.Name, out string? output) ? scenario.RenameOracle(output) : Tail("the merged folder", merged);
            string seen = actual.GetValueOrDefault(scenario.Name) ?? Tail("the VFS", vfs);
            if (Scenario.Compare(right, seen) is string difference)
                differences.Add(Describe(seed, tree, difference));
        }
        return differences;
    }

    private FixtureTree Tree(int index) => FixtureTree.Parse(Labels[index], string.Concat(_scenarios.Select(scenario => scenario.Tree.Text(index))));

    private static (int, RandomTree, Scenario) Create(int seed)
    {
        RandomTree tree = new(seed, Labels.Length);
        IReadOnlyList<(string Command, string Oracle)> commands = new RandomCommands(tree, seed).Take(25);
        return (seed, tree, new Scenario($"scenario {seed}", string.Join('\n', commands.Select(pair => pair.Command))) { OracleOnWine = string.Join('\n', commands.Select(pair => pair.Oracle)) });
    }

    private static string Describe(int seed, RandomTree tree, string difference)
    {
        StringBuilder text = new($"scenario {seed} (RVFS_SEED={seed} RVFS_SCENARIOS=1 runs it alone)\n{difference}");
        for (int i = 0; i < Labels.Length; i++)
            text.Append($"  --- {Labels[i]}\n").Append(tree.Text(i));
        return text.ToString();
    }

    private static string Tail(string backend, string output)
        => $"(hasn't run to its end on {backend}; the program's last words:)\n{string.Join('\n', output.Split('\n').TakeLast(10))}";
}
