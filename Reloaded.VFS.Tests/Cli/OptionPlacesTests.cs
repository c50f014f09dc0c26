using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Parsing;
using System.IO.Compression;
using System.Text.RegularExpressions;
using Reloaded.VFS.Cli;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli;

/// <summary>
/// An option counts wherever it stands in a line: every option of every command, as the tree of commands has them, at every place that a
/// line of it has. What happens is compared: exit code, both streams, and what lies on disk afterwards.
/// </summary>
[Collection(nameof(QuestionsTests))]
public sealed partial class OptionPlacesTests : IDisposable
{
    // What these commands find or note is this system's, and some start a game: their lines are parsed here, and run by tests of their own.
    private static readonly string[] NotRun = ["run", "last", "monitor", "profile", "bisect", "doctor", "selftest", "bugreport", "materialise", "install",
        "uninstall", "games", "shortcut", "help", "version", "completion", "complete"];

    // What is kept counts only where the cache has what no archive has; the overwrite folder has its place whatever the mods' is.
    // An installer's questions, and that of what is deleted, are asked elsewhere.
    private static readonly string[] Unseen =
        ["refresh --keep", "overwrite clear --mods", "undo --mods", "undo --all", "add --defaults", "remove --yes"];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string> Commands() =>
        [.. Leaves(Application.CreateRoot([], dropped: false)).Select(path => string.Join(' ', path.Select(command => command.Name)))];

    [Theory]
    [MemberData(nameof(Commands))]
    public void EveryOptionCountsAtEveryPlace(string words)
    {
        Command[] path = Find(words);
        foreach (Option option in OptionsOf(path))
        {
            string[] line = Line(path, option), given = Given(option);
            // Before the last word of a command stand only the options that the commands above it have, too.
            int first = path[^1].Options.Contains(option) ? path.Length : option is GameOption ? 0 : 1, last = TakesTheRest(path[^1]) ? path.Length : line.Length;
            if (NotRun.Contains(path[0].Name))
            {
                for (int place = first; place <= last; place++)
                    Assert.Equal(Parse(path, option, [.. line[..last], .. given, .. line[last..]]),
                        Parse(path, option, [.. line[..place], .. given, .. line[place..]]));
                continue;
            }

            string expected = Run([.. line, .. given]);
            if (!Unseen.Contains($"{words} {option.Name}"))
                Assert.True(Run(line) != expected, $"rvfs {words} does the same without {option.Name}:\n{expected}");
            for (int place = first; place < line.Length; place++)
                AssertSame(expected, [.. line[..place], .. given, .. line[place..]]);
        }
    }

    [Theory]
    [MemberData(nameof(Commands))]
    public void AnOptionThatIsNotTheCommandsIsRefusedAndNothingIsDone(string words)
    {
        Command[] path = Find(words);
        string before = Run(["ls", "--game", _folder.At("g/game.exe")]);
        string disk = before[before.IndexOf("\n---", StringComparison.Ordinal)..];
        for (int above = 1; above < path.Length; above++)
        {
            string[] line = Line(path, option: null);
            foreach (Option option in path[above - 1].Options.Where(option => !option.Recursive).Concat(path[^1].Options))
                AssertRefused([.. line[..above], .. Given(option), .. line[above..]], option);
        }

        void AssertRefused(string[] line, Option option)
        {
            string result = Run(line);
            Assert.StartsWith("125\n", result, StringComparison.Ordinal);
            Assert.Contains(option.Name, result, StringComparison.Ordinal);
            Assert.EndsWith(disk, result, StringComparison.Ordinal);
        }
    }

    /// <summary>Two options of one name would each read only a part of the line.</summary>
    [Fact]
    public void NoCommandHasAnOptionOfANameThatOneAboveItHas()
    {
        foreach (Command[] path in Leaves(Application.CreateRoot([], dropped: false)))
        {
            string[] names = [.. path.SelectMany(command => command.Options).Where(option => option is not HelpOption)
                .Select(option => option.Name)];
            Assert.Equal(names.Distinct(), names);
        }
    }

    /// <summary>The line with which another game's saves were deleted: the list of one game, and then the word that deletes.</summary>
    [Theory]
    [InlineData("overwrite", "--game", "<other>", "clear", "--yes")]
    [InlineData("overwrite", "clear", "--game", "<other>", "--yes")]
    [InlineData("overwrite", "clear", "--yes", "--game", "<other>")]
    public void WhatDeletesDeletesOfTheGameThatIsNamedAndSaysWhich(params string[] line)
    {
        Make();
        string own = _folder.At("g/rvfs/overwrite/saves/1.sav"), other = _folder.At("other/rvfs/overwrite/saves/1.sav");
        (int code, _, string errors) = AskedCommand.Run([.. line.Select(word => word == "<other>" ? _folder.At("other/game.exe") : word)]);
        Assert.Equal(0, code);
        Assert.Contains($"rvfs: this is the game in '{_folder.At("other")}'.", errors, StringComparison.Ordinal);
        Assert.True(File.Exists(own));
        Assert.False(File.Exists(other));
    }

    [Fact]
    public void WhatChangesFilesSaysWhoseSetTheyAre()
    {
        Make();
        _folder.File("g/rvfs/sets/hard/order.txt", "");
        _folder.File("g/rvfs/sets/hard/overwrite/saves/1.sav");
        foreach (string[] line in (string[][])[["overwrite", "clear"], ["overwrite", "to", "Saves"], ["deleted", "clear"]])
        {
            Assert.Contains($"this is the game in '{_folder.At("g")}', with its set 'hard'.",
                AskedCommand.Answer("n\n", [.. line, "--set", "hard", "--target", _folder.At("g")]).Errors, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("prefer", "red", "data", "--remove", "data")]
    [InlineData("bisect", "--exit-code", "--judge", "true", "game.exe")]
    [InlineData("run", "--only", "missing", "game.exe")]
    [InlineData("run", "--filter", "*.dds", "game.exe")]
    [InlineData("doctor", "game.exe", "other.exe")]
    [InlineData("doctor", "game.exe", "--jsno")]
    public void WhatWouldBePassedOverIsRefused(params string[] line) => Assert.Equal(125, AskedCommand.Run(line).Code);

    [Fact]
    public void AnOptionThatGoesToTheGameIsNamed()
    {
        Assert.Contains("'--strict' was passed to the game", AskedCommand.Run("run", _folder.At("none.exe"), "-x", "--strict").Errors,
            StringComparison.Ordinal);
        Assert.DoesNotContain("passed to the game", AskedCommand.Run("run", "--strict", _folder.At("none.exe"), "-x").Errors,
            StringComparison.Ordinal);
    }

    /// <summary>What is written when the game has ended is tried before it starts.</summary>
    [Theory]
    [InlineData("profile", "--out", "gone/x.html", "there is no folder")]
    [InlineData("profile", "--out", "folder", "it is a folder")]
    [InlineData("run", "--log", "gone/x.log", "there is no folder")]
    public void AFileThatCanNotBeWrittenIsNamedBeforeTheStart(string command, string option, string file, string cause)
    {
        Make();
        _folder.Folder("folder");
        (int code, _, string errors) = AskedCommand.Run(command, option, _folder.At(file), _folder.At("g/game.exe"));
        Assert.Equal(125, code);
        Assert.Contains($"rvfs: error: {option} '{_folder.At(file)}' can't be written: {cause}", errors, StringComparison.Ordinal);
        (code, _, errors) = AskedCommand.Run(command, option, _folder.At("folder/x.html"), _folder.At("g/game.exe"));
        Assert.DoesNotContain("can't be written", errors, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.At("folder")));
    }

    private static IEnumerable<Command[]> Leaves(Command above) => above.Subcommands.SelectMany(command =>
        Leaves(command).Select(below => (Command[])[command, .. below]).Prepend([command]));

    private static Command[] Find(string words) => Leaves(Application.CreateRoot([], dropped: false))
        .Single(path => string.Join(' ', path.Select(command => command.Name)) == words);

    private static IEnumerable<Option> OptionsOf(Command[] path)
    {
        IEnumerable<Option> above = path[..^1].SelectMany(command => command.Options.Where(option => option.Recursive))
            .Concat(NamesAGame(path[0]) ? [new GameOption()] : []);
        return path[^1].Options.Concat(above).Where(option => option is not HelpOption);
    }

    // Behind --game, what is no program is the game's.
    private static bool NamesAGame(Command command) => !NotRun.Contains(command.Name);

    private static bool TakesTheRest(Command command) => command.Arguments.Any(argument => argument.CaptureRemainingTokens);

    /// <summary>A line of a command that does something, without an option.</summary>
    private string[] Line(Command[] path, Option? option) => [.. path.Select(command => command.Name), .. (string[])(
        string.Join(' ', path.Select(command => command.Name)) switch
        {
            "add" => [_folder.At("new.zip")],
            "import" => option?.Name switch
            {
                "--new-set" => [_folder.At("MO2")],
                "--archives" => [_folder.At("collection.json"), "--new-set=fresh"],
                _ => [_folder.At("MO2"), "--new-set=fresh"],
            },
            "export" => [_folder.At("g/exported.json")],
            "which" => ["data/wall.dds"],
            "mods enable" or "mods disable" or "remove" => ["red"],
            "mods move" => option is not null && path[^1].Options.Contains(option) ? ["red"] : ["red", "--last"],
            "set" => ["easy"],
            "prefer" => ["red", "data"],
            "overwrite to" => ["Saves"],
            "last" or "install" or "uninstall" or "shortcut" or "doctor" or "bugreport" => ["game.exe"],
            "materialise" => ["made"],
            "run" or "profile" or "bisect" => ["game.exe", "-x"],
            "monitor" => ["1"],
            _ => [],
        })];

    /// <summary>An option as it is typed, with a value that changes what every command does.</summary>
    private string[] Given(Option option) => option.Arity.MaximumNumberOfValues == 0 ? [option.Name] : [option.Name, option.Name switch
    {
        "--game" => _folder.At("other/game.exe"),
        "--target" => _folder.At("other"),
        "--mods" => _folder.At("other/rvfs/mods"),
        "--set" => "none",
        "--config" => _folder.At("bad.json"),
        "--name" => "New name",
        "--limit" => "0.000000001",
        "--keep" => "0",
        "--before" or "--after" => "blue",
        "--remove" => "data",
        "--part" => "none",
        "--only" => "missing",
        "--seconds" => "1",
        _ => "value",
    }];

    private static string Parse(Command[] path, Option option, string[] line)
    {
        ParseResult result = Application.CreateRoot(line, dropped: false).Parse(line);
        Assert.Empty(result.Errors);
        Assert.Equal(path[^1].Name, result.CommandResult.Command.Name);
        OptionResult found = Assert.IsType<OptionResult>(result.GetResult(option.Name));
        Assert.False(found.Implicit);
        return string.Join(' ', found.Tokens.Concat(result.CommandResult.Tokens).Select(token => token.Value));
    }

    private void AssertSame(string expected, string[] line)
    {
        string result = Run(line);
        Assert.True(expected == result, $"rvfs {string.Join(' ', line)}:\n{result}\nand not\n{expected}");
    }

    /// <summary>What a line does with two games that are made anew for it; it is about the first one if it names none.</summary>
    private string Run(string[] line)
    {
        Make();
        string before = Environment.CurrentDirectory;
        try
        {
            Environment.CurrentDirectory = _folder.At("g");
            (int code, string output, string errors) = AskedCommand.Answer("", line);
            IEnumerable<string> disk = Directory.GetFileSystemEntries(_folder.Root, "*", SearchOption.AllDirectories)
                .Order(StringComparer.Ordinal)
                .Select(path => $"{path}: {(File.Exists(path) ? File.ReadAllText(path) : "")}");
            return Times().Replace($"{code}\n{output}\n{errors}\n---\n{string.Join('\n', disk)}", "TIME");
        }
        finally
        {
            Environment.CurrentDirectory = before;
        }
    }

    private void Make()
    {
        foreach (string folder in Directory.GetDirectories(_folder.Root))
            Directory.Delete(folder, recursive: true);
        _folder.File("bad.json", """{ "writes": "overwrite", "undoo": true }""");
        foreach (string game in (string[])["g", "other"])
        {
            _folder.File($"{game}/game.exe");
            _folder.File($"{game}/data/wall.dds", game);
            _folder.File($"{game}/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
            _folder.File($"{game}/rvfs/mods/red/data/wall.dds", "red");
            _folder.File($"{game}/rvfs/mods/red/data/intro.bik.rvfshide", HideMarker.DeletedByGame);
            _folder.File($"{game}/rvfs/mods/blue/data/wall.dds", "blue");
            _folder.File($"{game}/rvfs/mods/blue/mod.json", """{ "after": ["red"] }""");
            _folder.File($"{game}/rvfs/mods/order.txt", "blue\nred\n");
            _folder.File($"{game}/rvfs/sets/easy/order.txt", "red\n");
            _folder.File($"{game}/rvfs/overwrite/saves/1.sav", game);
            Zip($"{game}/rvfs/mods/packed.zip");
            string overwrite = _folder.At($"{game}/rvfs/overwrite");
            UndoJournal.Begin(overwrite, "game.exe");
            File.WriteAllText(Path.Combine(OverwritePlaces.JournalOf(overwrite), "1.log"),
                new UndoRecord(UndoKind.New, @"saves\1.sav", "").Line);
        }

        // What is the matter with this game is said by each command.
        _folder.File("other/rvfs/mods/broken.zip");
        _folder.File("other/rvfs/mods/order.txt", "blue\nred\nred\n");
        Zip("new.zip");
        _folder.File("MO2/ModOrganizer.ini", "[General]\nselected_profile=Default\n");
        _folder.File("MO2/profiles/Default/modlist.txt", "+Imported\n");
        _folder.File("MO2/mods/Imported/wall.dds", "imported");
        _folder.File("collection.json", """{ "mods": [{ "name": "New", "source": { "logicalFilename": "new" } }] }""");
    }

    // When a run began, when an archive was unpacked, and in ticks when one was written.
    [GeneratedRegex(@"\b6\d{17}\b|\d{4}-\d{2}-\d{2}(T| at )\d{2}:\d{2}:\d{2}[.\d]*")]
    private static partial Regex Times();

    private void Zip(string path)
    {
        using FileStream file = File.Create(_folder.At(path));
        using ZipArchive archive = new(file, ZipArchiveMode.Create);
        ZipArchiveEntry entry = archive.CreateEntry("data/new.dds");
        entry.LastWriteTime = new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.Zero);
        using Stream content = entry.Open();
        content.Write(new byte[100]);
    }
}
