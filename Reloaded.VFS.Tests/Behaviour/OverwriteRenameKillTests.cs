using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour.Generated;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// A game that is killed while it renames files and folders of the game and of a mod, under the policy "overwrite": the next start sees
/// each under one name. Such a rename is a copy and a marker, and the kill has to come between them: each round kills until one does.
/// RVFS_OVERWRITE_KILLS: how many rounds, 1 if nothing is said; RVFS_SEED.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteRenameKillTests(ITestOutputHelper output)
{
    private const int Names = 60, MostKills = 200, LongestMilliseconds = 60;

    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void AKillLeavesOneName(bool ofFolders)
    {
        using MergedFolder folder = WritingTests.Build();
        string[] names = [.. Enumerable.Range(0, Names).Select(i => Path.Combine("Data", $"old {i}"))];
        foreach ((int i, string name) in names.Index())
        {
            // Of the mod and of the game by turns.
            string place = Path.Combine(i % 2 == 0 ? Path.Combine(folder.Mods, "mod") : folder.Game, name);
            if (ofFolders)
                Directory.CreateDirectory(place);
            File.WriteAllText(ofFolders ? Path.Combine(place, "in it.txt") : place, $"content {i}");
        }

        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        int rounds = RandomScenarioTests.Number("RVFS_OVERWRITE_KILLS", 1), hits = 0, kills = 0;
        var random = new Random(RandomScenarioTests.Number("RVFS_SEED", 1));
        string script = string.Concat(names.Select(name => $"rename\t{Windows(name)}\t{Windows(NewOf(name))}\n"));
        for (; hits < rounds && kills < rounds * MostKills; kills++)
        {
            OverwriteRuns.KillScript(folder, script, () => names.Any(name => IsIn(folder, NewOf(name))),
                random.Next(LongestMilliseconds * 1000));
            hits += names.Any(name => IsIn(folder, NewOf(name)) && !IsIn(folder, name + ".rvfshide")) ? 1 : 0;
            AssertOneName(folder, names, ofFolders);
            Assert.Null(untouched.FindChange());
            Directory.Delete(UntouchedFiles.FolderOf(folder), recursive: true);
        }

        output.WriteLine($"{kills} kills, {hits} between the copy and the marker");
        Assert.True(hits > 0, $"none of {kills} kills came between the copy and the marker");
    }

    private static void AssertOneName(MergedFolder folder, string[] names, bool ofFolders)
    {
        string seen = OverwriteRuns.Run(folder, "tree | Data");
        string[] lines = [.. seen.Split('\n').Select(line => line.TrimEnd('\r'))];
        foreach (string name in names)
        {
            string[] found = [.. new[] { name, NewOf(name) }.Where(one => lines.Any(line => ofFolders
                ? line.StartsWith(Windows(one) + @"\in it.txt ", StringComparison.OrdinalIgnoreCase)
                : line.StartsWith(Windows(one) + " size=", StringComparison.OrdinalIgnoreCase)))];
            Assert.True(found.Length == 1, $"{name}: seen as '{string.Join("', '", found)}'\n{seen}");
        }
    }

    private static bool IsIn(MergedFolder folder, string name) => Path.Exists(OverwriteRuns.Place(folder, name));

    private static string NewOf(string name) => name.Replace("old", "new", StringComparison.Ordinal);

    private static string Windows(string name) => name.Replace('/', '\\');
}
