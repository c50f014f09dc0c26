using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Tests of a game that is killed in the middle of random changes under the policy "overwrite": the next start finds the tree as the merged
/// folder is before the interrupted command, after it, or between two system calls that the command makes
/// (<see cref="StatesBetweenCalls"/>). RVFS_OVERWRITE_KILLS sets the number of kills (default 50), RVFS_SEED the seed.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RandomOverwriteKillTests(ITestOutputHelper output)
{
    private const int BatchSize = 50, Changes = 10, Trees = 3;

    private const string Look = "--- look";

    private static readonly string[] Looks = ["read", "attributesex", "ntbyname", "names", "info", "find", "ntlist", "tree"];

    private static readonly string[] Labels = ["game", "low", "high"];

    // The latest moment of a kill. If programs end before it, later ones are killed sooner.
    private double _milliseconds = 100;

    [RealProcessFact]
    public void TheTreeIsAsBetweenTwoCalls()
    {
        int kills = RandomScenarioTests.Number("RVFS_OVERWRITE_KILLS", 50), first = RandomScenarioTests.Number("RVFS_SEED", 1);
        int inTheMiddle = 0;
        List<string> wrong = [];
        for (int done = 0; done < kills && wrong.Count < 10; done += BatchSize)
            wrong.AddRange(FindWrong(Enumerable.Range(first + done, Math.Min(BatchSize, kills - done)), ref inTheMiddle));
        output.WriteLine($"{kills} kills from seed {first}, {inTheMiddle} before the end");
        Assert.True(wrong.Count == 0, $"{wrong.Count} kills\n\n{string.Join("\n\n", wrong.Take(10))}");
        Assert.True(inTheMiddle > 0, "every run had ended before it was killed");
    }

    private List<string> FindWrong(IEnumerable<int> seeds, ref int inTheMiddle)
    {
        Case[] cases = [.. seeds.Select(seed => new Case(seed, new RandomTree(seed, Trees)))];
        FixtureTree[] trees = [.. Labels.Select((label, i) =>
            FixtureTree.Parse(label, string.Concat(cases.Select(one => one.Tree.Text(i)))))];
        using MergedFolder folder = MergedFolder.BuildPairIn(RepositoryFolders.CreateTemporaryInMemory(), trees[0], trees[1..],
            (NativePrograms.Probe, BackendRunner.GameName));
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        // Runs meanwhile, because a game mostly waits until it is killed.
        Task<Dictionary<string, string>> merged = Task.Run(() => Scenario.SplitOutput(BackendRunner.Run(folder, Backend.Merged,
            Scenario.ToScript(cases.Select(one => new Scenario(one.Name, one.CommandsWithLooks))), tolerant: true)));
        int[] completed = [.. cases.Select(one => KillInTheMiddle(folder, one))];
        Dictionary<string, string> states = merged.Result;
        inTheMiddle += cases.Zip(completed).Count(pair => pair.Second < pair.First.Commands.Length);
        Dictionary<string, string> found = Scenario.SplitOutput(BackendRunner.Run(folder, Backend.Vfs,
            Scenario.ToScript(cases.Select(one => new Scenario(one.Name, one.Look)))));
        Assert.Equal(["in use", "starting"], OverwriteRuns.Temporaries(folder));
        List<string> wrong = [.. cases.Zip(completed)
            .Select(pair => pair.First.Describe(states[pair.First.Name], found[pair.First.Name], pair.Second)).OfType<string>()];
        if (untouched.FindChange() is string change)
            wrong.Add(change);
        return wrong;
    }

    /// <summary>Kills the game, and returns the number of commands that have printed all their output.</summary>
    private int KillInTheMiddle(MergedFolder folder, Case one)
    {
        string begun = $"begun {one.Seed}.txt";
        string printed = OverwriteRuns.KillScript(folder,
            Scenario.ToScript([new(one.Name, $"create | {begun} | x\n" + string.Join('\n', one.Commands))]),
            () => File.Exists(OverwriteRuns.Place(folder, begun)), new Random(one.Seed).Next((int)(_milliseconds * 1000)));
        // Without the commands before: the change of the folder, and the file that shows that the script has begun.
        int completed = Math.Max(0, printed.Split('\n').Count(line => line.StartsWith("> ", StringComparison.Ordinal)) - 2);
        _milliseconds *= completed < one.Commands.Length ? 1.1 : 0.7;
        return completed;
    }

    private sealed record Case(int Seed, RandomTree Tree)
    {
        public string Top => Tree.Folders[0][0];

        public string Name => $"scenario {Seed}";

        public string Look => $"tree | {Top}";

        /// <summary>Gets the commands with a listing of the tree before the first and after each that may change it.</summary>
        public string CommandsWithLooks => string.Join('\n', Commands.Where(MayChange)
            .Select(command => $"echo | {RandomOverwriteKillTests.Look}\n{command}\n{Look}").Prepend($"attributes | {Top}\n{Look}"));

        public string[] Commands { get; } =
            [.. new RandomSaves(Tree, Seed, overwrites: true).Take(Changes).Select(pair => pair.Command)];

        /// <summary>
        /// Returns a description of the difference, or null if the tree is as one of two commands may leave it: the one that wasn't
        /// completed, or the one before.
        /// </summary>
        public string? Describe(string states, string found, int completed)
        {
            TreeState[] changes = [.. states.Split(RandomOverwriteKillTests.Look + "\n").Select(TreeState.Parse)];
            Assert.Equal(Commands.Count(MayChange) + 1, changes.Length);
            int made = 0;
            TreeState[] all = [changes[0], .. Commands.Select(command => changes[MayChange(command) ? ++made : made])];
            TreeState now = TreeState.Parse(found);
            string wrong = "";
            // A full buffer is written before the command has ended.
            foreach (int command in (int[])[completed, completed - 1])
            {
                if (command < 0)
                    continue;
                string current = command < Commands.Length ? Commands[command] : "";
                TreeState before = all[Math.Min(command, Commands.Length)], after = all[Math.Min(command + 1, Commands.Length)];
                if (StatesBetweenCalls.Contain(current, before, after, now))
                    return null;
                string[] names = [.. before.DifferencesTo(now).Union(after.DifferencesTo(now), StringComparer.OrdinalIgnoreCase)];
                wrong += $"{Name}, killed in '{current}' ({command}), (RVFS_SEED={Seed} RVFS_OVERWRITE_KILLS=1 kills it alone)\n"
                    + string.Concat(names.Select(name => $"{name}: {before.Of(name)} -> {after.Of(name)}, is {now.Of(name)}\n"));
            }

            return wrong + string.Join('\n', Commands);
        }

        private static bool MayChange(string command) => Array.IndexOf(Looks, command.Split(' ')[0]) < 0;
    }
}
