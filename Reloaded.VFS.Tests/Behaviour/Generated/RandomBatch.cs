using System.Text;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Scenarios that share one game and one start of each backend, because a start costs far more than a scenario. Each has its own folder.
/// </summary>
public sealed partial class RandomBatch
{
    private static readonly string[] Labels = ["game", "z-first", "second", "a-third"];

    private const int Changes = 6, OtherSeeds = 500_000, FewChanges = 40, ManyChanges = 400, ManyEvery = 25;

    private readonly IReadOnlyList<(int Seed, RandomTree Tree, Scenario Scenario)> _scenarios;

    private readonly bool _late;
    private readonly bool _overwrites;
    private readonly string _configuration;
    private readonly bool _hasChangesAlone;

    /// <summary>Creates the scenarios of some seeds.</summary>
    /// <param name="seeds">The seeds.</param>
    /// <param name="late">Whether the program itself starts the VFS.</param>
    /// <param name="overwrites">
    /// Whether the policy is <c>overwrite</c>, under which nothing in the game's folder or in a mod may change.
    /// </param>
    /// <param name="configuration">More keys of the configuration under that policy, each with a comma before it.</param>
    public RandomBatch(IEnumerable<int> seeds, bool late, bool overwrites = false, string configuration = "") =>
        (_scenarios, _late, _overwrites, _configuration) =
            ([.. seeds.Select(seed => Create(seed, overwrites))], late, overwrites, configuration);

    private RandomBatch(IReadOnlyList<(int Seed, RandomTree Tree, Scenario Scenario)> scenarios, bool late, bool overwrites) =>
        (_scenarios, _late, _overwrites, _configuration, _hasChangesAlone) = (scenarios, late, overwrites, "", true);

    /// <summary>
    /// Creates scenarios of <see cref="RandomChanges"/>, whose results may not differ, except for what that class leaves out.
    /// </summary>
    /// <param name="seeds">The seeds.</param>
    /// <param name="late">Whether the program itself starts the VFS.</param>
    /// <param name="overwrites">Whether the policy is <c>overwrite</c>.</param>
    public static RandomBatch OfChanges(IEnumerable<int> seeds, bool late, bool overwrites) => new([.. seeds.Select(seed =>
    {
        RandomTree tree = new(seed, Labels.Length);
        int changes = seed % ManyEvery == 0 ? ManyChanges : FewChanges;
        return (seed, tree, new Scenario($"scenario {seed}", string.Join('\n', new RandomChanges(tree, seed, overwrites).Take(changes))));
    })], late, overwrites);

    private VfsStart Start => _late ? VfsStart.Late : VfsStart.First;

    /// <summary>Gets the number of commands in all scenarios.</summary>
    public int CommandCount => _scenarios.Sum(scenario => scenario.Scenario.Commands.Split('\n').Length);

    /// <summary>Runs both backends, twice. Returns a text for each scenario that differs, with all that is needed to see why.</summary>
    public IReadOnlyList<string> FindDifferences()
    {
        FixtureTree[] trees = [.. Enumerable.Range(0, Labels.Length).Select(Tree)];
        using MergedFolder folder = MergedFolder.BuildPairIn(
            _overwrites ? RepositoryFolders.CreateTemporaryInMemory() : RepositoryFolders.CreateTemporary(), trees[0], trees[1..],
            (NativePrograms.Probe, BackendRunner.GameName), (NativePrograms.Get("newer_ntdll.dll"), "newer_ntdll.dll"));
        using UntouchedFiles? untouched = _overwrites ? UntouchedFiles.Overwrite(folder, _configuration) : null;
        IEnumerable<Scenario> scenarios = _scenarios.Select(scenario => scenario.Scenario);
        List<string> differences = Compare(folder, scenarios, "");
        // Compares what a second run of the game finds. If the first run has failed already, the second says nothing new.
        IEnumerable<Scenario> again = _scenarios.Select(scenario =>
            scenario.Scenario with
            {
                Commands = $"{(_hasChangesAlone ? "treeall" : "tree")} | {scenario.Tree.Folders[0][0]}",
                OracleOnWine = null,
            });
        if (differences.Count == 0)
            differences = Compare(folder, again, " in a second run");
        if (untouched?.FindChange() is string change)
        {
            differences.Add(change);
            foreach ((int seed, RandomTree tree, Scenario scenario) in _scenarios.Where(scenario =>
                change.Contains(scenario.Tree.Folders[0][0], StringComparison.OrdinalIgnoreCase)))
                differences.Add(Describe(seed, tree, scenario, "", ""));
        }

        return differences;
    }

    /// <summary>
    /// Runs all scenarios through the VFS, then other scenarios on the same trees in a second run, which is taken back. Returns a text for
    /// each name that then differs from its state between the runs.
    /// </summary>
    /// <param name="takeBack">Takes the last run back.</param>
    /// <param name="changed">The number of names that the second run has changed.</param>
    public IReadOnlyList<string> FindWhatIsNotTakenBack(Action<MergedFolder> takeBack, out int changed)
    {
        FixtureTree[] trees = [.. Enumerable.Range(0, Labels.Length).Select(Tree)];
        using MergedFolder folder = MergedFolder.BuildPair(trees[0], trees[1..], (NativePrograms.Probe, BackendRunner.GameName));
        using IDisposable? untouched = RecordedRuns.Configure(folder, _overwrites);
        BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript(_scenarios.Select(scenario => scenario.Scenario)), tolerant: true, Start);
        FolderContent before = RecordedRuns.Content(folder, _overwrites);
        Scenario[] others = [.. _scenarios.Select(scenario => new Scenario(scenario.Scenario.Name,
            string.Join('\n', new RandomSaves(scenario.Tree, scenario.Seed + OtherSeeds, _overwrites).Take(Changes * 2)
                .Select(pair => pair.Command))))];
        BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript(others), tolerant: true, Start);
        changed = before.ChangesTo(RecordedRuns.Content(folder, _overwrites)).Length;
        takeBack(folder);
        List<string> differences = [.. before.ChangesTo(RecordedRuns.Content(folder, _overwrites))];
        if ((untouched as UntouchedFiles)?.FindChange() is string change)
            differences.Add(change);
        foreach ((int seed, RandomTree tree, Scenario scenario) in _scenarios.Where(scenario => differences.Exists(
            difference => difference.Contains(scenario.Tree.Folders[0][0] + Path.DirectorySeparatorChar, StringComparison.Ordinal))))
        {
            string second = others.Single(other => other.Name == scenario.Name).Commands;
            differences.Add(Describe(seed, tree, scenario, "", $"  --- commands of the second run\n{second}\n"));
        }

        return differences;
    }

    private List<string> Compare(MergedFolder folder, IEnumerable<Scenario> scenarios, string when)
    {
        List<string> differences = [];
        string merged = "", vfs = "";
        Parallel.Invoke(
            () => merged = BackendRunner.Run(folder, Backend.Merged, Scenario.ToScript(scenarios, WinePrefix.IsNeeded),
                tolerant: true, Start),
            () => vfs = BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript(scenarios), tolerant: true, Start));
        Dictionary<string, string> expected = Scenario.SplitOutput(merged), actual = Scenario.SplitOutput(vfs);
        if (_late && merged.Contains("not in this system", StringComparison.Ordinal))
            differences.Add("newer_ntdll.dll isn't asked");
        foreach (((int seed, RandomTree tree, Scenario first), Scenario scenario) in _scenarios.Zip(scenarios))
        {
            string right = expected.TryGetValue(scenario.Name, out string? output)
                ? scenario.RenameOracle(output)
                : Tail("the merged folder", merged);
            string seen = actual.GetValueOrDefault(scenario.Name) ?? Tail("the VFS", vfs);
            string earlier = scenario == first ? "" : $"  --- commands of the first run\n{first.Commands}\n";
            if (Scenario.Compare(right, seen) is string difference)
                differences.Add(Describe(seed, tree, scenario, when, difference + earlier));
        }

        return differences;
    }

    private FixtureTree Tree(int index) =>
        FixtureTree.Parse(Labels[index], string.Concat(_scenarios.Select(scenario => scenario.Tree.Text(index))));

    /// <summary>
    /// Determines whether a command depends on handles that stay open or on share modes. These belong to the file that is opened, and a
    /// copy is another file (docs/writes.md).
    /// </summary>
    private static bool IsOfOneFile(string command) =>
        command.StartsWith("duplicate ", StringComparison.Ordinal) || command.StartsWith("map ", StringComparison.Ordinal)
        || command.StartsWith("ntshare ", StringComparison.Ordinal);

    // For a file that has just been copied, the VFS answers a pattern as Windows does; Wine 8 differs for some patterns, and for a name
    // that only its 8.3 name matches.
    [GeneratedRegex("""[?<>"]|\*[^\s|]|[^\s|,\\]\*""")]
    private static partial Regex HasPattern();

    /// <summary>Returns the number of commands before the first change: until then the policies don't differ.</summary>
    private static int ReadsOf(bool overwrites) => overwrites ? 6 : 20;

    private static (int, RandomTree, Scenario) Create(int seed, bool overwrites)
    {
        RandomTree tree = new(seed, Labels.Length);
        string other = $"attributes | {tree.Folders[0][0]}";
        bool isCopied = false;
        IReadOnlyList<(string Command, string Oracle)> commands = [
            .. new RandomCommands(tree, seed).Take(ReadsOf(overwrites)).Select(pair =>
            {
                bool isLeftOut = overwrites && (IsOfOneFile(pair.Command) || (isCopied && HasPattern().IsMatch(pair.Command)));
                isCopied |= pair.Command.StartsWith("ntcreate ", StringComparison.Ordinal);
                return isLeftOut ? (other, other) : pair;
            }),
            .. new RandomSaves(tree, seed, overwrites).Take(Changes)];
        return (seed, tree,
            new Scenario($"scenario {seed}", string.Join('\n', commands.Select(pair => pair.Command)))
            {
                OracleOnWine = string.Join('\n', commands.Select(pair => pair.Oracle)),
            });
    }

    private static string Describe(int seed, RandomTree tree, Scenario scenario, string when, string difference)
    {
        StringBuilder text = new($"scenario {seed}{when} (RVFS_SEED={seed} RVFS_SCENARIOS=1 runs it alone)\n{difference}");
        text.Append("  --- commands\n").Append(scenario.Commands).Append('\n');
        for (int i = 0; i < Labels.Length; i++)
            text.Append($"  --- {Labels[i]}\n").Append(tree.Text(i));
        return text.ToString();
    }

    private static string Tail(string backend, string output)
        => $"(hasn't run to its end on {backend}; the program's last words:)\n{string.Join('\n', output.Split('\n').TakeLast(10))}";
}
