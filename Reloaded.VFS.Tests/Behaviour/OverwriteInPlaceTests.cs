using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of <c>inPlace</c> and <c>largestCopy</c> under the policy "overwrite": the former's files are written in place, and files above
/// the latter's limit aren't written.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteInPlaceTests
{
    [RealProcessFact]
    public void WhatInPlaceNamesIsWrittenWhereItIs()
    {
        using MergedFolder folder = WritingTests.Build();
        UntouchedFiles.Overwrite(folder, """, "inPlace": ["Data/A.txt", "ModFolder/**", "*.log"]""");
        BackendRunner.AssertSame(folder, [new("write", """
            create | Data\a.txt | saved a
            create | ModFolder\y.txt | saved y
            append | ModFolder\inner\x.txt | _more
            append | Data\b.txt | _more
            create | new.log | line
            create | new.txt | text
            delete | Data\only-mod.txt
            tree | .
            """)], "in place");
        Assert.Equal("game a", Text(folder.Game, "Data", "a.txt"));
        Assert.Equal("game b", Text(folder.Game, "Data", "b.txt"));
        Assert.Equal("line", Text(folder.Game, "new.log"));
        Assert.Equal("saved a", Text(folder.Mods, "mod", "Data", "a.txt"));
        Assert.Equal("saved y", Text(folder.Mods, "mod", "ModFolder", "y.txt"));
        Assert.Equal("mod x_more", Text(folder.Mods, "mod", "ModFolder", "inner", "x.txt"));
        Assert.Equal("mod only", Text(folder.Mods, "mod", "Data", "only-mod.txt"));
        Assert.Equal([Path.Combine("Data", "b.txt"), Path.Combine("Data", "only-mod.txt.rvfshide"), "new.txt"],
            OverwriteRuns.Files(folder));
    }

    /// <summary>The game can remove a folder once all its content is gone, wherever that was stored.</summary>
    [RealProcessFact]
    public void AFolderWithFilesThatAreWrittenInPlaceIsRemovedOnceTheyAreGone()
    {
        using MergedFolder folder = WritingTests.Build();
        UntouchedFiles.Overwrite(folder, """, "inPlace": ["**/*.sav", "ModFolder/**"]""");
        BackendRunner.AssertSame(folder, [new("remove", """
            create | Own\deep\1.sav | one
            delete | Own\deep\d.txt
            rmdir | Own\deep
            rdclose | Own\deep
            ntdelete | Own\deep
            find | Own\deep\*
            read | Own\deep\1.sav
            mkdir | Made
            create | Made\2.sav | two
            rmdir | Made
            read | Made\2.sav
            rmdir | ModFolder
            find | ModFolder\*
            """), new("removed", """
            read | Own\deep\1.sav
            delete | Own\deep\1.sav
            rmdir | Own\deep
            find | Own\*
            delete | Made\2.sav
            rmdir | Made
            attributes | Made
            find | *
            """)], "removed");
        Assert.Contains(Path.Combine("Own", "deep.rvfshide"), OverwriteRuns.Files(folder));
    }

    /// <summary>
    /// A file in <c>inPlace</c> isn't moved, so a folder that contains one can't be renamed: the game is told to copy it.
    /// </summary>
    [RealProcessFact]
    public void AFolderWithFilesThatAreWrittenInPlaceIsNotRenamed()
    {
        using MergedFolder folder = WritingTests.Build();
        UntouchedFiles.Overwrite(folder, """, "inPlace": ["**/*.sav"]""");
        string output = OverwriteRuns.Run(folder, """
            create | Own\deep\1.sav | one
            move | Own | Renamed
            append | Own\g.txt | _more
            move | Own | Renamed
            mkdir | New
            create | New\2.sav | two
            create | New\n.txt | new
            move | New | Newer
            find | Own\*
            read | Own\deep\1.sav
            read | New\2.sav
            read | New\n.txt
            attributes | Renamed
            attributes | Newer
            delete | Own\deep\1.sav
            move | Own | Renamed
            read | Renamed\g.txt
            """);
        Assert.Equal(3, output.Split("MoveFileExW: error 17").Length - 1);
        Assert.Contains("text=one", output, StringComparison.Ordinal);
        Assert.Contains("text=two", output, StringComparison.Ordinal);
        Assert.Contains("text=new", output, StringComparison.Ordinal);
        Assert.Contains("text=game g_more", output, StringComparison.Ordinal);
        Assert.Equal("two", Text(folder.Game, "New", "2.sav"));
    }

    /// <summary>New content of a name that a mod supplies is written where the game reads the name.</summary>
    [RealProcessFact]
    public void AFileThatIsRenamedToANameInPlaceTakesThePlaceOfTheMods()
    {
        using MergedFolder folder = WritingTests.Build();
        UntouchedFiles.Overwrite(folder, """, "inPlace": ["Data/a.txt", "ModFolder/**", "Own/g.txt"]""");
        BackendRunner.AssertSame(folder, [new("rename", """
            rename | Data\b.txt | Data\a.txt
            read | Data\a.txt
            rename | Data\only-game.txt | ModFolder\inner\x.txt
            read | ModFolder\inner\x.txt
            rename | Data\only-mod.txt | Own\g.txt
            read | Own\g.txt
            move | Own\gone.txt | ModFolder\inner\x.txt
            rename | ModFolder\y.txt | Data\y.txt
            rename | Data\a.txt | Own\moved.txt
            read | Data\a.txt
            rename | Own\deep\d.txt | Data\a.txt
            tree | .
            """), new("read", """
            read | Data\a.txt
            read | ModFolder\inner\x.txt
            read | Own\g.txt
            tree | .
            """)], "renamed");
        Assert.Equal("game a", Text(folder.Game, "Data", "a.txt"));
        Assert.Equal("game d", Text(folder.Mods, "mod", "Data", "a.txt"));
        Assert.Equal("game b", Text(folder.Game, "Data", "b.txt"));
        Assert.Equal("game only", Text(folder.Mods, "mod", "ModFolder", "inner", "x.txt"));
    }

    [RealProcessFact]
    public void ALargerFileThanLargestCopyIsRefusedAndTheGameGoesOn()
    {
        using MergedFolder folder = WritingTests.Build();
        File.WriteAllBytes(Path.Combine(folder.Mods, "mod", "Data", "large.bin"), new byte[(1 << 20) + 1]);
        File.WriteAllBytes(Path.Combine(folder.Mods, "mod", "Data", "largest.bin"), new byte[1 << 20]);
        using (UntouchedFiles.Overwrite(folder, """, "largestCopy": 1"""))
        {
            string output = OverwriteRuns.Run(folder, """
                append | Data\large.bin | x
                append | Data\large.bin | x
                read | Data\large.bin
                append | Data\largest.bin | x
                append | Data\a.txt | _more
                read | Data\a.txt
                """);
            Assert.Equal(2, output.Split("CreateFileW: error 5").Length - 1);
            Assert.Contains("size=1048577 ", output, StringComparison.Ordinal);
            Assert.Contains("text=mod a_more", output, StringComparison.Ordinal);
        }

        Assert.Equal([Path.Combine("Data", "a.txt"), Path.Combine("Data", "largest.bin")], OverwriteRuns.Files(folder));
        // Reported once, however often the game tries.
        string[] told = OverwriteRuns.Reports(folder).Split("it has 2 MB, and at most 1 MB are copied");
        Assert.True(told.Length == 2, string.Concat(told));

        // A call that empties the file needs no copy.
        OverwriteRuns.Run(folder, @"create | Data\large.bin | short");
        Assert.Equal("short", File.ReadAllText(OverwriteRuns.Place(folder, Path.Combine("Data", "large.bin"))));
    }

    private static string Text(params string[] path) => File.ReadAllText(Path.Combine(path));
}
