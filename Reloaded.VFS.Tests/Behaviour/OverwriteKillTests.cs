using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour.Generated;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of a game that is killed at random moments while files are copied: nothing outside the overwrite folder has changed, every file in
/// it is complete, and the next start continues with it. RVFS_OVERWRITE_KILLS sets the number of kills (default 10), RVFS_SEED the seed.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteKillTests(ITestOutputHelper output)
{
    private const int Files = 24, FileBytes = 1 << 20, LongestMilliseconds = 120;

    private static readonly string[] Names = [.. Enumerable.Range(0, Files).Select(i => Path.Combine("Data", $"{i}.bin"))];

    [RealProcessFact]
    public void AKillLeavesEveryFileWhole()
    {
        using MergedFolder folder = Build(out byte[][] contents);
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        int kills = RandomScenarioTests.Number("RVFS_OVERWRITE_KILLS", 10), inTheMiddle = 0, halves = 0;
        var random = new Random(RandomScenarioTests.Number("RVFS_SEED", 1));
        for (int i = 0; i < kills; i++)
        {
            string temporary = OverwriteRuns.Temporary(folder, "");
            KillWhileItCopies(folder, random.Next(LongestMilliseconds * 1000), () => OverwriteRuns.Files(folder).Length > 0
                || (Directory.Exists(temporary) && Directory.EnumerateFiles(temporary).Any(IsCopy)));
            string[] left = OverwriteRuns.Files(folder);
            inTheMiddle += left.Length < Files * 2 ? 1 : 0;
            halves += Directory.GetFileSystemEntries(OverwriteRuns.Temporary(folder, "")).Length > 1 ? 1 : 0;
            AssertWhole(folder, left, contents, added: [0, 1]);
            Assert.Null(untouched.FindChange());

            OverwriteRuns.Run(folder, string.Join('\n', Names.Select(name => $@"append | {Windows(name)} | y")));
            AssertWhole(folder, [.. Names], contents, added: [1, 2]);
            Assert.Equal(["in use", "starting"], OverwriteRuns.Temporaries(folder));
            Directory.Delete(UntouchedFiles.FolderOf(folder), recursive: true);
        }

        output.WriteLine($"{kills} kills, {inTheMiddle} before the end, {halves} with an unfinished copy");
        Assert.True(inTheMiddle > 0, "every run had ended before it was killed");
    }

    /// <summary>Tests that the changes of a killed run can be taken back, including the time of every file.</summary>
    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void AKilledRunIsTakenBack(bool overwrites)
    {
        using MergedFolder folder = Build(out _);
        using IDisposable? untouched = RecordedRuns.Configure(folder, overwrites);
        OverwriteRuns.Run(folder, string.Join('\n', Names.Select(name => $@"append | {Windows(name)} | y")));
        FolderContent before = RecordedRuns.Content(folder, overwrites);
        int kills = RandomScenarioTests.Number("RVFS_OVERWRITE_KILLS", 10), inTheMiddle = 0;
        var random = new Random(RandomScenarioTests.Number("RVFS_SEED", 1));
        string journal = RecordedRuns.Journal(folder);
        for (int i = 0; i < kills; i++)
        {
            // A different journal shows that the next run has begun.
            if (Directory.Exists(journal))
                Directory.Delete(journal, recursive: true);
            KillWhileItCopies(folder, random.Next(LongestMilliseconds * 1000), () => Directory.Exists(journal) && IsBegun(journal));
            inTheMiddle += Directory.GetFiles(folder.Game, "*.saved", SearchOption.AllDirectories).Length < Files ? 1 : 0;
            RecordedRuns.AssertTakenBack(folder, overwrites, before);
        }

        output.WriteLine($"{kills} kills, {inTheMiddle} before the end");
        Assert.True(inTheMiddle > 0, "every run had ended before it was killed");
    }

    private static bool IsBegun(string journal) => Directory.EnumerateFiles(journal, "*.log").Any();

    private static MergedFolder Build(out byte[][] contents)
    {
        MergedFolder folder = WritingTests.Build();
        contents = new byte[Files][];
        for (int i = 0; i < Files; i++)
        {
            new Random(i).NextBytes(contents[i] = new byte[FileBytes]);
            // The mod's and the game's alternately.
            string below = i % 2 == 0 ? Path.Combine(folder.Mods, "mod") : folder.Game;
            File.WriteAllBytes(Path.Combine(below, Names[i]), contents[i]);
        }

        return folder;
    }

    /// <summary>Appends to each file, then renames it to a new name and back, by a copy that is made under that name.</summary>
    private static void KillWhileItCopies(MergedFolder folder, int microseconds, Func<bool> hasBegun) => OverwriteRuns.KillScript(folder,
        string.Concat(Names.Select(name => $"append\t{Windows(name)}\tx\n"
            + $"copy\t{Windows(name)}\t{Windows(name)}.tmp\nrename\t{Windows(name)}.tmp\t{Windows(name)}.saved\n")),
        hasBegun, microseconds);

    private static bool IsCopy(string file) => Path.GetFileName(file).EndsWith("-1", StringComparison.Ordinal);

    private static void AssertWhole(MergedFolder folder, string[] files, byte[][] contents, int[] added)
    {
        foreach (string file in files.Where(
            file => !file.Contains(".bin.", StringComparison.Ordinal) || file.EndsWith(".saved", StringComparison.Ordinal)))
        {
            byte[] old = contents[int.Parse(Path.GetFileName(file).Split('.')[0], CultureInfo.InvariantCulture)];
            byte[] now = File.ReadAllBytes(OverwriteRuns.Place(folder, file));
            int[] lengths = file.EndsWith(".saved", StringComparison.Ordinal) ? [FileBytes + 1] : [.. added.Select(n => FileBytes + n)];
            Assert.True(lengths.Contains(now.Length) && now.AsSpan(0, FileBytes).SequenceEqual(old), $"{file}: {now.Length} bytes");
        }
    }

    private static string Windows(string name) => name.Replace('/', '\\');
}
