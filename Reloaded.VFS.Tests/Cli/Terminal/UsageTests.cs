using System.CommandLine;
using Reloaded.VFS.Cli;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Terminal;

/// <summary>Wrong lines, and what is said about them; help in each width.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class UsageTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly UserFolders _user;

    public UsageTests() => _user = new UserFolders(_folder);

    public void Dispose()
    {
        _user.Dispose();
        _folder.Dispose();
    }

    public static TheoryData<string> Commands() =>
        [.. All().Select(command => string.Join(' ', HelpText.Path(command).Select(one => one.Name)))];

    /// <summary>The option is blamed, and nobody else; nothing is done.</summary>
    [Theory]
    [MemberData(nameof(Commands))]
    public void AnUnknownOptionIsNamed(string words)
    {
        Command command = All().Single(one => string.Join(' ', HelpText.Path(one).Select(part => part.Name)) == words);
        Environment.CurrentDirectory = _folder.Folder("empty");
        foreach (string[] behind in (string[][])[[], ["word"]])
        {
            (int code, string output, string errors) = AskedCommand.Run([.. words.Split(' '), "--qqqqqqq", .. behind]);
            Assert.Equal((125, ""), (code, output));
            Assert.StartsWith("rvfs: error: There is no option '--qqqqqqq'.", errors, StringComparison.Ordinal);
        }

        foreach (Option option in HelpText.OptionsOf(command).Where(option => option.Name.Length > 5 && option.Name[3] != option.Name[4]))
        {
            // Two letters that have changed places.
            string wrong = option.Name[..3] + option.Name[4] + option.Name[3] + option.Name[5..];
            string errors = AskedCommand.Run([.. words.Split(' '), wrong]).Errors;
            Assert.StartsWith($"rvfs: error: There is no option '{wrong}'.\n      Did you mean '{option.Name}'?",
                errors.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        }

        Assert.Empty(Directory.GetFileSystemEntries(_folder.At("empty")));
    }

    [Theory]
    [InlineData("list", "mods")]
    [InlineData("enable", "mods enable")]
    [InlineData("disable", "mods disable")]
    [InlineData("rnu", "run")]
    [InlineData("start", "run")]
    [InlineData("logs", "last")]
    [InlineData("docotr", "doctor")]
    [InlineData("revert", "undo")]
    [InlineData("game", "games")]
    public void TheCommandThatIsMeantIsNamed(string word, string meant)
    {
        foreach (string[] line in (string[][])[[word], [word, "x"], ["help", word]])
        {
            (int code, _, string errors) = AskedCommand.Run(line);
            Assert.Equal(125, code);
            Assert.Contains($"There is no command '{word}'.", errors, StringComparison.Ordinal);
            Assert.Contains($"Did you mean '{meant}'?", errors, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void EachCommandThatIsMeantByAWordIsThere() => Assert.All(
        (string[])["list", "enable", "start", "where", "log", "watch", "check", "revert", "new", "library", "update", "saves", "man"],
        word => Assert.NotNull(MeantCommand.Find(word)));

    [Fact]
    public void HelpAndVersionAreCommandsToo()
    {
        Assert.Equal(AskedCommand.Run("run", "--help"), AskedCommand.Run("help", "run"));
        Assert.Equal(AskedCommand.Run("mods", "move", "-h"), AskedCommand.Run("help", "mods", "move"));
        Assert.Equal(AskedCommand.Run("--help"), AskedCommand.Run("help"));
        Assert.Equal(AskedCommand.Run("--version"), AskedCommand.Run("version"));
        Assert.Equal(AskedCommand.Run("--version"), AskedCommand.Run("-V"));
        Assert.Equal(0, AskedCommand.Run("version").Code);
    }

    [Fact]
    public void EveryCommandIsInOneGroup()
    {
        string[] grouped = [.. CommandGroups.All.SelectMany(group => group.Names)];
        Assert.Equal(grouped.Distinct(), grouped);
        Assert.Equal(["completion", "help", "version"], Application.CreateRoot([], dropped: false).Subcommands
            .Where(command => !command.Hidden).Select(command => command.Name).Except(grouped).Order(StringComparer.Ordinal));
    }

    /// <summary>The screens of help, as they were read by a person. RVFS_SNAPSHOTS=write writes them anew.</summary>
    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(120)]
    public void HelpIsBrokenAtTheTerminalsWidth(int width)
    {
        Environment.SetEnvironmentVariable("COLUMNS", $"{width}");
        string[] screens = [.. All().Select(command => string.Join(' ', HelpText.Path(command).Select(one => one.Name))).Prepend("")
            .Select(words => $"$ rvfs help {words}\n{AskedCommand.Run([.. $"help {words}".TrimEnd().Split(' ')]).Output}")];
        string text = string.Join('\n', screens).ReplaceLineEndings("\n")
            .Replace("\nOn Windows you can also drop game.exe on rvfs.exe.", "", StringComparison.Ordinal);
        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= width, line));
        Snapshot.Check($"help-{width}.txt", text);
    }

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(120)]
    public void ErrorsAreBrokenAtTheTerminalsWidth(int width)
    {
        Environment.SetEnvironmentVariable("COLUMNS", $"{width}");
        Environment.CurrentDirectory = _folder.Folder("none");
        string game = _folder.Folder("game");
        _folder.File("game/game.exe");
        _folder.File("game/rvfs/mods/Better Hero/data/hero.dds");
        _folder.File("game/rvfs/rvfs.json", "{ \"undoo\": true }");
        string[][] lines = [["ls"], ["mods", "--jsno"], ["list"], ["run", "%command%"], ["--game", game, "prefer", "Beter Hero", "x"],
            ["--game", game, "set", "hard"], ["run", "--mods", _folder.At("game/game.exe")], ["install", "--game", "nothing of this name"]];
        string text = string.Concat(lines.Select(line => $"$ rvfs {string.Join(' ', line)}\n{AskedCommand.Run(line).Errors}\n"))
            .ReplaceLineEndings("\n");
        // A folder's name is as long as it is.
        string[] broken = [.. text.Split('\n').Where(line => line.Length > width && !line.Contains(_folder.Root, StringComparison.Ordinal)
            && !line.StartsWith('$'))];
        Assert.Empty(broken);
        Assert.DoesNotContain(text.Split('\n'), line => line.Contains(" wi\n", StringComparison.Ordinal));
        Assert.Equal(string.Join(' ', Words(AskedAt(null, lines))), string.Join(' ', Words(AskedAt(width, lines))));
    }

    [Theory]
    [InlineData(true, null, null, null, true)]
    [InlineData(false, null, null, null, false)]
    [InlineData(true, "1", null, null, false)]
    [InlineData(true, "", null, null, true)]
    [InlineData(true, null, null, "dumb", false)]
    [InlineData(false, null, "1", "dumb", true)]
    [InlineData(false, null, "0", null, false)]
    [InlineData(false, "1", "1", null, false)]
    public void ColoursFollowTheUsualVariables(bool isTerminal, string? none, string? forced, string? terminal, bool expected) =>
        Assert.Equal(expected, TerminalColor.IsUsed(name => name switch
        {
            "NO_COLOR" => none,
            "CLICOLOR_FORCE" => forced,
            "TERM" => terminal,
            _ => null,
        }, isTerminal));

    [Fact]
    public void ErrorsAndWarningsHaveColoursWhereTheyAreAskedFor()
    {
        string? before = Environment.GetEnvironmentVariable("CLICOLOR_FORCE");
        try
        {
            Environment.CurrentDirectory = _folder.Folder("none");
            Assert.DoesNotContain('\e', AskedCommand.Run("ls").Errors);
            Environment.SetEnvironmentVariable("CLICOLOR_FORCE", "1");
            Assert.StartsWith("rvfs: \e[1;31merror:\e[0m '", AskedCommand.Run("ls").Errors, StringComparison.Ordinal);
            Assert.Contains("rvfs: \e[1;33mwarning:\e[0m no program lies in",
                AskedCommand.Run("init", "--target", _folder.Folder("other")).Errors, StringComparison.Ordinal);
        }
        finally
        {
            Environment.SetEnvironmentVariable("CLICOLOR_FORCE", before);
        }
    }

    private static string AskedAt(int? width, string[][] lines)
    {
        Environment.SetEnvironmentVariable("COLUMNS", width?.ToString(System.Globalization.CultureInfo.InvariantCulture));
        return string.Concat(lines.Select(line => AskedCommand.Run(line).Errors));
    }

    private static IEnumerable<string> Words(string text) =>
        text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);

    private static IEnumerable<Command> All() => Below(Application.CreateRoot([], dropped: false));

    private static IEnumerable<Command> Below(Command command) =>
        command.Subcommands.Where(one => !one.Hidden).SelectMany(one => Below(one).Prepend(one));
}
