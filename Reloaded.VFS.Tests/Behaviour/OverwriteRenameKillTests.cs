using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour.Generated;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of a game that is killed while it renames files and folders of the game and of a mod, under the policy "overwrite": the next start
/// sees each under exactly one name. Such a rename is a copy and a marker, and each round repeats until a kill comes between them.
/// RVFS_OVERWRITE_KILLS sets the number of rounds (default 1), RVFS_SEED the seed.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteRenameKillTests(ITestOutputHelper output)
{
    private const int Names = 60, Parts = 12, MostKills = 200, LongestMilliseconds = 60;

    [RealProcessTheory]
    [InlineData(Renamed.Files)]
    [InlineData(Renamed.Folders)]
    [InlineData(Renamed.FoldersWithAPart)]
    [InlineData(Renamed.FilesOutOfTargets)]
    public void AKillLeavesOneName(Renamed what)
    {
        using MergedFolder folder = WritingTests.Build();
        bool ofFolders = what is Renamed.Folders or Renamed.FoldersWithAPart;
        string elsewhere = Path.Combine(Path.GetDirectoryName(folder.Game)!, "elsewhere");
        int count = what == Renamed.FoldersWithAPart ? Parts : Names;
        string[] names = [.. Enumerable.Range(0, count).Select(i => Path.Combine("Data", $"old {i}"))];
        foreach ((int i, string name) in names.Index())
        {
            // The mod's and the game's alternately.
            string place = Path.Combine(i % 2 == 0 ? Path.Combine(folder.Mods, "mod") : folder.Game, name);
            if (ofFolders)
                Directory.CreateDirectory(place);
            File.WriteAllText(ofFolders ? Path.Combine(place, "in it.txt") : place, $"content {i}");
        }

        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        int rounds = RandomScenarioTests.Number("RVFS_OVERWRITE_KILLS", 1), hits = 0, kills = 0;
        var random = new Random(RandomScenarioTests.Number("RVFS_SEED", 1));
        string script = string.Concat(names.Select(name => $"rename\t{Windows(name)}\t{(what == Renamed.FilesOutOfTargets
            ? WinePrefix.ToWindows(PlaceOfNew(name))
            : Windows(NewOf(name)))}\n"));
        // The parts of these folders in the overwrite folder itself.
        if (what == Renamed.FoldersWithAPart)
            script = string.Concat(names.Select(name => $"create\t{Windows(name)}\\part.txt\tx\n")) + script;
        for (; hits < rounds && kills < rounds * MostKills; kills++)
        {
            Directory.CreateDirectory(elsewhere);
            OverwriteRuns.KillScript(folder, script, () => names.Any(name => Path.Exists(PlaceOfNew(name))),
                random.Next(LongestMilliseconds * 1000));
            hits += names.Any(name => Path.Exists(PlaceOfNew(name)) && !IsIn(folder, name + ".rvfshide")) ? 1 : 0;
            AssertOneName(folder, names, ofFolders, what == Renamed.FilesOutOfTargets ? name => Path.Exists(PlaceOfNew(name)) : null);
            Assert.Null(untouched.FindChange());
            Directory.Delete(UntouchedFiles.FolderOf(folder), recursive: true);
            Directory.Delete(elsewhere, recursive: true);
        }

        output.WriteLine($"{kills} kills, {hits} between the copy and the marker");
        Assert.True(hits > 0, $"none of {kills} kills came between the copy and the marker");

        string PlaceOfNew(string name) => what == Renamed.FilesOutOfTargets
            ? Path.Combine(elsewhere, Path.GetFileName(NewOf(name)))
            : OverwriteRuns.Place(folder, NewOf(name));
    }

    private static void AssertOneName(MergedFolder folder, string[] names, bool ofFolders, Func<string, bool>? hasNew)
    {
        string seen = OverwriteRuns.Run(folder, "tree | Data");
        string[] lines = [.. seen.Split('\n').Select(line => line.TrimEnd('\r'))];
        foreach (string name in names)
        {
            bool isOld = IsSeen(name), isNew = hasNew?.Invoke(name) ?? IsSeen(NewOf(name));
            Assert.True(isOld != isNew, $"{name}: it has {(isOld ? "both names" : "neither name")}\n{seen}");
            // If a folder has a part, the part has the folder's name.
            Assert.True(!IsSeen(isOld ? NewOf(name) : name, @"\part.txt "), $"{name}: its part has the other name\n{seen}");
        }

        bool IsSeen(string name, string? what = null) => lines.Any(line => line.StartsWith(
            Windows(name) + (what ?? (ofFolders ? @"\in it.txt " : " size=")), StringComparison.OrdinalIgnoreCase));
    }

    private static bool IsIn(MergedFolder folder, string name) => Path.Exists(OverwriteRuns.Place(folder, name));

    private static string NewOf(string name) => name.Replace("old", "new", StringComparison.Ordinal);

    private static string Windows(string name) => name.Replace('/', '\\');
}

/// <summary>The kinds of things that <see cref="OverwriteRenameKillTests"/> renames.</summary>
public enum Renamed
{
    /// <summary>Files, within their folder.</summary>
    Files,

    /// <summary>Folders, within their folder.</summary>
    Folders,

    /// <summary>Folders in which the game has created a file before.</summary>
    FoldersWithAPart,

    /// <summary>Files, into a folder outside every target.</summary>
    FilesOutOfTargets,
}
