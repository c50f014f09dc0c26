using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// Random changes under the policy "overwrite", in the middle of which the game is killed: the next start finds each name as the merged
/// folder has it before the command that ran then, or after it. RVFS_OVERWRITE_KILLS: how many kills, 12 if nothing is said; RVFS_SEED.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed partial class RandomOverwriteKillTests(ITestOutputHelper output)
{
    private const int BatchSize = 50, Changes = 10, Trees = 3;
    private const string Gone = "gone", Look = "--- look";

    private static readonly string[] Labels = ["game", "low", "high"];

    // A kill's latest moment: where programs end before theirs, others are killed sooner.
    private double _milliseconds = 100;

    [RealProcessFact]
    public void EachNameIsAsBeforeOrAfterItsCommand()
    {
        int kills = RandomScenarioTests.Number("RVFS_OVERWRITE_KILLS", 12), first = RandomScenarioTests.Number("RVFS_SEED", 1);
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
        Dictionary<string, string> states = Scenario.SplitOutput(BackendRunner.Run(folder, Backend.Merged,
            Scenario.ToScript(cases.Select(one => new Scenario(one.Name, string.Join("\necho | " + Look + "\n",
                one.Commands.Prepend($"attributes | {one.Top}").Select(command => $"{command}\n{one.Look}"))))), tolerant: true));
        int[] completed = [.. cases.Select(one => KillInTheMiddle(folder, one))];
        inTheMiddle += cases.Zip(completed).Count(pair => pair.Second < pair.First.Commands.Length);
        Dictionary<string, string> found = Scenario.SplitOutput(BackendRunner.Run(folder, Backend.Vfs,
            Scenario.ToScript(cases.Select(one => new Scenario(one.Name, one.Look)))));
        Assert.Equal(["in use", "starting"],
            Directory.GetFileSystemEntries(OverwriteRuns.Temporary(folder, "")).Select(Path.GetFileName).Order());
        List<string> wrong = [.. cases.Zip(completed)
            .Select(pair => pair.First.Describe(states[pair.First.Name], found[pair.First.Name], pair.Second)).OfType<string>()];
        if (untouched.FindChange() is string change)
            wrong.Add(change);
        return wrong;
    }

    /// <summary>How many commands have printed all they had to say.</summary>
    private int KillInTheMiddle(MergedFolder folder, Case one)
    {
        string begun = $"begun {one.Seed}.txt";
        string printed = OverwriteRuns.KillScript(folder,
            Scenario.ToScript([new(one.Name, $"create | {begun} | x\n" + string.Join('\n', one.Commands))]),
            () => File.Exists(OverwriteRuns.Place(folder, begun)), new Random(one.Seed).Next((int)(_milliseconds * 1000)));
        // Those before: the change of the folder, and the file that says that it has begun.
        int completed = Math.Max(0, printed.Split('\n').Count(line => line.StartsWith("> ", StringComparison.Ordinal)) - 2);
        _milliseconds *= completed < one.Commands.Length ? 1.1 : 0.7;
        return completed;
    }

    [GeneratedRegex(@"^(?<name>.*?)(?: (?<content>size=(?<size>\d+) hash=[0-9a-f]{16}.*)|(?<folder>\\))$")]
    private static partial Regex Line();

    private sealed record Case(int Seed, RandomTree Tree)
    {
        public string Top => Tree.Folders[0][0];

        public string Name => $"scenario {Seed}";

        public string Look => $"tree | {Top}";

        public string[] Commands { get; } =
            [.. new RandomSaves(Tree, Seed, overwrites: true).Take(Changes).Select(pair => pair.Command)];

        /// <summary>Null where each name has one of the two states: of the command that wasn't completed, or of the one before.</summary>
        public string? Describe(string states, string found, int completed)
        {
            Dictionary<string, string>[] all = [.. states.Split(RandomOverwriteKillTests.Look + "\n").Select(Parse)];
            Assert.Equal(Commands.Length + 1, all.Length);
            Dictionary<string, string> now = Parse(found);
            string? wrong = null;
            // A full buffer is written before a command has ended.
            foreach (int command in (int[])[completed, completed - 1])
            {
                if (command < 0)
                    continue;
                string current = command < Commands.Length ? Commands[command] : "";
                Dictionary<string, string> before = all[Math.Min(command, Commands.Length)],
                    after = all[Math.Min(command + 1, Commands.Length)];
                string[] names = [.. before.Keys.Concat(after.Keys).Concat(now.Keys).Distinct(StringComparer.OrdinalIgnoreCase)
                    .Where(name => !IsOneOf(current, Of(before, name), Of(after, name), Of(now, name)))];
                if (names.Length == 0)
                    return null;
                wrong ??= $"{Name}, killed in '{current}' ({command}), (RVFS_SEED={Seed} RVFS_OVERWRITE_KILLS=1 kills it alone)\n"
                    + string.Join('\n', names.Select(name => $"{name}: {Of(before, name)} -> {Of(after, name)}, is {Of(now, name)}"))
                    + "\n" + string.Join('\n', Commands);
            }

            return wrong;
        }

        /// <summary>The state before, the state after, or one that the program itself makes between two calls of the system.</summary>
        private static bool IsOneOf(string command, string before, string after, string now)
        {
            if (now == before || now == after)
                return true;
            string word = command.Split(' ')[0];
            return word switch
            {
                "create" or "createnew" or "openalways" or "truncate" or "append" => before != after && Size(now) == 0,
                "copy" => before != after && Size(now) < Size(after),
                "replace" => before != after && now == Gone,
                // The handle that takes it back is closed instead.
                "rdundo" => before == "folder" && now == Gone,
                _ => false,
            };
        }

        private static long Size(string state) => state.StartsWith("size=", StringComparison.Ordinal)
            ? long.Parse(state.AsSpan(5, state.IndexOf(' ', StringComparison.Ordinal) - 5), null)
            : -1;

        private static string Of(Dictionary<string, string> states, string name) => states.GetValueOrDefault(name, Gone);

        private static Dictionary<string, string> Parse(string printed)
        {
            Dictionary<string, string> states = new(StringComparer.OrdinalIgnoreCase);
            foreach (string line in printed[(printed.LastIndexOf("> tree\t", StringComparison.Ordinal) + 1)..].Split('\n'))
            {
                if (Line().Match(line) is { Success: true } match)
                    states[match.Groups["name"].Value] = match.Groups["folder"].Success ? "folder" : match.Groups["content"].Value;
            }

            return states;
        }
    }
}
