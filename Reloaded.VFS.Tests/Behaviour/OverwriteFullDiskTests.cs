using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of an overwrite folder on a volume that is full, or becomes full in the middle of a copy: the game gets the same error as from a
/// real folder, existing files stay, and nothing is left half written.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteFullDiskTests
{
    private const int Megabytes = 64, LargeBytes = 40 << 20, FolderFileBytes = 10 << 20;

    // ERROR_DISK_FULL
    private const string Full = ": error 112";

    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void WhatDoesNotFitIsRefusedAndNothingHalfIsLeft()
    {
        using MergedFolder folder = Build();
        using SmallVolume volume = Mount(folder);
        using (Overwrite(folder))
        {
            string output = OverwriteRuns.Run(folder, """
                append | Data\one.bin | x
                append | Data\two.bin | x
                setsize | Data\two.bin | 5
                settime | Data\two.bin | 5
                setattributes | Data\two.bin | 1
                rename | Data\two.bin | Data\renamed.bin
                link | Data\linked.bin | Data\two.bin
                rename | Many | Renamed
                find | *
                find | Data\*
                read | Data\two.bin
                read | Many\1.bin
                append | Many\1.bin | x
                truncate | Data\two.bin | short
                read | Data\two.bin
                """);
            Assert.Equal(7, output.Split(Full).Length - 1);
            Assert.DoesNotContain("enamed", output[output.IndexOf("> find", StringComparison.Ordinal)..], StringComparison.Ordinal);
            Assert.DoesNotContain("linked", output[output.IndexOf("> find", StringComparison.Ordinal)..], StringComparison.Ordinal);
            Assert.Contains($"size={LargeBytes} ", output, StringComparison.Ordinal);
            Assert.Contains($"size={FolderFileBytes} ", output, StringComparison.Ordinal);
            Assert.Contains("text=short", output, StringComparison.Ordinal);
        }

        string[] written = ["Data/one.bin", "Data/two.bin", "Many/1.bin"];
        Assert.Equal(written, Files(volume));
        Assert.Equal(LargeBytes + 1, new FileInfo(Path.Combine(volume.Folder, "overwrite", "Data", "one.bin")).Length);
        Assert.Equal(["in use", "starting"], Temporaries(volume));

        // A real folder on such a volume gives the same error.
        string real = BackendRunner.Run(folder, Backend.Plain, Scenario.ToScript([new("real",
            $@"copy | Data\two.bin | {WinePrefix.ToWindows(volume.Folder)}\copied.bin")]));
        Assert.Contains(Full, real, StringComparison.Ordinal);
    }

    /// <summary>The volume is full to the last byte when the next start reads it.</summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void AStartOnAFullVolumeSeesWhatWasWritten()
    {
        using MergedFolder folder = Build();
        using SmallVolume volume = Mount(folder);
        using UntouchedFiles untouched = Overwrite(folder);
        OverwriteRuns.Run(folder, "append | Data\\a.txt | _more\ndelete | Data\\b.txt");
        ForgetJournal(volume);
        string filler = Path.Combine(volume.Folder, "filler");
        Fill(filler);
        string output = OverwriteRuns.Run(folder, """
            read | Data\a.txt
            append | Data\only-game.txt | _more
            create | Data\new.txt | more than nothing
            append | Data\a.txt | _again
            delete | Data\only-mod.txt
            read | Data\only-mod.txt
            read | Data\only-game.txt
            read | Data\b.txt
            """);
        Assert.Contains("text=mod a_more", output, StringComparison.Ordinal);
        Assert.Contains("text=game only", output, StringComparison.Ordinal);
        Assert.Contains($"CreateFileW{Full}", output, StringComparison.Ordinal);
        Assert.Contains($"WriteFile{Full}", output, StringComparison.Ordinal);
        Assert.Equal(["in use", "starting"], Temporaries(volume));

        File.Delete(filler);
        output = OverwriteRuns.Run(folder, """
            append | Data\only-game.txt | _more
            read | Data\only-game.txt
            read | Data\a.txt
            """);
        Assert.Contains("text=game only_more", output, StringComparison.Ordinal);
        Assert.Contains("text=mod a_more", output, StringComparison.Ordinal);
    }

    /// <summary>No more files can be created: no copy, no folder, no marker.</summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void WhereNoFileCanBeMadeNothingIsDeleted()
    {
        const int most = 24;
        using MergedFolder folder = Build();
        using SmallVolume volume = Mount(folder, most);
        using UntouchedFiles untouched = Overwrite(folder);
        OverwriteRuns.Run(folder, "append | Data\\a.txt | _more");
        ForgetJournal(volume);
        TakeEveryFile(volume.Folder, "filler", most);
        string output = OverwriteRuns.Run(folder, """
            read | Data\a.txt
            create | Data\new.txt | text
            mkdir | New
            delete | Data\b.txt
            deleteonclose | Data\only-mod.txt
            ntdispose | 13 | 1 | Data\only-game.txt
            rename | Data\b.txt | Data\renamed.txt
            truncate | Data\b.txt | short
            read | Data\b.txt
            read | Data\only-mod.txt
            read | Data\only-game.txt
            """);
        Assert.Contains("text=mod a_more", output, StringComparison.Ordinal);
        Assert.Equal(6, output.Split(Full).Length - 1);
        Assert.Contains("status=c000007f", output, StringComparison.Ordinal);
        Assert.Contains("text=game b", output, StringComparison.Ordinal);
        Assert.Contains("text=mod only", output, StringComparison.Ordinal);
        Assert.Contains("text=game only", output, StringComparison.Ordinal);

        File.Delete(Path.Combine(volume.Folder, "filler0"));
        File.Delete(Path.Combine(volume.Folder, "filler1"));
        File.Delete(Path.Combine(volume.Folder, "filler2"));
        Assert.Contains("text=mod a_more", OverwriteRuns.Run(folder, "delete | Data\\b.txt\nread | Data\\a.txt"), StringComparison.Ordinal);
        Assert.Equal(["Data/a.txt", "Data/b.txt.rvfshide"], Files(volume));
        Assert.Equal(["in use", "starting"], Temporaries(volume));
    }

    /// <summary>Leftovers of an earlier run occupy the last files that the volume allows. The next start frees them.</summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void WhatIsLeftOverIsRemovedWhereNoFileCanBeMade()
    {
        const int most = 24;
        using MergedFolder folder = Build();
        using SmallVolume volume = Mount(folder, most);
        using UntouchedFiles untouched = Overwrite(folder);
        OverwriteRuns.Run(folder, "append | Data\\a.txt | _more");
        TakeEveryFile(Path.Combine(volume.Folder, "overwrite.rvfs-tmp"), "left-", most);
        string output = OverwriteRuns.Run(folder, "create | Data\\new.txt | new\nread | Data\\new.txt");
        Assert.Contains("text=new", output, StringComparison.Ordinal);
        Assert.Equal(["in use", "starting"], Temporaries(volume));
        Assert.Equal(["Data/a.txt", "Data/new.txt"], Files(volume));
    }

    private static MergedFolder Build()
    {
        MergedFolder folder = WritingTests.Build();
        string mod = Path.Combine(folder.Mods, "mod");
        Write(Path.Combine(mod, "Data", "one.bin"), LargeBytes);
        Write(Path.Combine(folder.Game, "Data", "two.bin"), LargeBytes);
        Write(Path.Combine(folder.Plain, "Data", "two.bin"), LargeBytes);
        for (int i = 1; i <= 3; i++)
            Write(Path.Combine(mod, "Many", $"{i}.bin"), FolderFileBytes);
        return folder;
    }

    internal static void Write(string path, int bytes)
    {
        byte[] content = new byte[bytes];
        new Random(bytes).NextBytes(content);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, content);
    }

    private static SmallVolume Mount(MergedFolder folder, int files = 0) => new(Path.Combine(folder.Root, "small"), Megabytes, files);

    private static UntouchedFiles Overwrite(MergedFolder folder) =>
        UntouchedFiles.Overwrite(folder, """, "overwrite": "../../../small/overwrite" """);

    /// <summary>Deletes the journal, which the next start would delete to use its room.</summary>
    private static void ForgetJournal(SmallVolume volume) =>
        Directory.Delete(Path.Combine(volume.Folder, "overwrite.rvfs-undo"), recursive: true);

    private static void Fill(string path)
    {
        byte[] block = new byte[1 << 16];
        using FileStream file = new(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
        try
        {
            while (true)
                file.Write(block);
        }
        catch (IOException)
        {
            // Full.
        }
    }

    private static void TakeEveryFile(string folder, string name, int most)
    {
        for (int i = 0; TryMake(Path.Combine(folder, $"{name}{i}")); i++)
            Assert.True(i < most);
    }

    private static bool TryMake(string path)
    {
        try
        {
            File.WriteAllText(path, "");
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static string[] Files(SmallVolume volume)
    {
        string folder = Path.Combine(volume.Folder, "overwrite");
        return [.. Directory.GetFiles(folder, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(folder, file)).Order()];
    }

    private static IEnumerable<string?> Temporaries(SmallVolume volume) =>
        OverwriteRuns.TemporariesIn(Path.Combine(volume.Folder, "overwrite.rvfs-tmp"));
}
