using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>Under the policy "overwrite", <c>inPlace</c> is written where it is, and what <c>largestCopy</c> bars isn't written.</summary>
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
        // Told once, however often it is asked for.
        string[] told = OverwriteRuns.Reports(folder).Split("it has 2 MB, and at most 1 MB are copied");
        Assert.True(told.Length == 2, string.Concat(told));

        // Nothing is copied for a call that empties the file.
        OverwriteRuns.Run(folder, @"create | Data\large.bin | short");
        Assert.Equal("short", File.ReadAllText(OverwriteRuns.Place(folder, Path.Combine("Data", "large.bin"))));
    }

    private static string Text(params string[] path) => File.ReadAllText(Path.Combine(path));
}
