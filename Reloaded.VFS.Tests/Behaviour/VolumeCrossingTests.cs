using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Tests of a game that renames files of mods on another volume, under the policy "game".</summary>
[Collection(RealProcesses.Name)]
public sealed class VolumeCrossingTests
{
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void AReadOnlyFileIsRenamedAsOnOneVolume()
    {
        using MergedFolder folder = Build();
        using SmallVolume volume = UndoFullDiskTests.MoveOnto(folder.Mods, 1);
        BackendRunner.AssertSame(folder, [new("rename", """
            setattributes | ModFolder\y.txt | 1
            rename | ModFolder\y.txt | Data\z.txt
            attributesex | Data\z.txt
            attributes | ModFolder\y.txt
            setattributes | Data\a.txt | 1
            move | Data\a.txt | Data\moved.txt
            tree | .
            find | Data\*
            """)], "read-only files");
        BackendRunner.AssertSame(folder, [new("look", "tree | .")], "the next start");
        Assert.Empty(Directory.GetFiles(folder.Game, "*.rvfs-tmp", SearchOption.AllDirectories));
    }

    /// <summary>Data written through such a handle after the rename would be lost with the old file.</summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void AFileThatAHandleMayWriteToStaysWhereItIs()
    {
        using MergedFolder folder = Build();
        using SmallVolume volume = UndoFullDiskTests.MoveOnto(folder.Mods, 1);
        string printed = OverwriteRuns.Run(folder, """
            keep | 0 | ModFolder\y.txt | C0010000 | 7 | 3 | 0
            keptrename | 0 | 10 | 0 | \??\<ROOT>\Data\w.txt
            keptwrite | 0 | 0 | written on
            keptclose | 0
            read | ModFolder\y.txt
            attributes | Data\w.txt
            keep | 0 | Data\a.txt | 40000000 | 7 | 3 | 0
            move | Data\a.txt | Data\v.txt
            keptwrite | 0 | 0 | written too
            keptclose | 0
            read | Data\a.txt
            attributes | Data\v.txt
            move | Data\a.txt | Data\v.txt
            read | Data\v.txt
            """);
        Assert.Contains("status=c00000d4", printed, StringComparison.Ordinal); // STATUS_NOT_SAME_DEVICE
        Assert.Contains("MoveFileExW: error 17\n", printed, StringComparison.Ordinal); // ERROR_NOT_SAME_DEVICE
        Assert.Equal(3, printed.Split("GetFileAttributesW: error 2\n").Length);
        Assert.Contains("text=written on\n", printed, StringComparison.Ordinal);
        Assert.Equal(3, printed.Split("text=written too\n").Length);
    }

    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void AFileOnAVolumeThatCanNotBeWrittenKeepsItsNameAlone()
    {
        using MergedFolder folder = Build();
        using SmallVolume volume = UndoFullDiskTests.MoveOnto(folder.Mods, 1);
        volume.MakeReadOnly();
        string printed = OverwriteRuns.Run(folder, """
            move | ModFolder\y.txt | Data\z.txt
            read | ModFolder\y.txt
            tree | Data
            """);
        Assert.DoesNotContain("MoveFileExW: ok", printed, StringComparison.Ordinal);
        Assert.Contains("text=mod y", printed, StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(folder.Game, "Data", "z.txt")), printed);
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", "Data/a.txt = game a\nData/b.txt = game b"),
        [FixtureTree.Parse("mod", "Data/a.txt = mod a\nModFolder/y.txt = mod y")], (NativePrograms.Probe, BackendRunner.GameName));
}
