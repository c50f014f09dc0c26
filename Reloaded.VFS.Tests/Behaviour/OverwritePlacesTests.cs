using System.Text.Json;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour.Generated;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of an overwrite folder in other places: on another volume than the game, under a drive letter, and with a part for each of several
/// targets.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwritePlacesTests
{
    private const int Scenarios = 40, Megabytes = 256;

    /// <summary>Files that can't be renamed across volumes are copied, and the game sees no difference.</summary>
    [RealProcessTheory(Needs.Published | Needs.SmallVolume)]
    [InlineData(false)]
    [InlineData(true)]
    public void OnAnotherVolumeTheGameSeesWhatAMergedFolderShows(bool byLetter)
    {
        using TemporaryFolder folder = new();
        using SmallVolume volume = new(folder.At("volume"), Megabytes);
        string? letter = byLetter ? Drives.FindFree() ?? throw new InvalidOperationException("Every drive letter is taken.") : null;
        try
        {
            if (letter is not null)
                Drives.Point(letter, volume.Folder);
            string place = letter is null ? WinePrefix.ToWindows(volume.Folder) : letter;
            int first = RandomScenarioTests.Number("RVFS_SEED", byLetter ? 20_001 : 10_001);
            RandomBatch batch = new(Enumerable.Range(first, RandomScenarioTests.Number("RVFS_SCENARIOS", Scenarios)), late: false,
                overwrites: true, $""", "overwrite": {JsonSerializer.Serialize(place + @"\saves")}""");
            IReadOnlyList<string> differences = batch.FindDifferences();
            Assert.True(differences.Count == 0, string.Join("\n\n", differences.Take(5)));
            Assert.NotEmpty(Directory.GetFiles(Path.Combine(volume.Folder, "saves"), "*", SearchOption.AllDirectories));
        }
        finally
        {
            if (letter is not null)
                Drives.Remove(letter);
        }
    }

    [RealProcessFact]
    public void EachOfSeveralTargetsHasAPart()
    {
        using MergedFolder folder = WritingTests.Build();
        string own = Path.Combine(folder.Root, "v", "docs"), merged = Path.Combine(folder.Root, "m", "docs");
        FixtureTree.Parse("docs", "Data/a.txt = docs a\nData/only-docs.txt = docs only\nSaves/1.sav = one\nSaves/2.sav = two\n")
            .WriteTo(own);
        MergedFolder.CopyOver(own, merged);
        MergedFolder.Lay(Path.Combine(folder.Mods, "mod"), merged);
        using UntouchedFiles game = UntouchedFiles.Overwrite(folder, """, "targets": ["..", "../../docs"]"""),
            docs = UntouchedFiles.Of(own);
        BackendRunner.AssertSame(folder, [new("both targets", """
            append | Data\a.txt | _game
            append | ..\docs\Data\a.txt | _docs
            create | ..\docs\Saves\3.sav | three
            delete | ..\docs\Saves\1.sav
            truncate | ..\docs\Data\only-docs.txt | short
            rename | ..\docs\Saves\2.sav | Data\2.sav
            rename | Data\b.txt | ..\docs\Data\b.txt
            rename | ModFolder\y.txt | ..\docs\ModFolder\from-game.txt
            copy | ..\docs\Data\only-mod.txt | Data\copied.txt
            mkdir | ..\docs\New\
            create | ..\docs\New\n.txt | new
            rename | ..\docs\New | New
            mkdir | Fresh
            create | Fresh\f.txt | fresh
            rename | Fresh | ..\docs\Fresh
            link | ..\docs\Data\linked.txt | ..\docs\Data\only-docs.txt
            append | ..\docs\Data\linked.txt | _linked
            tree | .
            tree | ..\docs
            find | ..\docs\Saves\*
            """)], "several targets");
        BackendRunner.AssertSame(folder, [new("again", """
            tree | .
            tree | ..\docs
            delete | ..\docs\Saves\3.sav
            rmdir | ..\docs\Saves
            mkdir | ..\docs\Saves
            create | ..\docs\Saves\1.sav | again
            tree | ..\docs
            """)], "several targets, second run");
        Assert.Equal(["docs", "game"], Directory.GetFileSystemEntries(UntouchedFiles.FolderOf(folder)).Select(Path.GetFileName).Order());
        Assert.Equal("mod a_docs", File.ReadAllText(OverwriteRuns.Place(folder, Path.Combine("docs", "Data", "a.txt"))));
        Assert.Equal("mod a_game", File.ReadAllText(OverwriteRuns.Place(folder, Path.Combine("game", "Data", "a.txt"))));
        Assert.Null(docs.FindChange());
    }
}
