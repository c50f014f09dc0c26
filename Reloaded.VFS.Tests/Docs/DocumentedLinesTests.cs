using System.CommandLine;
using System.IO.Compression;
using System.Text.RegularExpressions;
using Reloaded.VFS.Cli;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Archives;
using CommandLine = Reloaded.VFS.Cli.Terminal.CommandLine;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>
/// Every line with a command of the launcher, in README.md and docs/: those in blocks are typed into a shell, in a game's folder that has
/// what the line speaks of; those in sentences name commands and options that there are.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed partial class DocumentedLinesTests : IDisposable
{
    // The reference's blocks list all forms of a command. These commands wait for a game that runs, or for what its player says.
    private const string Reference = "cli.md";
    private static readonly string[] NotTyped = ["monitor", "bisect"];

    // What a player reads first: there the lines in sentences are typed, too.
    private static readonly string[] s_first = ["README.md", "index.md", "players.md", "quick-start.md"];

    // Pages tell of these because there is no such command or option.
    private static readonly string[] Missing = ["rvfs list", "rvfs run --warm"];

    private static readonly Dictionary<string, string> s_meant = new()
    {
        ["FILE..."] = "~/Downloads/hero.zip",
        ["FILE"] = "~/Downloads/hero.zip",
        ["ARCHIVE"] = "~/Downloads/hero.zip",
        ["MOD..."] = "Hero",
        ["MOD"] = "Hero",
        ["OTHER"] = "Other",
        ["NAME"] = "hard",
        ["PATH"] = "data.txt",
        ["PATTERN"] = "'**/*.txt'",
        ["DIR"] = "../merged",
        ["PLACE"] = "../set.json",
        ["SOURCE"] = "~/MO2",
        ["GAME"] = "game.exe",
        ["GAME.EXE"] = "game.exe",
        ["%command%"] = "wine game.exe",
    };

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string> TypedLines() => [.. Pages().Where(page => Path.GetFileName(page) != Reference)
        .SelectMany(page => Blocks(page)
            .Concat(s_first.Contains(Path.GetFileName(page)) ? InSentences(page).Where(line => line.Count(c => c == ' ') > 1) : []))
        .Select(LineOf).OfType<string>().Where(line => !NotTyped.Contains(Words(line)[1])).Distinct()];

    /// <summary>A line ends well, without an error, and with the exit code of an answer.</summary>
    [LinuxTheory(Needs.Published)]
    [MemberData(nameof(TypedLines))]
    public void ALineInABlockDoesWhatItIsFor(string line)
    {
        Prepare(Words(line));
        GameResult result = Type($"printf 'y\\ny\\ny\\n' | {line}");
        Assert.True(result.ExitCode is 0 or ExitCodes.NothingFound, $"{line}: {result}");
        Assert.DoesNotContain("rvfs: error", result.Errors, StringComparison.Ordinal);
    }

    public static TheoryData<string> NamedLines() =>
        [.. Pages().SelectMany(page => InSentences(page).Concat(Blocks(page).Select(LineOf).OfType<string>())).Distinct().Except(Missing)];

    [Theory]
    [MemberData(nameof(NamedLines))]
    public void ALineNamesCommandsAndOptionsThatThereAre(string line)
    {
        string[] words = Words(line);
        Command command = Application.CreateRoot([], dropped: false);
        int next = 1;
        while (next < words.Length && command.Subcommands.FirstOrDefault(one => one.Name == words[next]) is { } found)
            (command, next) = (found, next + 1);
        Assert.True(next > 1 || words.Length == 1 || words[1] is "GAME" or "COMMAND" || words[1].StartsWith("--", StringComparison.Ordinal),
            $"there is no command '{words.ElementAtOrDefault(1)}'");
        // What stands behind a program is the program's.
        string[] options = [.. words[next..].TakeWhile(word => word != "--" && !word.EndsWith(".exe", StringComparison.OrdinalIgnoreCase))
            .Where(word => word.StartsWith("--", StringComparison.Ordinal))];
        Assert.All(options,
            option => Assert.Contains(option.TrimEnd(',', '.'), HelpText.OptionsOf(command).Select(one => one.Name).Append("--help")));
    }

    private static IEnumerable<string> Pages() =>
        [Path.Combine(RepositoryFolders.Root, "README.md"), .. Directory.GetFiles(Path.Combine(RepositoryFolders.Root, "docs"), "*.md")];

    private static IEnumerable<string> InSentences(string page) => Spans().Matches(File.ReadAllText(page)).Select(span => span.Groups[1].Value);

    /// <summary>Returns the lines of a page's fenced blocks.</summary>
    private static IEnumerable<string> Blocks(string page)
    {
        bool isInside = false;
        foreach (string line in File.ReadLines(page))
        {
            if (line.TrimStart().StartsWith("```", StringComparison.Ordinal))
                isInside = !isInside;
            else if (isInside)
                yield return line;
        }
    }

    /// <summary>Returns the command of a line of a block, without what is said of it; null if it has none.</summary>
    private static string? LineOf(string line)
    {
        Match match = CommandInBlock().Match(line);
        if (!match.Success)
            return null;
        string command = "rvfs " + match.Groups[1].Value;
        // Two blanks divide a line from what is said of it; what may be left out is left out, and the first of several is taken.
        command = Optional().Replace(command.Split("  ")[0], "").Split(" | ")[0].TrimEnd();
        return string.Join(' ', command.Split(' ').Select(word => s_meant.GetValueOrDefault(word, word)));
    }

    private static string[] Words(string line) =>
        [.. CommandLine.Split(line.Replace('\'', '"')).Select(word => word.Value).Where(word => word.Length > 0)];

    /// <summary>Makes what the line speaks of.</summary>
    private void Prepare(string[] words)
    {
        Dictionary<string, string> made = [];
        foreach (string word in words[1..])
        {
            string path = word.Replace("~", _folder.Folder("home"), StringComparison.Ordinal).Replace("*", "hero", StringComparison.Ordinal);
            if (word.EndsWith(".exe", StringComparison.OrdinalIgnoreCase))
                MakeGame(Path.Combine(_folder.At("game"), path));
            else if (Path.GetExtension(word) is ".7z" or ".zip" or ".rar")
                MakeArchive(Path.Combine(_folder.At("game"), path));
            else if (word.Contains("MO2", StringComparison.Ordinal))
                MakeInstance(SourceOf(path));
            else if (word.Contains("r2modman", StringComparison.Ordinal))
                File.WriteAllText(Path.Combine(Directory.CreateDirectory(SourceOf(path)).FullName, "mods.yml"), "[]\n");
        }

        if (!Directory.Exists(_folder.At("game/rvfs")))
            MakeGame(_folder.At("game/game.exe"));
        string game = _folder.At("game");
        switch (words[1])
        {
            case "mods" or "remove" or "conflicts":
                foreach (string mod in words[2..].Where(word => word[0] != '-'))
                    MakeMod(game, mod, "data.txt");
                break;
            case "prefer" when words is [_, _, var mod, var path] && mod[0] != '-':
                MakeMod(game, mod, path);
                break;
            case "which" or "ls" when words.Length > 2:
                MakeMod(game, "Hero", words[2]);
                break;
            case "set" when words.Length > 2 && !words.Contains("--new"):
                _folder.File($"game/rvfs/sets/{words[2]}/order.txt", "Hero\n");
                break;
            case "materialise" when Array.Exists(words, word => word is "--status" or "--remove" or "--to"):
                Assert.Equal(0, Type($"rvfs materialise {words[^1].Replace(_folder.At("home"), "~", StringComparison.Ordinal)}").ExitCode);
                break;
            case "import":
                // What is there already would have another order.
                Directory.Delete(Path.Combine(game, "rvfs"), recursive: true);
                break;
            case "uninstall":
                Assert.Equal(0, Type($"rvfs install {string.Join(' ', words[2..])}").ExitCode);
                break;
            case "undo":
                Assert.Equal(0, Type("rvfs run --undo game.exe write").ExitCode);
                break;
            case "last":
                StartReportFile.Write(
                    new StartReport { Version = "1.0", Time = DateTimeOffset.UtcNow, Game = Path.Combine(game, "game.exe"), Running = true },
                    StartReportFile.NameFor(ReportFolders.OfGame(game), DateTimeOffset.UtcNow, 1));
                break;
        }

        if (Array.IndexOf(words, "--mods") is > 0 and var mods)
            Directory.CreateDirectory(Path.Combine(game, words[mods + 1].Replace("~", _folder.At("home"), StringComparison.Ordinal), "Hero"));
        if (Array.IndexOf(words, "--set") is > 0 and var set)
            _folder.File($"game/rvfs/sets/{words[set + 1]}/order.txt", "Hero\n");
    }

    /// <summary>Returns the path of <c>MANAGER:PATH</c>.</summary>
    private static string SourceOf(string word) => word[(word.IndexOf(':', StringComparison.Ordinal) + 1)..];

    /// <summary>Makes a program, in a folder with a mod.</summary>
    private void MakeGame(string program)
    {
        string folder = Directory.CreateDirectory(Path.GetDirectoryName(program)!).FullName;
        NativePrograms.Build("proxied.c", program, "-lversion");
        File.WriteAllText(Path.Combine(folder, "data.txt"), "plain");
        MakeMod(folder, "Hero", "data.txt");
    }

    private static void MakeMod(string game, string mod, string path)
    {
        string file = Path.Combine(game, "rvfs", "mods", mod, path.TrimEnd('/'));
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, "modded");
    }

    private void MakeArchive(string archive)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(archive)!);
        _folder.File("packed/data/hero.dds", "hero");
        if (archive.EndsWith(".zip", StringComparison.Ordinal))
            ZipFile.CreateFromDirectory(_folder.At("packed"), archive);
        else if (archive.EndsWith(".7z", StringComparison.Ordinal))
            ArchiveFiles.Pack(_folder.At("packed"), archive);
        else
            File.WriteAllBytes(archive, ArchiveFiles.Rar(("data/hero.dds", "hero"u8.ToArray())));
    }

    private static void MakeInstance(string path)
    {
        string[] parts = path.Split('#');
        string profile = Path.Combine(parts[0], "profiles", parts.ElementAtOrDefault(1) ?? "Default"), mod = Path.Combine(parts[0], "mods", "Sky");
        Directory.CreateDirectory(profile);
        Directory.CreateDirectory(mod);
        File.WriteAllText(Path.Combine(parts[0], "ModOrganizer.ini"), "[General]\ngameName=Skyrim Special Edition\n");
        File.WriteAllText(Path.Combine(profile, "modlist.txt"), "+Sky\n");
        File.WriteAllText(Path.Combine(mod, "sky.dds"), "sky");
    }

    private GameResult Type(string line) => GameProcess.RunCommand(["bash", "-c", line], new GameOptions
    {
        WorkingDirectory = _folder.At("game"),
        Environment = new Dictionary<string, string?>
        {
            ["HOME"] = _folder.Folder("home"),
            ["XDG_CONFIG_HOME"] = null,
            ["XDG_DATA_HOME"] = null,
            ["PATH"] = $"{Path.GetDirectoryName(PublishedArtifacts.LinuxLauncher)}:{Environment.GetEnvironmentVariable("PATH")}",
        },
    });

    [GeneratedRegex(@"^ *(?:\$ )?(?:\S*/)?rvfs (.+)$")]
    private static partial Regex CommandInBlock();

    [GeneratedRegex(@"`(rvfs [^`\n]+)`")]
    private static partial Regex Spans();

    [GeneratedRegex(@" ?\[[^\]]*\]+")]
    private static partial Regex Optional();
}
