using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary><c>rvfs remove</c>: what it takes away comes back as it was, and nothing is deleted without a second command.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class RemoveTests : AddFixture
{
    private (int Code, string Output, string Errors) Remove(params string[] arguments) =>
        AskedCommand.Run(["remove", "--target", Folder.At("g"), .. arguments]);

    private void MakeThree()
    {
        foreach (string mod in (string[])["A", "B", "C"])
            Folder.File($"g/rvfs/mods/{mod}/data/{mod}", mod);
        Folder.File("g/rvfs/mods/order.txt", "# mine\nA\n# about B\n-B\nC\n");
    }

    [Fact]
    public void ARemovedModComesBackToItsPlace()
    {
        MakeThree();
        string[] before = ArchiveFiles.Tree(Folder.At("g/rvfs/mods"));
        Assert.Equal(0, Remove("b").Code);
        Assert.False(Directory.Exists(Mod("B")));
        Assert.Equal("# mine\nA\n# about B\nC\n", Order);
        Assert.Equal("", AskedCommand.Run("mods", "--target", Folder.At("g")).Errors);
        Assert.StartsWith("B  ", Remove("--list").Output, StringComparison.Ordinal);
        Assert.Contains("B: is back", Remove("--undo").Output, StringComparison.Ordinal);
        Assert.Equal("# mine\nA\n-B\n# about B\nC\n", Order);
        Assert.Equal(before.Where(path => !path.StartsWith("order.txt", StringComparison.Ordinal)),
            ArchiveFiles.Tree(Folder.At("g/rvfs/mods")).Where(path => !path.StartsWith("order.txt", StringComparison.Ordinal)));
        Assert.Equal(1, Remove("--undo").Code);
    }

    /// <summary>Lines in other sets and rules would be errors about a mod that isn't there; they come back with the mod.</summary>
    [Fact]
    public void LinesInEverySetGoAndComeBack()
    {
        MakeThree();
        Dictionary<string, string> lines = new()
        {
            ["g/rvfs/mods/order.txt"] = "# mine\nA\n-B\nC\n",
            ["g/rvfs/mods/prefer.txt"] = "# rules\nA: data\nb: data/B\nC: data/C\nB: data/y\n",
            ["g/rvfs/sets/easy/order.txt"] = "C\nB\nA\n",
            ["g/rvfs/sets/hard/order.txt"] = "A\nC\n",
            ["g/rvfs/sets/hard/prefer.txt"] = "B: data/B\n",
        };
        foreach ((string file, string text) in lines)
            Folder.File(file, text);
        (int code, string output, string errors) = Remove("B");
        Assert.Equal((0, ""), (code, errors));
        Assert.Equal("B: removed, with its line in the set 'easy' and 3 rules that prefer it; rvfs remove --undo puts it back\n", output);
        Assert.Equal("# mine\nA\nC\n", Order);
        Assert.Equal("# rules\nA: data\nC: data/C\n", File.ReadAllText(Folder.At("g/rvfs/mods/prefer.txt")));
        Assert.Equal("C\nA\n", File.ReadAllText(Folder.At("g/rvfs/sets/easy/order.txt")));
        Assert.Equal("A\nC\n", File.ReadAllText(Folder.At("g/rvfs/sets/hard/order.txt")));
        Assert.Equal("", File.ReadAllText(Folder.At("g/rvfs/sets/hard/prefer.txt")));
        foreach (string[] set in (string[][])[[], ["--set", "easy"], ["--set", "hard"]])
            Assert.Equal("", AskedCommand.Run(["mods", "--target", Folder.At("g"), .. set]).Errors);
        Assert.Equal(0, Remove("--undo", "--set", "hard").Code);
        foreach ((string file, string text) in lines)
            Assert.Equal(text, File.ReadAllText(Folder.At(file)));

        // What is gone meanwhile isn't made anew.
        Remove("B", "--set", "easy");
        Directory.Delete(Folder.At("g/rvfs/sets/hard"), recursive: true);
        Assert.Equal(0, Remove("--undo").Code);
        Assert.False(Directory.Exists(Folder.At("g/rvfs/sets/hard")));
        Assert.Equal(lines["g/rvfs/sets/easy/order.txt"], File.ReadAllText(Folder.At("g/rvfs/sets/easy/order.txt")));
    }

    [Fact]
    public void AnArchiveIsMovedItself()
    {
        Zip("g/rvfs/mods/Packed-1234-1-0-1600000000.zip", ("data/a", "1"));
        AskedCommand.Run("refresh", "--target", Folder.At("g"));
        Assert.Equal((0, ""), Outcome(Remove("Packed")));
        Assert.Empty(Directory.GetFiles(Folder.At("g/rvfs/mods"), "*.zip"));
        Assert.Equal((0, ""), Outcome(Remove("--undo", "packed")));
        Assert.True(File.Exists(Mod("Packed-1234-1-0-1600000000.zip")));
    }

    [Fact]
    public void OnlyASecondCommandDeletes()
    {
        MakeThree();
        Remove("A", "C");
        Assert.Equal(125, AskedCommand.Answer("n\n", "remove", "--target", Folder.At("g"), "--forever").Code);
        Assert.Equal(2, Directory.GetDirectories(Folder.At("g/rvfs/removed")).Length);
        (int code, string output, _) = Remove("--forever", "A", "--yes");
        Assert.Equal(0, code);
        Assert.Contains("1 mod deleted.", output, StringComparison.Ordinal);
        Assert.Equal("C", File.ReadAllText(Folder.At("g/rvfs/removed/2/C/data/C")));
        Assert.Equal(1, Remove("--forever", "A", "--yes").Code);
        Assert.Equal(0, Remove("--undo").Code);
        Assert.Equal("C", File.ReadAllText(Mod("C/data/C")));
    }

    [Fact]
    public void ALinkIsMovedAndWhatItLeadsToStays()
    {
        Folder.File("elsewhere/data/a", "real");
        Directory.CreateSymbolicLink(Mod("Linked"), Folder.At("elsewhere"));
        Assert.Equal(0, Remove("Linked").Code);
        Assert.Equal(0, Remove("--forever", "--yes").Code);
        Assert.Equal("real", File.ReadAllText(Folder.At("elsewhere/data/a")));
        Assert.False(Path.Exists(Mod("Linked")));
    }

    /// <summary>Two of one name change places, as often as one likes.</summary>
    [Fact]
    public void WhatHasTakenTheNameIsRemovedInExchange()
    {
        MakeThree();
        Remove("A");
        Folder.File("g/rvfs/mods/a/data/other", "other");
        Assert.Equal((0, ""), Outcome(Remove("--undo", "A")));
        Assert.Equal(["data/A = A"], Files("A"));
        Assert.Equal((0, ""), Outcome(Remove("--undo", "A")));
        Assert.Equal(["data/other = other"], Files("a"));
        Assert.Single(Directory.GetDirectories(Folder.At("g/rvfs/removed")));
    }

    /// <summary>Several versions have one name: a path, as it is listed, names one of them.</summary>
    [Fact]
    public void APathNamesOneOfSeveralVersions()
    {
        foreach (string version in (string[])["old", "newer", "newest"])
        {
            Folder.File("g/rvfs/mods/A/data/v", version);
            Assert.Equal(0, Remove("A").Code);
        }

        string removed = Folder.At("g/rvfs/removed");
        Assert.Contains(Path.Combine(removed, "1", "A"), Remove("--list").Output, StringComparison.Ordinal);
        Assert.Equal((0, ""), Outcome(Remove("--undo", Path.Combine(removed, "1", "A"))));
        Assert.Equal(["data/v = old"], Files("A"));
        Assert.Equal(0, Remove("--forever", "--yes", Path.Combine(removed, "2")).Code);
        Assert.Equal(["3"], Directory.GetDirectories(removed).Select(Path.GetFileName));

        // What isn't a removed mod is neither deleted nor moved.
        string[] others = [Mod("A"), removed, Path.Combine(removed, "2", "A"), Path.Combine(removed, "3", "A", "data"), "./A"];
        foreach (string path in others)
        {
            Assert.Equal(1, Remove("--forever", "--yes", path).Code);
            Assert.Contains("There is no removed mod", Remove("--undo", path).Errors, StringComparison.Ordinal);
        }

        Assert.Equal(["data/v = old"], Files("A"));
        Assert.Contains("rvfs remove --undo \"A\" brings it back", Remove("--undo", Path.Combine(removed, "3", "A")).Output,
            StringComparison.Ordinal);
        Assert.Equal(["data/v = newest"], Files("A"));
        Assert.Equal((0, ""), Outcome(Remove("--undo", "A")));
        Assert.Equal(["data/v = old"], Files("A"));
    }

    /// <summary>A file manager's settings, or a player's notes, are no mod, and nobody has said that they may be deleted.</summary>
    [Fact]
    public void WhatElseLiesBesideARemovedModStays()
    {
        const string archive = "Packed-1234-1-0-1600000000.zip";
        MakeThree();
        Zip("g/rvfs/mods/" + archive, ("data/a", "1"));
        Assert.Equal(0, Remove("A", "Packed").Code);
        List<string> others = [];
        foreach (string other in (string[])[".directory", "A.txt", "desktop.ini", "other/notes.txt", "zzz"])
            others.AddRange([Folder.File($"g/rvfs/removed/1/{other}"), Folder.File($"g/rvfs/removed/2/{other}")]);
        Assert.Equal((0, ""), Outcome(Remove("--undo", "A", "Packed")));
        Assert.Equal(["A", "B", "C", archive, "order.txt"],
            Directory.GetFileSystemEntries(Folder.At("g/rvfs/mods")).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.Equal(["data/A = A"], Files("A"));
        Assert.Equal(others.Order(StringComparer.Ordinal),
            Directory.GetFiles(Folder.At("g/rvfs/removed"), "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal));
        Assert.Equal(1, Remove("--list").Code);

        // A mod that was taken out by hand isn't there, whatever else is.
        Assert.Equal(0, Remove("B").Code);
        Directory.Delete(Folder.At("g/rvfs/removed/3/B"), recursive: true);
        Folder.File("g/rvfs/removed/3/desktop.ini");
        Assert.Equal(1, Remove("--undo", "B").Code);
    }

    [Fact]
    public void WhatIsMeantIsSaid()
    {
        MakeThree();
        Assert.Contains("Say which mod", Remove().Errors, StringComparison.Ordinal);
        Assert.Contains("There is no mod 'D'", Remove("D").Errors, StringComparison.Ordinal);
        Assert.Contains("don't go together", Remove("--undo", "--list").Errors, StringComparison.Ordinal);
        Assert.Contains("No mod has been removed.", Remove("--list").Output, StringComparison.Ordinal);
        Assert.Contains("There is no removed mod 'A'", Remove("--undo", "A").Errors, StringComparison.Ordinal);
        Assert.Equal("# mine\nA\n# about B\n-B\nC\n", Order);
    }
}
