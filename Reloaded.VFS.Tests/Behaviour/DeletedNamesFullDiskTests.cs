using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of deletions under the policy "game" if the mod's volume is full, so that no marker can be created: the game's calls end as in the
/// merged folder, the report names the problem once, nothing is left half written, and the deletion lasts as long as the process.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class DeletedNamesFullDiskTests
{
    private const int Megabytes = 1, MostFiles = 40;
    private const string Said = "what the game deletes may reappear at its next start";

    /// <param name="ofFiles">Whether no file at all can be created; otherwise files can be created, but not written.</param>
    [RealProcessTheory(Needs.Published | Needs.SmallVolume)]
    [InlineData(true)]
    [InlineData(false)]
    public void ADeletionEndsWithTheProcess(bool ofFiles)
    {
        using MergedFolder folder = Build();
        using SmallVolume volume = UndoFullDiskTests.MoveOnto(folder.Mods, Megabytes, MostFiles);
        string[] fillers = Fill(volume, ofFiles);
        BackendRunner.AssertSame(folder, [new("delete", """
            delete | Data\a.txt
            attributes | Data\a.txt
            create | Data\a.txt | made
            ntdelete | Data\a.txt
            attributes | Data\a.txt
            tree | .
            """)], "on a full volume");
        // Reported once, although two markers couldn't be created.
        Assert.Equal(2, OverwriteRuns.Reports(folder).Split(Said).Length);
        Assert.DoesNotContain(Names(volume), name => name.Contains(MergedFolder.HideEnding, StringComparison.Ordinal));
        Assert.Contains("text=game a", OverwriteRuns.Run(folder, "read | Data\\a.txt"), StringComparison.Ordinal);

        // Once there is room, markers are created again.
        foreach (string filler in fillers)
            File.Delete(filler);
        File.WriteAllText(Path.Combine(folder.Mods, "mod", "Data", "a.txt"), "mod a");
        OverwriteRuns.Run(folder, "delete | Data\\a.txt");
        Assert.Contains("error 2", OverwriteRuns.Run(folder, "read | Data\\a.txt"), StringComparison.Ordinal);
    }

    /// <summary>The marker of a folder replaces a marker of a file that it makes superfluous.</summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void AFolderWhoseFilesWereDeletedBeforeStaysDeleted()
    {
        using MergedFolder folder = Build();
        using SmallVolume volume = UndoFullDiskTests.MoveOnto(folder.Mods, Megabytes, MostFiles);
        BackendRunner.AssertSame(folder, [new("delete", "delete | Gone\\g.txt\nrdall | Gone\\deep\nfind | Gone\\*")], "the files");
        Fill(volume, ofFiles: true);
        BackendRunner.AssertSame(folder, [new("remove", "rmdir | Gone\nfind | *")], "the folder");
        BackendRunner.AssertSame(folder, [new("look", "tree | .\nattributes | Gone\\g.txt")], "the next start");
        Assert.Equal(["Gone" + MergedFolder.HideEnding],
            Names(volume).Where(name => name.Contains(MergedFolder.HideEnding, StringComparison.Ordinal)).Select(Path.GetFileName));
        Assert.DoesNotContain(Said, OverwriteRuns.Reports(folder), StringComparison.Ordinal);
    }

    private static string[] Fill(SmallVolume volume, bool ofFiles)
    {
        List<string> fillers = [];
        try
        {
            for (int i = 0; i < MostFiles * 2; i++)
            {
                fillers.Add(Path.Combine(volume.Folder, $"filler{i}"));
                if (ofFiles)
                    File.WriteAllText(fillers[^1], "");
                else
                    OverwriteFullDiskTests.Write(fillers[^1], (int)volume.Free);
                if (!ofFiles)
                    return [.. fillers];
            }
        }
        catch (IOException)
        {
            return [.. fillers];
        }

        throw new InvalidOperationException("the volume doesn't become full");
    }

    private static string[] Names(SmallVolume volume) => Directory.GetFiles(volume.Folder, "*", SearchOption.AllDirectories);

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a
            Gone/g.txt = game g
            Gone/deep/d.txt = game d
            """),
        [
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Gone/g.txt = mod g
                Gone/deep/d.txt = mod d
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
