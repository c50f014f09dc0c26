using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Questions;

/// <summary>Tests of <c>ls</c>, <c>which</c>, <c>conflicts</c> and <c>last</c>, as typed on a command line.</summary>
[Collection(nameof(QuestionsTests))]
[CollectionDefinition(nameof(QuestionsTests), DisableParallelization = true)]
public sealed class QuestionsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public QuestionsTests()
    {
        _folder.File("g/game.exe");
        _folder.File("g/data/wall.dds", "game");
        _folder.File("g/data/own.txt");
        _folder.File("g/rvfs/mods/red/data/Wall.dds", "red");
        _folder.File("g/rvfs/mods/blue/DATA/wall.DDS", "blue");
        _folder.File("g/rvfs/mods/blue/DATA/x.txt");
        _folder.File("g/rvfs/mods/green/new/map.txt");
        _folder.File("g/rvfs/mods/order.txt", "green\nblue\nred\n");
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void LsShowsTheMergedTree()
    {
        (int code, string output, string errors) = Ask("ls", "--game", _folder.At("g/game.exe"));
        Assert.Equal("", errors);
        Assert.Equal(0, code);
        Assert.Equal("""
            .       data\
            .       data\own.txt
            red   = data\wall.dds
            blue    data\x.txt
            .       game.exe
            green   new\
            green   new\map.txt

            """, output, ignoreLineEndingDifferences: true);
    }

    /// <summary>Two such links in one folder would make a list that never ends: each is one line.</summary>
    [LinuxFact]
    public void ALinkThatLeadsBackIsOneLine()
    {
        Directory.CreateSymbolicLink(_folder.At("g/data/back"), _folder.At("g"));
        Directory.CreateSymbolicLink(_folder.At("g/data/self"), ".");
        _folder.File("away/there.txt");
        Directory.CreateSymbolicLink(_folder.At("away/round"), _folder.At("g/data"));
        Directory.CreateSymbolicLink(_folder.At("g/data/away"), _folder.At("away"));
        // What a mod has there is seen all the same.
        _folder.File("g/rvfs/mods/red/data/back/mine.txt");
        const string back = "  (a link to a folder around it, not listed again)";
        string[] lines = Ask("ls", "--target", _folder.At("g")).Output.ReplaceLineEndings("\n").TrimEnd().Split('\n');
        Assert.Equal([@".       data\away\", @$".       data\away\round\{back}", @".       data\away\there.txt", @".       data\back\",
            @"red     data\back\mine.txt", @$".       data\self\{back}"],
            lines.Where(line => line.Contains("back", StringComparison.Ordinal) || line.Contains("self", StringComparison.Ordinal)
                || line.Contains("away", StringComparison.Ordinal)));
        Assert.True(Json("ls", "--json", "--target", _folder.At("g")).GetProperty("entries").EnumerateArray()
            .Single(entry => entry.GetProperty("path").GetString() == @"data\self").GetProperty("leadsBack").GetBoolean());
        // So does a folder that is added, and doctor, which looks for what patterns name.
        _folder.File("new/a.txt");
        Directory.CreateSymbolicLink(_folder.At("new/one"), _folder.At("new"));
        Directory.CreateSymbolicLink(_folder.At("new/two"), _folder.At("new"));
        Assert.Equal(0, Ask("add", _folder.At("new"), "--target", _folder.At("g")).Code);
        Assert.Equal(["a.txt", "one", "two"], Directory.GetFileSystemEntries(_folder.At("g/rvfs/mods/new")).Select(Path.GetFileName)
            .Where(name => name != "rvfs-added.txt").Order(StringComparer.Ordinal));
    }

    [Fact]
    public void LsShowsAFolderOrModsOnly()
    {
        Assert.Equal("""
            red   = data\wall.dds
            blue    data\x.txt

            """, Ask("ls", "--target", _folder.At("g"), "--only-mods", "--flat", "data").Output, ignoreLineEndingDifferences: true);
        Assert.Equal(1, Ask("ls", "--target", _folder.At("g"), "none").Code);
        Assert.Contains("is a file", Ask("ls", "--target", _folder.At("g"), "data/own.txt").Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("data/wall.dds", @"data\wall.dds")]
    [InlineData(@"data\WALL.dds", @"data\wall.dds")]
    [InlineData("<g>/Data/wall.dds", @"data\wall.dds")]
    [InlineData(@"DATA\WALL.DDS", @"data\wall.dds")]
    public void WhichNamesTheWinnerAndTheLosers(string path, string shown)
    {
        (int code, string output, _) = Ask("which", "--target", _folder.At("g"),
            path.Replace("<g>", _folder.At("g"), StringComparison.Ordinal));
        Assert.Equal(0, code);
        Assert.Equal($"""
            {shown}
              wins     red         {_folder.At("g/rvfs/mods/red/data/Wall.dds")}
              loses    blue        {_folder.At("g/rvfs/mods/blue/DATA/wall.DDS")}
              loses    (the game)  {_folder.At("g/data/wall.dds")}

            """, output, ignoreLineEndingDifferences: true);
    }

    [LinuxFact]
    public void WhichUnderstandsWindowsPathsAndLinks()
    {
        // Without a prefix, Z: is the whole system, as Wine sets it up.
        string windows = "z:"
            + _folder.At("G/DATA/wall.dds").Replace('/', '\\').Replace("rvfs-test", "RVFS-TEST", StringComparison.Ordinal);
        Assert.Contains("wins     red", Ask("which", "--target", _folder.At("g"), windows).Output, StringComparison.Ordinal);
        Directory.CreateSymbolicLink(_folder.At("link"), _folder.At("g"));
        Assert.Contains("wins     red", Ask("which", "--target", _folder.At("g"), _folder.At("link/data/wall.dds")).Output,
            StringComparison.Ordinal);
    }

    [Fact]
    public void WhichSaysThatNobodyHasIt()
    {
        (int code, string output, string errors) = Ask("which", "--target", _folder.At("g"), "data/none.txt");
        Assert.Equal(1, code);
        Assert.Equal("", output);
        Assert.Contains("the game sees no 'data/none.txt'", errors, StringComparison.Ordinal);
        Assert.Equal(JsonValueKind.Null,
            Json("which", "--target", _folder.At("g"), "--json", "data/none.txt").GetProperty("found").ValueKind);
    }

    /// <summary>If a file isn't seen, something hides it, in one way or another.</summary>
    [Fact]
    public void WhichNamesWhoKeepsAFileFromBeingSeen()
    {
        _folder.File("g/data/music.ogg", "game");
        _folder.File("g/data/deep/one.ogg", "game");
        string marker = _folder.File("g/rvfs/mods/silent/Data/Music.ogg.rvfshide", ""),
            deep = _folder.File("g/rvfs/mods/silent/Data/deep.rvfshide", HideMarker.DeletedByGame),
            rules = _folder.File("g/rvfs/mods/strict/mod.json", """{ "hide": ["data/own.txt", "**/*.bik"] }"""),
            bik = _folder.File("g/rvfs/mods/green/new/intro.bik"), music = _folder.File("g/rvfs/mods/blue/data/music.ogg"),
            file = _folder.File("g/rvfs/mods/red/data/deep2");
        _folder.File("g/data/deep2/x.txt", "game");
        _folder.File("g/rvfs/mods/order.txt", "green\nblue\nred\nsilent\nstrict\n");

        Unseen("DATA/music.ogg", $"hidden by silent: {marker}", $"has it: blue  {music}",
            $"has it: (the game)  {_folder.At("g/data/music.ogg")}");
        Unseen("data/deep/one.ogg", $"deleted by the game, which is kept in silent: {deep}",
            $"has it: (the game)  {_folder.At("g/data/deep/one.ogg")}");
        Unseen("data/own.txt", $"hidden by strict: {rules}", $"has it: (the game)  {_folder.At("g/data/own.txt")}");
        Unseen("new/intro.bik", $"hidden by strict: {rules}", $"has it: green  {bik}");
        Unseen("data/deep2/x.txt", $"red has a file in place of a folder: {file}",
            $"has it: (the game)  {_folder.At("g/data/deep2/x.txt")}");
        JsonElement unseen = Json("which", "--target", _folder.At("g"), "--json", "data/own.txt").GetProperty("unseen");
        Assert.Equal("strict", unseen.GetProperty("reasons")[0].GetProperty("mod").GetString());
        Assert.Contains("silent  (hides 2 names)", Ask("mods", "--target", _folder.At("g")).Output, StringComparison.Ordinal);

        void Unseen(string path, params string[] lines)
        {
            (int code, string output, _) = Ask("which", "--target", _folder.At("g"), path);
            Assert.Equal(1, code);
            Assert.Equal([$"{path.Replace('/', '\\')}: the game doesn't see it", .. lines.Select(line => "  " + line)],
                output.ReplaceLineEndings("\n").TrimEnd().Split('\n'));
        }
    }

    [Fact]
    public void WhichNamesTheMapThatMovesAFile()
    {
        string save = _folder.File("g/rvfs/mods/moved/saves/1.sav"), readme = _folder.File("g/rvfs/mods/moved/other/x.txt");
        _folder.File("g/rvfs/mods/moved/mod.json", """{ "map": [{ "from": "saves", "to": "data/saves" }] }""");
        Assert.Equal($"saves\\1.sav: the game doesn't see it\n  the map of moved has it seen as data\\saves\\1.sav: {save}\n",
            Ask("which", "--target", _folder.At("g"), "saves/1.sav").Output.ReplaceLineEndings("\n"));
        Assert.Contains($"the map of moved lays it over nothing: {readme}",
            Ask("which", "--target", _folder.At("g"), "other/x.txt").Output, StringComparison.Ordinal);
        Assert.Equal(0, Ask("which", "--target", _folder.At("g"), "data/saves/1.sav").Code);
    }

    [Fact]
    public void WhichNamesTheOverwriteFolderThatKeepsADeletion()
    {
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        string marker = _folder.File("g/rvfs/overwrite/data/own.txt.rvfshide", "");
        (int code, string output, _) = Ask("which", "--target", _folder.At("g"), "data/own.txt");
        Assert.Equal(1, code);
        Assert.Contains($"deleted by the game, which is kept in (overwrite): {marker}", output, StringComparison.Ordinal);
    }

    [Fact]
    public void ConflictsAreAllNamesOfMoreThanOneMod()
    {
        (int code, string output, _) = Ask("conflicts", "--target", _folder.At("g"));
        Assert.Equal(0, code);
        Assert.Equal("""
            red wins over blue: 1 file
            1 file in more than one mod.
            rvfs conflicts MOD lists the files.

            """, output, ignoreLineEndingDifferences: true);
        output = Ask("conflicts", "--target", _folder.At("g"), "--all").Output;
        Assert.Contains("wins     red", output, StringComparison.Ordinal);
        Assert.Contains("loses    blue", output, StringComparison.Ordinal);
        _folder.File("g/rvfs/mods/red/data/x.txt");
        Assert.Equal("""
            red wins over blue: 1 file, and 1 file with the same content in both
            2 files in more than one mod, 1 of them the same in all.
            rvfs conflicts MOD lists the files.

            """, Ask("conflicts", "--target", _folder.At("g")).Output, ignoreLineEndingDifferences: true);
        Assert.Equal("""
            red wins over blue: 1 file, and 1 file with the same content in both
              DATA\wall.dds
              = DATA\x.txt
            2 files in 'blue' and another mod, 1 of them the same in all.

            """, Ask("conflicts", "BLUE", "--target", _folder.At("g")).Output, ignoreLineEndingDifferences: true);
        Assert.Contains("no other mod has a file of 'green'", Ask("conflicts", "green", "--target", _folder.At("g")).Output,
            StringComparison.Ordinal);
        (code, _, string errors) = Ask("conflicts", "gren", "--target", _folder.At("g"));
        Assert.Equal(1, code);
        Assert.Contains("Did you mean 'green'?", errors, StringComparison.Ordinal);
        Directory.Delete(_folder.At("g/rvfs/mods/red"), recursive: true);
        Assert.Contains("No conflicts", Ask("conflicts", "--target", _folder.At("g")).Output, StringComparison.Ordinal);
    }

    [Fact]
    public void ModsAreListedSwitchedAndMoved()
    {
        string game = _folder.At("g");
        _folder.File("g/rvfs/mods/green/mod.json", "{ \"version\": \"1.5\" }");
        Assert.Equal("""
            place  state      files  conflicts  mod
                1  on             1          0  green  1.5
                2  on             2          1  blue
                3  on             1          1  red

            """, Ask("mods", "--target", game).Output, ignoreLineEndingDifferences: true);
        Assert.Equal("RED: off.", Ask("mods", "disable", "RED", "--target", game).Output.TrimEnd());
        Assert.Equal("green\nblue\n-red\n", File.ReadAllText(_folder.At("g/rvfs/mods/order.txt")));
        Assert.Equal("green is at place 2 of 2.", Ask("mods", "move", "green", "--after", "blue", "--target", game).Output.TrimEnd());
        Ask("mods", "enable", "red", "--target", game);
        Ask("mods", "move", "red", "--first", "--target", game);
        Assert.Equal("red\nblue\ngreen\n", File.ReadAllText(_folder.At("g/rvfs/mods/order.txt")));
        Assert.Equal(["red", "blue", "green"], Json("mods", "--target", game, "--json").GetProperty("mods").EnumerateArray()
            .Select(mod => mod.GetProperty("mod").GetString()));
        (int code, _, string errors) = Ask("mods", "disable", "gren", "--target", game);
        Assert.Equal(1, code);
        Assert.Contains("Did you mean 'green'?", errors, StringComparison.Ordinal);
        Assert.Equal(125, Ask("mods", "move", "red", "--target", game).Code);
        Assert.Contains("rvfs mods move --help shows how to use it.", Ask("mods", "move").Errors, StringComparison.Ordinal);
    }

    [Fact]
    public void TheOrderIsCheckedAndFixed()
    {
        string game = _folder.At("g");
        Assert.Equal(0, Ask("order", "--check", "--target", game).Code);
        _folder.File("g/rvfs/mods/green/mod.json", "{ \"after\": [\"red\"] }");
        (int code, string output, string errors) = Ask("order", "--check", "--target", game);
        Assert.Equal(1, code);
        Assert.Equal("green\nblue\nred\n", output.ReplaceLineEndings("\n"));
        Assert.Single(errors.Split("order.txt(1): 'green' says that it comes after 'red'")[1..]);
        output = Ask("order", "--fix", "--target", game).Output.ReplaceLineEndings("\n");
        Assert.Equal($"'{_folder.At("g/rvfs/mods/order.txt")}' is rewritten.\nblue\nred\ngreen\n", output);
        Assert.Equal("blue\nred\ngreen\n", File.ReadAllText(_folder.At("g/rvfs/mods/order.txt")));
        Assert.Equal((0, "blue\nred\ngreen\nEvery rule is kept.\n", ""), Ask("order", "--check", "--target", game));
        Assert.StartsWith("Every rule is kept already.", Ask("order", "--fix", "--target", game).Output, StringComparison.Ordinal);
    }

    [Fact]
    public void InitWritesWhatIsNotThere()
    {
        string game = _folder.At("g");
        string order = File.ReadAllText(_folder.At("g/rvfs/mods/order.txt"));
        Assert.Contains("rvfs.json' is written.", Ask("init", "--target", game).Output, StringComparison.Ordinal);
        Assert.Equal(order, File.ReadAllText(_folder.At("g/rvfs/mods/order.txt")));
        Assert.Equal("", Ask("ls", "--target", game).Errors);
        File.Delete(_folder.At("g/rvfs/mods/order.txt"));
        Assert.Contains("rvfs.json' is there already.", Ask("init", "--target", game).Output, StringComparison.Ordinal);
        Assert.EndsWith("off.\nblue\ngreen\nred\n", File.ReadAllText(_folder.At("g/rvfs/mods/order.txt")), StringComparison.Ordinal);
    }

    /// <summary>The mods folder is created where it was asked for, and the user is asked whether a game is there.</summary>
    [Fact]
    public void AFolderWithoutAProgramIsAskedAbout()
    {
        string other = _folder.Folder("other"), archive = _folder.Folder("downloads/Hero");
        _folder.File("downloads/Hero/data/hero.dds");
        (int code, _, string errors) = Ask("init", "--target", other);
        Assert.Equal(0, code);
        Assert.Contains($"no program lies in '{other}'", errors, StringComparison.Ordinal);
        Assert.True(Directory.Exists(_folder.At("other/rvfs/mods")));
        Assert.Equal("", Ask("add", archive, "--target", other).Errors);
        Directory.Delete(_folder.At("other/rvfs"), recursive: true);
        Assert.Contains("is it a game's folder?", Ask("add", archive, "--target", other).Errors, StringComparison.Ordinal);
        File.Delete(_folder.At("g/rvfs/mods/order.txt"));
        Assert.Equal("", Ask("init", "--target", _folder.At("g")).Errors);
    }

    [Theory]
    [InlineData("order")]
    [InlineData("prefer")]
    [InlineData("set")]
    [InlineData("init")]
    [InlineData("mods", "disable", "red")]
    public void WhatIsWrongWithTheFilesIsNamed(params string[] command)
    {
        string game = _folder.At("g");
        _folder.File("g/rvfs/rvfs.json", "{ \"undoo\": true }");
        Assert.Contains("undoo", Ask([.. command, "--target", game]).Errors, StringComparison.Ordinal);
        if (command[0] is "set" or "init")
            return;
        File.Delete(_folder.At("g/rvfs/rvfs.json"));
        _folder.File("g/rvfs/mods/order.txt", "green\nnothing of this name\n");
        _folder.File("g/rvfs/mods/prefer.txt", "no rule\n");
        string errors = Ask([.. command, "--target", game]).Errors;
        Assert.Contains("nothing of this name", errors, StringComparison.Ordinal);
        Assert.Contains("prefer.txt", errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ordr", "Did you mean 'order'?")]
    [InlineData("A", null)]
    public void AnUnknownCommandIsNamedAlone(string word, string? near)
    {
        (int code, _, string errors) = Ask(word);
        Assert.NotEqual(0, code);
        string[] lines = [.. errors.Split('\n').Select(line => line.Trim()).Where(line => line.Length > 0)];
        string[] expected = [$"rvfs: error: There is no command '{word}'.", .. near is null ? [] : (string[])[near],
            "rvfs --help shows how to use it."];
        Assert.Equal(expected, lines);
    }

    /// <summary>Without its slashes, each key is valid in a configuration, alone and with all others.</summary>
    [Fact]
    public void InitWritesEveryKeyInAComment()
    {
        string file = _folder.At("g/rvfs/rvfs.json");
        Ask("init", "--target", _folder.At("g"));
        string text = File.ReadAllText(file);
        Assert.Equal(new VfsConfiguration().ToString(), Read(text).ToString());
        Regex comment = new("""(?m)^  // (?="(\w+)":)""", RegexOptions.None, TimeSpan.FromSeconds(5));
        string[] keys = [.. comment.Matches(text).Select(match => match.Groups[1].Value)];
        Assert.Equal(ConfigurationTable.Keys.Select(key => key.Name).Order(StringComparer.Ordinal), keys.Order(StringComparer.Ordinal));
        Read(comment.Replace(text, "  "));
        foreach (string key in keys)
            Read(text.Replace($"// \"{key}\":", $"\"{key}\":", StringComparison.Ordinal));

        VfsConfiguration Read(string content)
        {
            ConfigurationResult result = ConfigurationReader.Parse(Encoding.UTF8.GetBytes(content), file);
            Assert.Empty(result.Diagnostics);
            return result.Configuration;
        }
    }

    [Fact]
    public void JsonHasTheSameAnswers()
    {
        JsonElement which = Json("which", "--target", _folder.At("g"), "--json", "data/wall.dds").GetProperty("found");
        Assert.Equal("red", which.GetProperty("winner").GetProperty("mod").GetString());
        Assert.Equal(["blue", null], which.GetProperty("losers").EnumerateArray().Select(l => l.GetProperty("mod").GetString()));
        Assert.True(which.GetProperty("replacesGame").GetBoolean());
        JsonElement ls = Json("ls", "--target", _folder.At("g"), "--json");
        Assert.Equal(1, ls.GetProperty("format").GetInt32());
        Assert.Equal(7, ls.GetProperty("entries").GetArrayLength());
        Assert.Equal("red",
            Json("conflicts", "--target", _folder.At("g"), "--json").GetProperty("conflicts")[0].GetProperty("winner").GetProperty("mod")
                .GetString());
    }

    [Fact]
    public void TheCommandLineWinsOverTheConfiguration()
    {
        _folder.File("other/purple/data/wall.dds");
        _folder.File("g/rvfs/rvfs.json", """{ "mods": "../../other" }""");
        Assert.Contains("wins     purple", Ask("which", "--target", _folder.At("g"), "data/wall.dds").Output, StringComparison.Ordinal);
        Assert.Contains("wins     red",
            Ask("which", "--target", _folder.At("g"), "--mods", _folder.At("g/rvfs/mods"), "data/wall.dds").Output,
            StringComparison.Ordinal);
    }

    [Fact]
    public void WhatIsTheMatterIsNamed()
    {
        _folder.File("g/rvfs/rvfs.json", """{ "modz": 1 }""");
        (int code, string output, string errors) = Ask("which", "--target", _folder.At("g"), "data/wall.dds");
        Assert.Equal(0, code);
        Assert.NotEqual("", output);
        Assert.Contains("rvfs.json(1): modz: unknown key", errors, StringComparison.Ordinal);
        Assert.Equal(127, Ask("ls", "--target", _folder.At("none")).Code);
        Assert.Equal(127, Ask("ls", "--game", _folder.At("g/none.exe")).Code);
        Assert.Equal(125, Ask("ls", "--config", _folder.At("none.json")).Code);
        Assert.Equal(125, Ask("which").Code);
        Assert.Equal(125, Ask("nothing-like-it").Code);
    }

    /// <summary>As text and as JSON, in the game's folder and in one below it.</summary>
    [Fact]
    public void LastSaysWhatWasWrittenByWhoHasIt()
    {
        _folder.File("g/rvfs/rvfs.json", """{ "undo": true }""");
        string overwrite = _folder.At("g/rvfs/overwrite"), current = Environment.CurrentDirectory;
        UndoJournal.Begin(overwrite, "tool.exe", WritePolicy.Game);
        string journal = OverwritePlaces.JournalOf(overwrite);
        File.WriteAllText(Path.Combine(UndoJournal.FilesOf(journal), "1"), "old");
        File.WriteAllText(Path.Combine(UndoJournal.FilesOf(journal), "2"), "gone");
        _folder.File("g/data/made/new.txt", "new");
        _folder.File("g/rvfs/mods/red/data/hidden.txt.rvfshide", "");
        File.WriteAllText(Path.Combine(journal, "1.log"), string.Concat(
            new UndoRecord(UndoKind.New, @"game\data\made", "").Line, new UndoRecord(UndoKind.New, @"game\data\made\new.txt", "").Line,
            UndoRecord.OfFile(@"mods\red\data\Wall.dds", "1", 3).Line, UndoRecord.OfFile(@"mods\red\data\Gone.dds", "2", 4).Line,
            new UndoRecord(UndoKind.New, @"mods\red\data\hidden.txt.rvfshide", "").Line,
            new UndoRecord(UndoKind.New, @"game\data\passing.txt", "").Line));
        StartReportFile.Write(new StartReport
        {
            Version = "1.2.3",
            Time = DateTimeOffset.UtcNow,
            Game = _folder.At("g/game.exe"),
            Running = true,
            Targets = [_folder.At("g")],
        }, _folder.At("g/rvfs/logs/start-1.json"));
        try
        {
            Environment.CurrentDirectory = _folder.At("g/data");
            string output = Ask("last").Output.ReplaceLineEndings("\n");
            Assert.Contains("Written by tool.exe, ", output, StringComparison.Ordinal);
            Assert.Contains("""

                  the game's folder: 1 new file, 1 new folder
                    new      game\data\made\new.txt
                    new      game\data\made\
                  the mod 'red': 1 changed file, 2 deleted names
                    deleted  mods\red\data\Gone.dds
                    deleted  mods\red\data\hidden.txt
                    changed  mods\red\data\Wall.dds

                """.ReplaceLineEndings("\n"), output, StringComparison.Ordinal);
            JsonElement written = Json("last", "--json").GetProperty("written");
            Assert.Equal("tool.exe", written.GetProperty("program").GetString());
            Assert.Equal([(null, "game", @"game\data\made\new.txt", true, "new"), ("red", null, @"mods\red\data\Gone.dds", false, "deleted")],
                written.GetProperty("owners").EnumerateArray().Select(owner => (owner.GetProperty("mod").GetString(),
                    owner.GetProperty("folder").GetString(), owner.GetProperty("files")[0].GetProperty("path").GetString()!,
                    owner.GetProperty("files")[0].GetProperty("isNew").GetBoolean(),
                    owner.GetProperty("files")[0].GetProperty("kind").GetString()!)));
            // What was cleared isn't what a run has written.
            UndoJournal.Begin(overwrite, OverwriteClearing.Program);
            Assert.DoesNotContain("Written by", Ask("last").Output, StringComparison.Ordinal);
        }
        finally
        {
            Environment.CurrentDirectory = current;
        }
    }

    [Fact]
    public void LastSaysThatThereIsNoReport()
    {
        (int code, _, string errors) = Ask("last", _folder.At("g"));
        Assert.Equal(1, code);
        Assert.Contains("hasn't been started with mods yet", errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("run", "rvfs run [options] [GAME [ARGS...]]", "rvfs run --strict game.exe")]
    [InlineData("add", "rvfs add [options] FILE...", "rvfs add ~/Downloads/better-hero.7z")]
    [InlineData("refresh", "rvfs refresh [options]", "rvfs refresh --game game.exe")]
    [InlineData("prefer", "rvfs prefer [options] [MOD] [PATH]", "rvfs prefer --remove data/hero.dds")]
    [InlineData("overwrite", "rvfs overwrite [options] [COMMAND]", "rvfs overwrite to \"My saves\"")]
    [InlineData("deleted", "rvfs deleted [options] [COMMAND]", "rvfs deleted clear data/intro.bik")]
    [InlineData("undo", "rvfs undo [options]", "rvfs undo --list")]
    [InlineData("set", "rvfs set [options] [NAME]", "rvfs run --set hard game.exe")]
    [InlineData("install", "rvfs install [options] [GAME]", "rvfs install --registry game.exe")]
    [InlineData("uninstall", "rvfs uninstall [options] [GAME]", "rvfs uninstall game.exe")]
    [InlineData("ls", "rvfs ls [options] [PATH]", "rvfs ls --flat data/textures")]
    [InlineData("which", "rvfs which [options] PATH", "rvfs which data/textures/wall.dds")]
    [InlineData("mods", "rvfs mods [options] [COMMAND]", "rvfs mods disable \"Old Hero\"")]
    [InlineData("order", "rvfs order [options]", "rvfs order --fix")]
    [InlineData("init", "rvfs init [options]", "rvfs init --game game.exe")]
    [InlineData("conflicts", "rvfs conflicts [options] [MOD]", "rvfs conflicts --all")]
    [InlineData("last", "rvfs last [options] [GAME]", "rvfs last --json > bug.json")]
    [InlineData("monitor", "rvfs monitor [options] [PROCESS]", "rvfs monitor game.exe --only missing")]
    [InlineData("profile", "rvfs profile [options] [GAME [ARGS...]]", "rvfs profile --out start.html game.exe -x")]
    [InlineData("bisect", "rvfs bisect [options] [GAME [ARGS...]]", "rvfs bisect --exit-code game.exe")]
    [InlineData("doctor", "rvfs doctor [options] [GAME]", "rvfs doctor --json game.exe")]
    public void EachCommandHasHelpWithExamples(string command, string usage, string example)
    {
        (int code, string output, string errors) = Ask(command, "--help");
        Assert.Equal(0, code);
        Assert.Equal("", errors);
        Assert.Contains(usage + "\n", output, StringComparison.Ordinal);
        Assert.Contains(example, output, StringComparison.Ordinal);
        Assert.DoesNotContain("-file", output.Replace("--config", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    private static JsonElement Json(params string[] arguments) => JsonDocument.Parse(Ask(arguments).Output).RootElement;

    private static (int Code, string Output, string Errors) Ask(params string[] arguments) => AskedCommand.Run(arguments);
}
