using System.Text;
using System.Text.Json;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Tests of random trees in which mods hide random names of the layers below them, by markers and by patterns: each random query has the
/// same result as in a folder in which those names were deleted. RVFS_SEED and RVFS_SCENARIOS work as for
/// <see cref="RandomScenarioTests"/>.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RandomHidingTests
{
    // All scenarios of a run are in the same mods, and each name of theirs is compared with each of their patterns.
    private const int AtOnce = 40;

    private const string HideLine = "# hide ";

    private static readonly string[] s_labels = ["game", "z-first", "second", "a-third"];

    [RealProcessFact]
    public void TheVfsAnswersAsTheFolderWithoutTheHiddenNames()
    {
        int first = RandomScenarioTests.Number("RVFS_SEED", 1), count = RandomScenarioTests.Number("RVFS_SCENARIOS", AtOnce);
        string[] differences = [.. Enumerable.Range(first, count).Chunk(AtOnce).SelectMany(seeds => Differences(seeds[0], seeds.Length))];
        Assert.True(differences.Length == 0, $"{differences.Length} scenarios differ\n\n{string.Join("\n\n", differences.Take(5))}");
    }

    private static List<string> Differences(int first, int count)
    {
        List<(int Seed, Scenario Scenario, string[] Texts)> all = [.. Enumerable.Range(first, count).Select(Create)];
        FixtureTree[] trees = [.. s_labels.Select((label, i) => WithPatterns(label, string.Concat(all.Select(one => one.Texts[i]))))];
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
            if (Scenario.Compare(WithoutHandles(scenario.RenameOracle(expected[scenario.Name])), WithoutHandles(actual[scenario.Name])) is { } difference)
                differences.Add($"seed {seed}\n{difference}\n{scenario.Commands}\n"
                    + string.Join('\n', texts.Select((text, i) => $"--- {s_labels[i]}\n{text}")));
        }

        return differences;
    }

    // For what is relative to a handle the merged folder is asked by the whole path under Wine: there, a missing folder is part of the answer.
    private static string WithoutHandles(string output) =>
        output.Replace("open of the folder: error 2", "status=c000003a", StringComparison.Ordinal);

    /// <summary>The game and its mods of some seeds, with what hides in them.</summary>
    internal static FixtureTree[] CreateTrees(int first, int count)
    {
        string[][] texts = [.. Enumerable.Range(first, count).Select(seed => Create(seed).Item3)];
        return [.. s_labels.Select((label, i) => WithPatterns(label, string.Concat(texts.Select(one => one[i]))))];
    }

    private static (int, Scenario, string[]) Create(int seed)
    {
        var tree = new RandomTree(seed, s_labels.Length);
        string[] texts = [.. s_labels.Select((_, i) => tree.Text(i))];
        var random = new Random(seed);
        AddMarkers(tree, random, texts);
        AddPatterns(tree, random, texts);
        (string Command, string Oracle)[] commands = [.. new RandomCommands(tree, seed).Take(20)];
        string top = tree.Folders[0][0];
        return (seed, new Scenario($"scenario {seed}", string.Join('\n', commands.Select(c => c.Command).Append($"tree | {top}")))
        {
            OracleOnWine = string.Join('\n', commands.Select(c => c.Oracle).Append($"tree | {top}")),
        }, texts);
    }

    private static void AddMarkers(RandomTree tree, Random random, string[] texts)
    {
        // A name that is a file in one tree and a folder in another has its own rule.
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

    /// <summary>
    /// Adds patterns, each on its own line, as comments to <see cref="FixtureTree"/>; those of all scenarios are in one mod.json.
    /// </summary>
    private static void AddPatterns(RandomTree tree, Random random, string[] texts)
    {
        string[][] names = [.. tree.Folders.Skip(1), .. tree.Files];
        for (int i = random.Next(4); i > 0 && names.Length > 0; i--)
        {
            string pattern = Pattern(tree.Folders[0][0], names[random.Next(names.Length)], random);
            if (tree.Clashes.All(clash => !Meets(pattern, clash)))
                texts[random.Next(1, texts.Length)] += HideLine + pattern + "\n";
        }
    }

    /// <summary>Returns a pattern that matches a name, and perhaps others of its scenario.</summary>
    private static string Pattern(string top, string[] path, Random random)
    {
        string name = path[^1], folder = string.Join('/', path[..^1]);
        int at = random.Next(name.Length);
        return random.Next(6) switch
        {
            0 => $"{top}/**/{RandomCase.Of(name, random)}",
            1 => $"{top}/**/*{Path.GetExtension(name)}",
            2 => $"{folder}/*{Path.GetExtension(name)}",
            3 => $"{folder}/{name[..1]}*",
            4 => $"{folder}/{name}/**",
            _ => char.IsSurrogate(name[at]) ? $"{folder}/{name}" : $"{folder}/{name[..at]}*{name[(at + 1)..]}",
        };
    }

    /// <summary>Determines whether a pattern matches a clash, a folder that contains it, or its content.</summary>
    private static bool Meets(string pattern, string[] clash)
    {
        var patterns = new HidingPatterns([pattern]);
        string[] all = [.. clash, "inner.txt"];
        return Enumerable.Range(1, all.Length).Any(length => patterns.Match(string.Join('/', all[..length])));
    }

    private static FixtureTree WithPatterns(string label, string text)
    {
        var tree = FixtureTree.Parse(label, text);
        string[] patterns = [.. text.Split('\n').Where(line => line.StartsWith(HideLine, StringComparison.Ordinal))
            .Select(line => line[HideLine.Length..])];
        return patterns.Length == 0 ? tree
            : tree.With(HidingPatterns.FileName, JsonSerializer.SerializeToUtf8Bytes(new { hide = patterns }));
    }
}
