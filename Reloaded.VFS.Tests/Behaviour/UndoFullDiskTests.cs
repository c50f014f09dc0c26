using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of a recorded run (<c>"undo": true</c>) on a volume that is full, or becomes full in the middle of a copy: the game's calls end as
/// without a journal, and what could be recorded is taken back.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class UndoFullDiskTests
{
    private const bool Overwrites = false;
    private const int Megabytes = 64, LargeBytes = 40 << 20, PageBytes = 4096;

    /// <summary>The journal's volume has room for one of two large files. The game's folder is on another volume.</summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void AJournalWithoutRoomDoesNotKeepTheGameFromWriting()
    {
        using MergedFolder folder = WritingTests.Build();
        string mod = Path.Combine(folder.Mods, "mod", "Data"), game = Path.Combine(folder.Game, "Data");
        IEnumerable<string> merged = from name in (string[])["one.bin", "two.bin"] select Path.Combine(folder.Merged, "Data", name);
        foreach (string place in (string[])[Path.Combine(mod, "one.bin"), Path.Combine(game, "two.bin"), .. merged])
            OverwriteFullDiskTests.Write(place, LargeBytes);
        using SmallVolume volume = new(Path.Combine(folder.Root, "small"), Megabytes);
        RecordedRuns.Configure(folder, Overwrites, """, "overwrite": "../../../small/overwrite" """);
        FolderContent before = RecordedRuns.Content(folder, Overwrites);
        BackendRunner.AssertSame(folder, [new("write", """
            append | Data\one.bin | _more
            append | Data\two.bin | _more
            append | Data\a.txt | _more
            create | Data\new.txt | new
            read | Data\one.bin
            read | Data\two.bin
            read | Data\a.txt
            """)], "a journal without room");
        // Nothing incomplete is left: only the copy of the first file, and little else.
        Assert.InRange(volume.Free, (Megabytes << 20) - LargeBytes - (1 << 20), (Megabytes << 20) - LargeBytes);
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.Equal([Path.Combine("Data", "two.bin")], AssertSaid(folder, before, said));
        Assert.True(code == 1, said);
        Assert.DoesNotContain("not all that the run has changed is known", said, StringComparison.Ordinal);
    }

    /// <summary>The first copy takes the last page, so no line of the journal can be written, and the user is told so.</summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void WhatIsNotRecordedIsSaid()
    {
        using MergedFolder folder = WritingTests.Build();
        using SmallVolume volume = new(Path.Combine(folder.Root, "small"), Megabytes);
        RecordedRuns.Configure(folder, Overwrites, """, "overwrite": "../../../small/overwrite" """);
        // The next start creates the same files again, in the same room.
        OverwriteRuns.Run(folder, "read | Data\\a.txt");
        OverwriteFullDiskTests.Write(Path.Combine(volume.Folder, "filler"), (int)volume.Free - PageBytes);
        Assert.Equal(PageBytes, volume.Free);
        BackendRunner.AssertSame(folder, [new("write", """
            append | Data\a.txt | _more
            append | Data\b.txt | _more
            delete | Data\only-mod.txt
            create | Data\new.txt | new
            read | Data\a.txt
            read | Data\b.txt
            """)], "a journal on a full volume");
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.True(code == 1, said);
        Assert.Contains("not all that the run has changed is known", said, StringComparison.Ordinal);
        Assert.Equal("mod a_more", File.ReadAllText(Path.Combine(folder.Mods, "mod", "Data", "a.txt")));
        Assert.False(File.Exists(Path.Combine(folder.Mods, "mod", "Data", "only-mod.txt")));
    }

    /// <summary>
    /// The previous run's journal is deleted to make room for the new one, so that the last run is the one that is taken back.
    /// </summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void AStartOnAFullDiskBeginsANewJournal()
    {
        using MergedFolder folder = WritingTests.Build();
        using SmallVolume volume = new(Path.Combine(folder.Root, "small"), Megabytes);
        RecordedRuns.Configure(folder, Overwrites, """, "overwrite": "../../../small/overwrite" """);
        OverwriteRuns.Run(folder, "append | Data\\a.txt | _first\nappend | Data\\b.txt | _first");
        FolderContent before = RecordedRuns.Content(folder, Overwrites);
        OverwriteFullDiskTests.Write(Path.Combine(volume.Folder, "filler"), (int)volume.Free);
        Assert.Equal(0, volume.Free);
        OverwriteRuns.Run(folder, "append | Data\\a.txt | _second");
        Assert.Equal("mod a_first_second", File.ReadAllText(Path.Combine(folder.Mods, "mod", "Data", "a.txt")));
        RecordedRuns.AssertTakenBack(folder, Overwrites, before);
        // The first run is no longer known.
        Assert.Equal(1, OverwriteRuns.Launch(folder, "undo", "--yes").Code);
        Assert.Empty(before.ChangesTo(RecordedRuns.Content(folder, Overwrites)));
    }

    /// <summary>Game, mods and journal are on one volume, with room for copies of some of the files.</summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void AGameOnAFullVolumeAnswersAsTheMergedFolderOnOne()
    {
        const int files = 40, pages = 16;
        using MergedFolder folder = WritingTests.Build();
        string[] names = [.. Enumerable.Range(0, files).Select(i => Path.Combine("Data", $"f{i:00}.txt"))];
        foreach (string place in (string[])[folder.Game, folder.Merged])
        {
            foreach (string name in names)
                File.WriteAllText(Path.Combine(place, name), name);
        }

        using SmallVolume volume = MoveOnto(folder.Game), other = MoveOnto(folder.Merged);
        RecordedRuns.Configure(folder, Overwrites);
        OverwriteRuns.Run(folder, "read | Data\\a.txt");
        OverwriteFullDiskTests.Write(Path.Combine(folder.Game, "rvfs", "logs", "filler"), (int)volume.Free - (pages * PageBytes));
        OverwriteFullDiskTests.Write(Path.Combine(folder.Merged, "filler"), (int)other.Free);
        FolderContent before = RecordedRuns.Content(folder, Overwrites);
        BackendRunner.AssertSame(folder, [new("write", string.Concat(names.Select(name =>
            $"append | {name.Replace('/', '\\')} | _more\nread | {name.Replace('/', '\\')}\n")) + """
            append | Data\a.txt | _more
            read | Data\a.txt
            create | Data\new.txt | more than nothing
            rename | Own\gone.txt | Own\renamed.txt
            read | Own\renamed.txt
            read | Own\gone.txt
            """)], "a full volume");
        string[] changed = before.ChangesTo(RecordedRuns.Content(folder, Overwrites));
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.True(code == 1, said);
        string[] left = AssertSaid(folder, before, said);
        Assert.InRange(left.Length, 1, changed.Length - 3);
        // It couldn't be copied, and was renamed.
        Assert.Equal("game gone", File.ReadAllText(Path.Combine(folder.Game, "Own", "gone.txt")));
        // Nothing incomplete: each file is as it was, or as the game has made it.
        foreach (string name in names)
            Assert.Contains(File.ReadAllText(Path.Combine(folder.Game, name)), (string[])[name, name + "_more"]);
    }

    /// <summary>Checks that every difference from before is reported as not taken back, and returns the names.</summary>
    private static string[] AssertSaid(MergedFolder folder, FolderContent before, string said)
    {
        string[] left = [.. before.ChangesTo(RecordedRuns.Content(folder, Overwrites))
            .Select(change => change[..change.IndexOf(':', StringComparison.Ordinal)])];
        foreach (string name in left)
            Assert.True(said.Contains($"\\{Path.GetFileName(name)}' isn't taken back", StringComparison.Ordinal), $"{name}\n{said}");
        return left;
    }

    /// <summary>Mounts a volume at a folder, and moves the folder's content onto it.</summary>
    internal static SmallVolume MoveOnto(string folder, int megabytes = Megabytes, int files = 0)
    {
        string aside = folder + "-aside";
        Directory.Move(folder, aside);
        SmallVolume volume = new(folder, megabytes, files);
        foreach (string path in Directory.EnumerateDirectories(aside, "*", SearchOption.AllDirectories))
            Directory.CreateDirectory(Path.Combine(folder, Path.GetRelativePath(aside, path)));
        foreach (string path in Directory.EnumerateFiles(aside, "*", SearchOption.AllDirectories))
            File.Copy(path, Path.Combine(folder, Path.GetRelativePath(aside, path)));
        return volume;
    }
}
