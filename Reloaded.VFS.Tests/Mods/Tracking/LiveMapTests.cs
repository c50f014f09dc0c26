using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Tests.Mods.Tracking;

/// <summary>Tests of mods with a map while they change: the layers are those of a fresh start.</summary>
public sealed class LiveMapTests
{
    private const string Map = """
        { "map": [ { "from": "docs", "to": "%DOCUMENTS%/My Games/G" }, { "from": "docs/inner", "to": "data" },
                   { "from": "one.ini", "to": "cfg" } ] }
        """;

    [Fact]
    public void AFileThatComesIntoAMappedFolderAppearsAtItsTarget()
    {
        using LiveFixture mods = Start();
        mods.Write("B/docs/new.txt").Apply();
        Assert.Contains(mods.Seen(), line => line.EndsWith(@"MY GAMES\G\new.txt B/docs/new.txt", StringComparison.Ordinal));
        mods.AssertAsFresh();
        mods.Write("B/docs/inner/deep/x.txt").Tell("B/docs/inner/deep", ChangeKind.Added).Write("B/beside.txt").Apply();
        mods.AssertAsFresh();
        mods.Delete("B/docs/inner").Apply();
        mods.AssertAsFresh();
        mods.Delete("B/one.ini").Apply();
        mods.AssertAsFresh();
        mods.Write("B/one.ini").Apply();
        mods.AssertAsFresh();
        Assert.Contains(mods.Seen(), line => line.EndsWith(@"CFG\one.ini B/one.ini", StringComparison.Ordinal));
    }

    [Fact]
    public void AMapThatComesChangesOrGoesIsFollowed()
    {
        using LiveFixture mods = Start();
        mods.Say("B", """{ "map": [ { "from": "docs", "to": "%SAVEDGAMES%" } ] }""").Apply();
        Assert.Contains(mods.Seen(), line => line.Contains(@"SAVEDGAMES\a.txt", StringComparison.OrdinalIgnoreCase));
        mods.AssertAsFresh();
        mods.Delete("B/mod.json").Apply();
        mods.AssertAsFresh();
        mods.Say("A", """{ "map": [ { "from": "data", "to": "data/deep" } ] }""").Apply();
        mods.AssertAsFresh();
        mods.Say("A", """{ "map": [ { "from": "nothing", "to": "data" } ] }""");
        Assert.Contains(mods.Apply().Messages.Concat(mods.Live.Roots.SelectMany(root => root.MapFaults)),
            message => message.Contains("the mod 'A' has no 'nothing', which is mapped here", StringComparison.Ordinal));
        mods.AssertAsFresh();
        mods.Order("B", "A").Apply();
        mods.AssertAsFresh();
    }

    /// <summary>The overwrite folder has parts only for those known folders that maps named when the game started.</summary>
    [Fact]
    public void WithOverwriteAMapToAnotherKnownFolderWaitsForTheNextStart()
    {
        using LiveFixture mods = new(WritePolicy.Overwrite, null, ["A/data/a.txt", "B/docs/b.txt", "B/data/b.txt"]);
        LiveUpdate update = mods.Say("B", """
            { "map": [ { "from": "docs", "to": "%SAVEDGAMES%" }, { "from": "data", "to": "data" } ] }
            """).Apply();
        Assert.Contains(update.Messages, message => message.Contains("nothing is laid over %SAVEDGAMES%", StringComparison.Ordinal));
        Assert.DoesNotContain(mods.Seen(), line => line.Contains("SAVEDGAMES", StringComparison.OrdinalIgnoreCase));
        Assert.Contains(mods.Seen(), line => line.EndsWith(@"DATA\b.txt B/data/b.txt", StringComparison.Ordinal));
    }

    [Fact]
    public void WhatIsPreferredIsFoundByThePathThatItGoesTo()
    {
        using LiveFixture mods = Start();
        mods.Write("C/data/x.txt").Tell("C", ChangeKind.Added).Apply();
        mods.Prefer("B: data", "B: %DOCUMENTS%/My Games", "A: docs");
        mods.Apply();
        Assert.Contains(mods.Seen(), line => line.EndsWith(@"DATA\x.txt B/docs/inner/x.txt", StringComparison.Ordinal));
        mods.AssertAsFresh();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void RandomChangesEndAsAFreshStart(int seed)
    {
        var random = new Random(seed);
        using LiveFixture mods = Start();
        string[] folders = ["", "docs", "docs/inner", "docs/other", "data", "Docs"];
        for (int step = 0; step < 150; step++)
        {
            string mod = random.GetItems(["A", "B"], 1)[0], folder = random.GetItems(folders, 1)[0];
            string name = random.GetItems(["one.ini", "x.txt", "y.txt.rvfshide"], 1)[0];
            string file = folder.Length == 0 ? $"{mod}/{name}" : $"{mod}/{folder}/{name}";
            if (random.Next(15) == 0)
                mods.Say(mod, random.Next(3) == 0 ? "{}" : Map);
            else if (random.Next(10) == 0)
                mods.Prefer(random.Next(2) == 0 ? "A: **/*.txt" : "B: data");
            else if (random.Next(8) == 0 && folder.Length > 0 && Directory.Exists(mods.At($"{mod}/{folder}")))
                mods.Delete($"{mod}/{folder}");
            else if (random.Next(3) == 0 && File.Exists(mods.At(file)))
                mods.Delete(file);
            else
                Write(mods, file);
            if (random.Next(3) > 0)
                continue;
            mods.Apply();
            mods.AssertAsFresh();
        }
    }

    // The outermost new folder is reported first.
    private static void Write(LiveFixture mods, string file)
    {
        string[] names = file.Split('/');
        for (int i = 2; i < names.Length; i++)
        {
            string folder = string.Join('/', names[..i]);
            if (!Directory.Exists(mods.At(folder)))
                mods.MakeFolder(folder);
        }

        mods.Write(file);
    }

    private static LiveFixture Start()
    {
        var folder = new LiveFixture(null, "A/data/x.txt", "A/docs/a.txt", "B/docs/a.txt", "B/docs/inner/x.txt", "B/one.ini", "B/two.ini");
        folder.Say("B", Map).Apply();
        return folder;
    }
}
