using System.CommandLine;
using Reloaded.VFS.Cli;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Questions;

/// <summary>A game is named in one way everywhere: by its exe, its folder, a known name, or by the folder that one is in.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class NamedGameTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly UserFolders _user;

    public NamedGameTests()
    {
        _user = new UserFolders(_folder);
        Make(_folder.Folder("hero"));
        _folder.File("hero/data/deep/x.txt");
        _folder.File("hero/unins000.exe");
    }

    public void Dispose()
    {
        _user.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("game.exe")]
    [InlineData("game")]
    [InlineData("")]
    public void AnExeAndAFolderNameTheSameGame(string word)
    {
        string expected = AskedCommand.Run("ls", "--target", _folder.At("hero")).Output;
        string named = _folder.At(word.Length == 0 ? "hero" : $"hero/{word}");
        Assert.Contains("Red", expected, StringComparison.Ordinal);
        Assert.Equal((0, expected, ""), AskedCommand.Run("ls", "--game", named));
        Assert.Equal((0, expected, ""), AskedCommand.Run("--game", named, "ls"));
    }

    [LinuxTheory]
    [InlineData("Great Heroes: Gold")]
    [InlineData("great heroes: gold")]
    [InlineData("heroesgold")]
    [InlineData("4711")]
    public void ANameOfSteamsIsEnough(string name)
    {
        Make(_user.AddSteamGame("4711", "Great Heroes: Gold", "GreatHeroes"));
        _user.AddSteamGame("1", "Proton 9.0", "Proton 9.0");
        _user.AddSteamGame("2", "Great Villains", "Villains");
        (int code, string output, string errors) = AskedCommand.Run("ls", "--only-mods", "--game", name);
        Assert.Equal((0, ""), (code, errors));
        Assert.Contains("Red", output, StringComparison.Ordinal);
        string games = AskedCommand.Run("games").Output;
        Assert.Contains("Great Heroes: Gold  has mods", games, StringComparison.Ordinal);
        Assert.DoesNotContain("Proton", games, StringComparison.Ordinal);
        (code, _, errors) = AskedCommand.Run("ls", "--game", "great");
        Assert.Equal(127, code);
        Assert.Contains("'great' may be 2 games.", errors, StringComparison.Ordinal);
        Assert.Contains("'Great Heroes: Gold', 'Great Villains'", errors, StringComparison.Ordinal);
        (code, _, errors) = AskedCommand.Run("ls", "--game", "Great Vilains");
        Assert.Equal(127, code);
        Assert.Contains("Did you mean 'Great Villains'?", errors, StringComparison.Ordinal);
    }

    /// <summary>A second library, on another drive, and a link to the first one.</summary>
    [LinuxFact]
    public void EachLibraryIsListedOnce()
    {
        _user.AddSteamGame("1", "First", "First");
        string steam = Path.Combine(_user.Home, ".local/share/Steam");
        Directory.CreateSymbolicLink(Path.Combine(Directory.CreateDirectory(Path.Combine(_user.Home, ".steam")).FullName, "steam"), steam);
        _folder.File("drive/steamapps/appmanifest_2.acf", "\"AppState\" { \"appid\" \"2\" \"name\" \"Second\" \"installdir\" \"Second\" }");
        _folder.Folder("drive/steamapps/common/Second");
        File.WriteAllText(Path.Combine(steam, "steamapps/libraryfolders.vdf"),
            $"\"libraryfolders\" {{ \"0\" {{ \"path\" \"{steam}\" }} \"1\" {{ \"path\" \"{_folder.At("drive")}\" }} }}");
        Assert.Equal(["First", "Second"], KnownGames.List().Select(game => game.Name));
    }

    [Theory]
    [InlineData("hero")]
    [InlineData("hero/data/deep")]
    [InlineData("hero/rvfs/mods/Red")]
    public void WithoutANameItIsTheGameAbove(string folder)
    {
        Environment.CurrentDirectory = _folder.At(folder);
        (int code, string output, string errors) = AskedCommand.Run("mods");
        Assert.Equal(0, code);
        Assert.Contains("Red", output, StringComparison.Ordinal);
        Assert.Equal(folder == "hero" ? "" : $"rvfs: the game is the one in '{_folder.At("hero")}'\n", errors.ReplaceLineEndings("\n"));
    }

    private static readonly string[] s_lines = [
        "ls", "which x", "conflicts", "mods", "mods enable x", "mods disable x", "mods move x --last", "order", "order --fix", "prefer",
        "prefer a b", "set", "set x --new", "overwrite", "overwrite to x", "overwrite clear --yes", "deleted", "deleted clear --yes",
        "undo --yes", "init", "add <file>", "refresh", "run", "profile", "bisect", "install", "uninstall", "shortcut", "shortcut --remove",
        "materialise made", "ui", "report --html x"];

    public static TheoryData<string> Questions() => [.. s_lines];

    [Theory]
    [MemberData(nameof(Questions))]
    public void AFolderThatIsNoGamesIsNamedAndStaysAsItIs(string line)
    {
        string file = _folder.File("download/mod/data/a.dds");
        Environment.CurrentDirectory = _folder.Folder("none/below");
        (int code, string output, string errors) =
            AskedCommand.Run([.. line.Split(' ').Select(word => word == "<file>" ? Path.GetDirectoryName(Path.GetDirectoryName(file))! : word)]);
        Assert.Equal((125, ""), (code, output));
        Assert.Equal($"""
            rvfs: error: '{_folder.At("none/below")}' is no game's folder: neither a program (.exe) nor rvfs/mods lies in it or in a folder above.
                  Go into the game's folder (cd), or name the game: --game GAME, where GAME is its exe, its folder or a name of 'rvfs games'.

            """, errors, ignoreLineEndingDifferences: true);
        Assert.Equal([_folder.At("none/below")], Directory.GetFileSystemEntries(_folder.At("none"), "*", SearchOption.AllDirectories));
        Assert.Equal([], Directory.GetFileSystemEntries(_user.Home, "*", SearchOption.AllDirectories));
    }

    /// <summary>
    /// A tool lies in a game's folder, or a setup program in a folder of games: no mods folder is made where it isn't meant. Once mods lie
    /// there, or the game was started, the same line finds it.
    /// </summary>
    [Theory]
    [InlineData("tools/edit", "tool", "It isn't certain which game is meant: programs (.exe) lie in '{0}/tools/edit' and '{0}', but no rvfs/mods.")]
    [InlineData("tools/edit", "", "It isn't certain that the game is the one in '{0}': a program (.exe) lies there, but no rvfs/mods.")]
    [InlineData("", "", "")]
    public void AProgramInAFolderAboveIsNoGameForCertain(string folder, string tool, string refused)
    {
        string mod = Path.GetDirectoryName(_folder.File("download/mod/a.dds"))!, game = _folder.Folder("lone");
        _folder.File("lone/lone.exe");
        string here = _folder.Folder($"lone/{folder}".TrimEnd('/'));
        if (tool.Length > 0)
            _folder.File($"lone/{folder}/{tool}.exe");
        Environment.CurrentDirectory = here;
        (int code, _, string errors) = AskedCommand.Run("add", mod);
        if (refused.Length > 0)
        {
            Assert.Equal(125, code);
            Assert.Contains(string.Format(null, refused.Replace('/', Path.DirectorySeparatorChar), game), errors, StringComparison.Ordinal);
            Assert.Contains($"--game \"{game}\"", errors, StringComparison.Ordinal);
            Assert.False(Directory.Exists(Path.Combine(here, "rvfs")) || Directory.Exists(Path.Combine(game, "rvfs")));
            KnownGames.Remember(Path.Combine(game, "lone.exe"), game);
            (code, _, errors) = AskedCommand.Run("add", mod);
            Assert.Contains($"the game is the one in '{game}'", errors, StringComparison.Ordinal);
        }

        Assert.Equal(0, code);
        Assert.True(File.Exists(Path.Combine(game, "rvfs", "mods", "mod", "a.dds")));
    }

    /// <summary>The commands above are all that ask about a game.</summary>
    [Fact]
    public void NoCommandThatAsksAboutAGameIsForgotten()
    {
        string[] alone = ["last", "monitor", "doctor", "selftest", "bugreport", "games", "help", "version", "completion", "complete"];
        string[] asked = [.. s_lines.Select(line => line.Split(' ')[0]).Distinct()];
        string[] others = ["remove", "import", "export"];
        Assert.Empty(Application.CreateRoot([], dropped: false).Subcommands.Select(command => command.Name).Except(asked).Except(alone)
            .Except(others));
    }

    [Fact]
    public void OfSeveralProgramsOneIsToBeNamed()
    {
        _folder.File("two/a.exe");
        _folder.File("two/b.exe");
        (int code, _, string errors) = AskedCommand.Run("run", _folder.At("two"));
        Assert.Equal(127, code);
        Assert.Contains($"'{_folder.At("two")}' has 2 programs.", errors, StringComparison.Ordinal);
        Assert.Contains("Name the one that is meant: 'a.exe', 'b.exe'", errors, StringComparison.Ordinal);
        KnownGames.Remember(_folder.At("two/b.exe"), _folder.At("two"));
        Assert.Contains("b.exe' is no Windows program", AskedCommand.Run("run", _folder.At("two")).Errors, StringComparison.Ordinal);
        Assert.Contains("b.exe' is no Windows program", AskedCommand.Run("run", "--game", "two").Errors, StringComparison.Ordinal);
    }

    /// <summary>What can't be kept, or was damaged, costs no more than the name.</summary>
    [Fact]
    public void AListThatCannotBeWrittenOrReadIsNoError()
    {
        string file = KnownGames.File;
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        foreach (string content in (string[])["", "{", "[]", "null", "{ \"version\": 2, \"games\": [] }", "{ \"version\": 1, \"games\": [null, {}] }"])
        {
            File.WriteAllText(file, content);
            Assert.DoesNotContain(KnownGames.List(), game => game.Program is not null);
        }

        KnownGames.Remember(_folder.At("hero/game.exe"), _folder.At("hero"));
        Assert.Equal(_folder.At("hero"), Assert.Single(KnownGames.List(), game => game.Name == "hero").Folder);
        Assert.Equal([file], Directory.GetFiles(Path.GetDirectoryName(file)!));
        File.Delete(file);
        Directory.CreateDirectory(file);
        KnownGames.Remember(_folder.At("hero/game.exe"), _folder.At("hero"));
        Assert.True(Directory.Exists(file));
    }

    [Theory]
    [InlineData("run", "Steam's launch options", "%command%")]
    [InlineData("run", "--mods takes a folder", "--mods", "<exe>")]
    [InlineData("ls", "--mods takes a folder", "--mods", "<exe>")]
    [InlineData("run", "--target takes a folder", "--target", "<exe>")]
    public void WhatIsEasilyMistakenIsExplained(string command, string expected, params string[] words)
    {
        Environment.CurrentDirectory = _folder.At("hero");
        (int code, _, string errors) = AskedCommand.Run([command, .. words.Select(word => word == "<exe>" ? "game.exe" : word)]);
        Assert.Equal(125, code);
        Assert.Contains(expected, errors, StringComparison.Ordinal);
    }

    private static void Make(string game)
    {
        foreach (string file in (string[])["game.exe", "data/wall.dds", "rvfs/mods/Red/data/wall.dds"])
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(game, file))!);
            File.WriteAllText(Path.Combine(game, file), file);
        }
    }
}
