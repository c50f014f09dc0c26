using Reloaded.VFS.Tests.Cli.OtherManagers;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Importing;

/// <summary>What an import leaves as it is, and what it says of what is there already.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class ModImportTests : IDisposable
{
    private readonly ForeignGame _game = new();

    public ModImportTests()
    {
        _game.File("MO2/ModOrganizer.ini", "[General]\ngameName=Skyrim\nselected_profile=Default\n");
        _game.File("MO2/profiles/Default/modlist.txt", "+B\n+A\n");
        _game.File("MO2/profiles/Hard/modlist.txt", "+A\n-B\n+C\n");
        foreach (string mod in (string[])["A", "B", "C"])
            _game.File($"MO2/mods/{mod}/a.txt", mod);
    }

    public void Dispose() => _game.Dispose();

    private string Mo2 => _game.At("MO2");

    private static string[] Lines(string text) => [.. text.Split('\n').Where(line => line.Length > 0 && line[0] != '#')];

    private string[] Order(string file = "Game/rvfs/mods/order.txt") => Lines(File.ReadAllText(_game.At(file)));

    [Fact]
    public void ACheckSaysItAndDoesNothing()
    {
        (int code, string output, _) = _game.Import("--check", Mo2);
        Assert.Equal(0, code);
        Assert.Equal($"""
            Mod Organizer: {_game.At("MO2/profiles/Default")}
              + A
                  {_game.At("MO2/mods/A")} -> Data
              + B
                  {_game.At("MO2/mods/B")} -> Data
              - C
                  {_game.At("MO2/mods/C")} -> Data

            """, output, ignoreLineEndingDifferences: true);
        Assert.False(Directory.Exists(_game.At("Game/rvfs")));
    }

    [Theory]
    [InlineData("rvfs/mods/order.txt", "Own\n", "There is an order already, which stays as it is")]
    [InlineData("rvfs/mods/Own/a.txt", "own", "The game has mods already, whose order isn't this one's: Own")]
    [InlineData("rvfs/mods/b/a.txt", "own", "There are mods of these names already, which stay as they are: B")]
    [InlineData("rvfs/mods/Own.zip", "own", "The game has mods already, whose order isn't this one's: Own")]
    [InlineData("rvfs/mods/A", "a file", "There are mods of these names already, which stay as they are: A")]
    public void WhatIsThereStays(string path, string content, string message)
    {
        _game.File($"Game/{path}", content);
        string[] before = _game.Snapshot("Game");
        foreach (string[] options in (string[][])[[], ["--check"], ["--copy"]])
        {
            (int code, _, string errors) = _game.Import([Mo2, .. options]);
            Assert.Equal(125, code);
            Assert.Contains(message, errors, StringComparison.Ordinal);
            Assert.Contains("rvfs run --from SOURCE GAME.EXE", errors, StringComparison.Ordinal);
            Assert.Equal(before, _game.Snapshot("Game"));
        }
    }

    [Fact]
    public void AnOrderWithoutMods_IsFilledAndKeepsItsComments()
    {
        _game.File("Game/rvfs/mods/order.txt", "# mine\n");
        Assert.Equal(0, _game.Import(Mo2).Code);
        Assert.StartsWith("# mine\n", File.ReadAllText(_game.At("Game/rvfs/mods/order.txt")), StringComparison.Ordinal);
        Assert.Equal(["A", "B", "-C"], Order());
    }

    /// <summary>What the game sees without the new set stays the same, with an order or without one.</summary>
    [Theory]
    [InlineData(null, new[] { "Other", "Own", "-A", "-B", "-C" })]
    [InlineData("# mine\nOwn\n", new[] { "Own", "Other", "-A", "-B", "-C" })]
    public void ANewSetStandsBesideWhatIsThere(string? order, string[] after)
    {
        _game.File("Game/rvfs/mods/Own/Data/a.txt", "own");
        _game.File("Game/rvfs/mods/Other/Data/a.txt", "other");
        if (order is not null)
            _game.File("Game/rvfs/mods/order.txt", order);
        SortedDictionary<string, string> before = _game.Seen();
        (int code, string output, _) = _game.Import("--new-set", "mo", Mo2);
        Assert.Equal(0, code);
        Assert.Contains("rvfs run --set \"mo\" GAME.EXE", output, StringComparison.Ordinal);
        Assert.Equal(before, _game.Seen());
        Assert.Equal(after, Order());
        Assert.Equal(["-Other", "-Own", "A", "B", "-C"], Order("Game/rvfs/sets/mo/order.txt").Order(StringComparer.Ordinal).OrderBy(line => line[0] != '-' || line.Length < 4).ThenBy(line => line.TrimStart('-')));
        Assert.Equal("B", _game.Seen(new() { Game = "", Set = "mo" })[@"Data\a.txt"]);

        // Another profile has the same mods.
        Assert.Equal(0, _game.Import("--new-set", "hard", $"{Mo2}#Hard").Code);
        Assert.Equal(before, _game.Seen());
        Assert.Equal("B", _game.Seen(new() { Game = "", Set = "mo" })[@"Data\a.txt"]);
        Assert.Equal("A", _game.Seen(new() { Game = "", Set = "hard" })[@"Data\a.txt"]);
        Assert.Contains("There is a set 'hard' already", _game.Import("--new-set", "hard", Mo2).Errors, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_game.At("Game/rvfs/mods"), "*.rvfs-tmp"));
    }

    /// <summary>The order can't be written: a folder has its name.</summary>
    [Fact]
    public void AFailureLeavesNothing()
    {
        Directory.CreateDirectory(_game.At("Game/rvfs"));
        _game.File("Game/rvfs/rvfs.json", """{ "order": "taken/order.txt" }""");
        _game.File("Game/rvfs/taken", "a file, where a folder would have to be");
        string[] before = _game.Snapshot("Game");
        (int code, _, string errors) = _game.Import(Mo2);
        Assert.Equal(125, code);
        Assert.Contains("Nothing was imported", errors, StringComparison.Ordinal);
        Assert.Equal(before.Select(line => line.Split(' ')[0]), _game.Snapshot("Game").Select(line => line.Split(' ')[0]));

        File.Delete(_game.At("Game/rvfs/taken"));
        Assert.Equal(0, _game.Import(Mo2).Code);
    }

    [Theory]
    [InlineData("nowhere", "There is no file or folder")]
    [InlineData("mo3:x", "Did you mean 'mo2:x'?")]
    [InlineData("Game", "is nothing that rvfs can import")]
    [InlineData("mo2:Game", "is no instance of Mod Organizer")]
    [InlineData("reloaded:Game", "is no application of Reloaded-II")]
    public void WhatIsNoSourceIsSaid(string source, string message)
    {
        int colon = source.IndexOf(':', StringComparison.Ordinal);
        string path = source.EndsWith(":x", StringComparison.Ordinal) ? source : source[..(colon + 1)] + _game.At(source[(colon + 1)..]);
        (int code, _, string errors) = _game.Import(path);
        Assert.NotEqual(0, code);
        Assert.Contains(message, errors, StringComparison.Ordinal);
    }

    /// <summary>The names of another manager may be ones that no mod can have.</summary>
    [Fact]
    public void NamesAreMadeThatModsCanHave()
    {
        _game.File("limo/lmm_mods.json", $$"""
            { "installed_mods": [{ "id": 1, "name": "a/b: c?" }, { "id": 2, "name": "CON" }, { "id": 3, "name": "A_B_ C_" }, { "id": 4, "name": " . " }],
              "deployers": [{ "name": "d", "type": "Simple Deployer", "dest_path": "{{_game.Game}}", "profiles": [
                { "loadorder": [{ "id": 1 }, { "id": 2 }, { "id": 3 }, { "id": 4 }] }] }] }
            """);
        foreach (int id in (int[])[1, 2, 3, 4])
            _game.File($"limo/{id}/{id}.txt", "x");
        Assert.Equal(0, _game.Import(_game.At("limo")).Code);
        Assert.Equal(["a_b_ c_", "_CON", "A_B_ C_ 2", "mod"], Order());
        Assert.Equal(4, _game.Seen().Keys.Count(path => path.Length == 5));
    }
}
