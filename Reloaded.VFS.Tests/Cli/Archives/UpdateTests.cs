using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>Mods that are added one after the other, and added again: their places in the order, and what was written into them.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class UpdateTests : AddFixture
{
    private const string Save = "data/save.cfg";

    [Fact]
    public void TheNewestWins()
    {
        string[] archives = [Zip("Zebra.zip", ("data/a", "1")), Zip("Ant.zip", ("data/a", "2")), Zip("Mole.zip", ("data/a", "3"))];
        (int code, string output, string errors) = AskedCommand.Run(["add", "--target", Folder.At("g"), .. archives]);
        Assert.Equal((0, ""), (code, errors));
        Assert.Equal(["Zebra: added, place 1 of 1", "Ant: added, place 2 of 2", "Mole: added, place 3 of 3"],
            output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line[..line.IndexOf(';', StringComparison.Ordinal)]));
        Assert.Equal("Zebra\nAnt\nMole\n", Order.Replace("\r\n", "\n", StringComparison.Ordinal));
        (_, string which, _) = AskedCommand.Run("which", "--target", Folder.At("g"), "data/a");
        Assert.Contains("Mole", which.Split('\n')[0] + which.Split('\n')[1], StringComparison.Ordinal);
    }

    [Fact]
    public void OneThatFailsDoesNotStopTheOthers()
    {
        string good = Zip("Good.zip", ("data/a", "1"));
        (int code, string output, string errors) =
            AskedCommand.Run(["add", "--target", Folder.At("g"), Folder.File("bad.zip", "no archive"), Zip("Empty.zip", ("readme.txt", "")), good]);
        Assert.Equal(125, code);
        Assert.Contains("bad.zip", errors, StringComparison.Ordinal);
        Assert.Contains("Empty.zip", errors, StringComparison.Ordinal);
        Assert.StartsWith("Good: added", output, StringComparison.Ordinal);
    }

    [Fact]
    public void AnUpdateKeepsItsPlaceAndWhetherItIsOn()
    {
        Add(Zip("One.zip", ("data/a", "1")));
        Add(Zip("Two.zip", ("data/b", "1")));
        AskedCommand.Run("mods", "disable", "One", "--target", Folder.At("g"));
        string before = Order;
        (int code, string output, _) = Add(Zip("one.zip", ("data/a", "2")));
        Assert.Equal(0, code);
        Assert.Contains("One: updated, and is off", output, StringComparison.Ordinal);
        Assert.Equal(before, Order);
        Assert.Equal(["data/a = 2"], Files("One"));
    }

    [Theory]
    [InlineData("Hero-1234-1-0-1600000000.zip", "Hero-1234-1-1-1700000000.zip", "Hero")]
    [InlineData("Hero 1.0-1234-1-0-1600000000.zip", "Hero v1.1b-1234-1-1-1700000000.zip", "Hero 1.0")]
    [InlineData("Team-Hero-1.0.0.zip", "Team-Hero-1.10.0 (2).zip", "Team-Hero")]
    [InlineData("Hero.zip", "HERO.zip", "Hero")]
    public void TheSameModIsKnownByItsName(string first, string second, string mod)
    {
        Assert.Equal(0, Add(Zip(first, ("data/a", "1"))).Code);
        Assert.Contains($"{mod}: updated", Add(Zip("later/" + second, ("data/a", "2"))).Output, StringComparison.Ordinal);
        Assert.Equal(["data/a = 2"], Files(mod));
    }

    [Theory]
    [InlineData("Hero-1234-1-0-1600000000.zip", "Hero Patch-1234-1-1-1700000000.zip")]
    [InlineData("Hero 1.0-1234-1-0-1600000000.zip", "Hero 1.0-1235-1-1-1700000000.zip")]
    [InlineData("Team-Hero-1.0.0.zip", "Other-Hero-1.0.0.zip")]
    public void AnotherModIsAnotherMod(string first, string second)
    {
        Add(Zip(first, ("data/a", "1")));
        bool isUpdate = Add(Zip("later/" + second, ("data/a", "2"))).Output.Contains("updated", StringComparison.Ordinal);
        // The same name without what the site has added is the same mod, whatever its page is.
        Assert.Equal(first.StartsWith("Hero 1.0-1234", StringComparison.Ordinal), isUpdate);
    }

    [Fact]
    public void WhatTheGameWroteStays()
    {
        Add(Zip("M.zip", ("data/a", "1"), (Save, "default"), ("data/gone", "x")));
        Folder.File("g/rvfs/mods/M/" + Save, "mine");
        Folder.File("g/rvfs/mods/M/data/log.txt", "written");
        (int code, _, string errors) = Add(Zip("later/M.zip", ("data/a", "2"), (Save, "default"), ("data/new", "n")));
        Assert.Equal(0, code);
        Assert.Contains("kept what was written into the mod: ", errors, StringComparison.Ordinal);
        Assert.Equal(["data/a = 2", "data/log.txt = written", "data/new = n", "data/save.cfg = mine"], Files("M"));
    }

    [Theory]
    [InlineData("k\n", "mine")]
    [InlineData("n\n", "newer")]
    public void WhereBothChangedSomeoneDecides(string answer, string content)
    {
        Add(Zip("M.zip", (Save, "default")));
        Folder.File("g/rvfs/mods/M/" + Save, "mine");
        string update = Zip("later/M.zip", (Save, "newer"));
        (int code, _, string errors) = AskedCommand.Answer(answer, "add", "--target", Folder.At("g"), update);
        Assert.Equal(0, code);
        Assert.Contains("changed here, and by the update: data/save.cfg", errors, StringComparison.Ordinal);
        Assert.Equal([$"data/save.cfg = {content}"], Files("M"));
        Assert.Equal(content == "newer",
            AskedCommand.Run("remove", "--list", "--target", Folder.At("g")).Output.StartsWith("M ", StringComparison.Ordinal));
    }

    [Fact]
    public void WithoutAnAnswerNothingIsDone()
    {
        Add(Zip("M.zip", (Save, "default")));
        Folder.File("g/rvfs/mods/M/" + Save, "mine");
        string update = Zip("later/M.zip", (Save, "newer"));
        (int code, _, string errors) = AskedCommand.Answer("", "add", "--target", Folder.At("g"), update);
        Assert.Equal(125, code);
        Assert.Contains("--changed mine, or --changed new", errors, StringComparison.Ordinal);
        Assert.Equal(["data/save.cfg = mine"], Files("M"));
        Assert.Equal(0, Add(update, "--changed", "mine").Code);
        Assert.Equal(["data/save.cfg = mine"], Files("M"));
        // What the update had is known all the same: the same one again changes nothing, and a newer one does.
        Assert.Equal(0, Add(update).Code);
        Assert.Equal(["data/save.cfg = mine"], Files("M"));
        Assert.Equal(0, Add(Zip("later/M.zip", (Save, "newest")), "--changed", "new").Code);
        Assert.Equal(["data/save.cfg = newest"], Files("M"));
    }

    [Fact]
    public void WhatIsWrittenWhileTheQuestionIsOpenStays()
    {
        Add(Zip("M.zip", (Save, "default")));
        Folder.File("g/rvfs/mods/M/" + Save, "mine");
        VfsConfiguration configuration = new VfsConfiguration { Targets = [Folder.At("g")] }.WithDefaults(Folder.At("g"));
        ModSource update = new(Zip("later/M.zip", (Save, "newer")), "M", configuration, UnpackLimits.Default);
        AddedMod added = AddedMod.Put(update, _ =>
        {
            Folder.File("g/rvfs/mods/M/" + Save, "mine, later");
            Folder.File("g/rvfs/mods/M/data/late.cfg", "late");
            return true;
        });
        Assert.Null(added.SetAside);
        Assert.Equal(["data/late.cfg = late", "data/save.cfg = mine, later"], Files("M"));
    }

    /// <summary>The game saves while its earlier saves are copied.</summary>
    [LinuxFact]
    public void WhatIsWrittenTooLateToBeCopiedIsKept()
    {
        Add(Zip("M.zip", ("data/a", "1")));
        for (int i = 0; i < 2000; i++)
            Folder.File($"g/rvfs/mods/M/data/saves/{i}", "save");
        string mods = Folder.At("g/rvfs/mods");
        bool isOver = false;
        Thread game = new(() =>
        {
            while (!Volatile.Read(ref isOver) && !Directory.GetDirectories(mods, "*.rvfs-tmp")
                .Any(staging => Directory.Exists(Path.Combine(staging, "content", "data", "saves"))))
                Thread.Yield();
            File.WriteAllText(Mod("M/data/late.cfg"), "late");
        });
        game.Start();
        (int code, _, string errors) = Add(Zip("later/M.zip", ("data/a", "2")));
        Volatile.Write(ref isOver, true);
        game.Join();
        Assert.Equal(0, code);
        Assert.Equal("2", File.ReadAllText(Mod("M/data/a")));
        Assert.True(File.Exists(Mod("M/data/late.cfg")) || File.Exists(Folder.At("g/rvfs/removed/1/M/data/late.cfg")), errors);
    }

    [Fact]
    public void WhatIsWrittenAfterTheComparisonIsSeen()
    {
        Folder.File("m/data/a", "1");
        AddedRecord record = AddedRecord.Of(Folder.At("m"), "m.zip");
        ModUpdate update = new(Folder.At("m"), record, record);
        Directory.Move(Folder.At("m"), Folder.At("moved"));
        Assert.True(update.IsStill(Folder.At("moved")));
        string late = Folder.File("moved/data/late", "");
        Assert.False(update.IsStill(Folder.At("moved")));
        File.Delete(late);
        Folder.File("moved/data/a", "12");
        Assert.False(update.IsStill(Folder.At("moved")));
    }

    /// <summary>A folder that a player made is nobody's to delete.</summary>
    [Fact]
    public void AFolderThatWasThereIsKept()
    {
        Folder.File("g/rvfs/mods/M/data/own", "by hand");
        Assert.Equal(0, Add(Zip("M.zip", ("data/a", "1"))).Code);
        Assert.Equal(["data/a = 1"], Files("M"));
        Assert.Equal("by hand", File.ReadAllText(Folder.At("g/rvfs/removed/1/M/data/own")));
        Assert.Equal(0, AskedCommand.Run("remove", "M", "--target", Folder.At("g")).Code);
        // Both have the name; the newer removal comes back first, and then they change places.
        Assert.Equal(0, AskedCommand.Run("remove", "--undo", "--target", Folder.At("g")).Code);
        Assert.Equal(["data/a = 1"], Files("M"));
        Assert.Equal(0, AskedCommand.Run("remove", "--undo", "M", "--target", Folder.At("g")).Code);
        Assert.Equal(["data/own = by hand"], Files("M"));
    }

    [Fact]
    public void ARecordInAnArchiveIsNotBelieved()
    {
        Add(Zip("M.zip", ("data/a", "1"), ("rvfs-added.txt", "source\tevil\nx\t1\t1\tdata/other\n")));
        Assert.Contains("\tdata/a", File.ReadAllText(Mod("M/rvfs-added.txt")), StringComparison.Ordinal);
        Assert.DoesNotContain("evil", File.ReadAllText(Mod("M/rvfs-added.txt")), StringComparison.Ordinal);
    }
}
