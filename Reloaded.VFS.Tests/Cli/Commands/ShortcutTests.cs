using System.Text;
using Reloaded.VFS.Cli.Commands;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Commands;

/// <summary>Entries of the menu that start a game with its mods.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class ShortcutTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly UserFolders _user;

    public ShortcutTests() => _user = new UserFolders(_folder);

    public void Dispose()
    {
        _user.Dispose();
        _folder.Dispose();
    }

    [LinuxFact]
    public void ADesktopEntryIsMadeAndTakenAway()
    {
        string game = _folder.File("My Hero/game.exe");
        (int code, string output, string errors) = AskedCommand.Run("shortcut", "--set", "hard", game);
        string file = Path.Combine(_user.Home, "data/applications/rvfs-My Hero (mods).desktop");
        Assert.Equal((0, $"'{file}' is written: My Hero (mods)\n", ""), (code, output, errors));
        string[] lines = File.ReadAllLines(file);
        Assert.Equal("[Desktop Entry]", lines[0]);
        Assert.Contains("Name=My Hero (mods)", lines);
        Assert.Contains($"Path={_folder.At("My Hero")}", lines);
        Assert.Equal([Environment.ProcessPath!, "run", "--set", "hard", game], Words(Assert.Single(lines, line => line.StartsWith("Exec="))));
        Assert.True(OperatingSystem.IsWindows() || (File.GetUnixFileMode(file) & UnixFileMode.UserExecute) != 0);
        Assert.Equal(0, AskedCommand.Run("shortcut", game).Code);
        Assert.Equal(0, AskedCommand.Run("shortcut", "--remove", game).Code);
        Assert.False(File.Exists(file));
        Assert.Equal(1, AskedCommand.Run("shortcut", "--remove", game).Code);
        File.WriteAllText(file, "mine");
        Assert.Contains("rvfs hasn't made it", AskedCommand.Run("shortcut", game).Errors, StringComparison.Ordinal);
        Assert.Contains("rvfs hasn't made it", AskedCommand.Run("shortcut", "--remove", game).Errors, StringComparison.Ordinal);
        Assert.Equal("mine", File.ReadAllText(file));
        Assert.Equal(0, AskedCommand.Run("shortcut", "--desktop", game).Code);
        Assert.True(File.Exists(Path.Combine(_user.Home, "Desktop/rvfs-My Hero (mods).desktop")));
    }

    [LinuxFact]
    public void AGameOfSteamsIsToldOfTheLaunchOptions()
    {
        string folder = _user.AddSteamGame("5", "Cyber", "Cyber");
        File.WriteAllText(Path.Combine(folder, "Cyber.exe"), "");
        Assert.Contains("rvfs run %command%", AskedCommand.Run("shortcut", "--game", "Cyber").Errors, StringComparison.Ordinal);
    }

    /// <summary>Whatever a path has, the words are those that were meant.</summary>
    [Theory]
    [InlineData("/games/plain.exe")]
    [InlineData("/games/100 % $HOME `x` \"quoted\" \\back/ä😀.exe")]
    [InlineData("/games/%f %%u; & | ' tab\there.exe")]
    public void EveryCharacterIsQuoted(string program)
    {
        string entry = ShortcutCommand.DesktopEntry("Name", ["/opt/rvfs", "run", program], "/games");
        Assert.Equal(["/opt/rvfs", "run", program], Words(entry.Split('\n').Single(line => line.StartsWith("Exec=", StringComparison.Ordinal))));
    }

    /// <summary>A link of Windows', made by the shell and started by it.</summary>
    [RealProcessFact]
    public void ALinkStartsTheGame()
    {
        string game = _folder.Folder("my game");
        File.Copy(NativePrograms.Probe, Path.Combine(game, "probe.exe"));
        Directory.CreateDirectory(Path.Combine(game, "rvfs", "mods", "Red"));
        string rvfs = Path.Combine(RepositoryFolders.Artifacts, "win-x64", "rvfs.exe");
        string name = $"rvfs test {Guid.NewGuid():N}";
        GameResult made = GameProcess.Run(rvfs, ["shortcut", "--name", name, WinePrefix.ToWindows(Path.Combine(game, "probe.exe"))]);
        Assert.True(made.ExitCode == 0, made.ToString());
        Assert.Contains($"{name}.lnk' is written: {name}", made.Text, StringComparison.Ordinal);
        string[] links = WinePrefix.IsNeeded
            ? Directory.GetFiles(Path.Combine(WinePrefix.Folder, "drive_c", "users"), name + ".lnk",
                new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint })
            : [Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.Programs), name + ".lnk")];
        byte[] content = File.ReadAllBytes(Assert.Single(links));
        Assert.Equal(0x4C, BitConverter.ToInt32(content));
        foreach (string part in (string[])["run ", "probe.exe", "Reloaded VFS"])
            Assert.True(content.AsSpan().IndexOf(Encoding.Unicode.GetBytes(part)) >= 0, part);
        Assert.Equal(0, GameProcess.Run(rvfs, ["shortcut", "--remove", "--name", name, WinePrefix.ToWindows(Path.Combine(game, "probe.exe"))]).ExitCode);
        Assert.False(File.Exists(links[0]));
    }

    /// <summary>Reads a line as the specification says: the value first, then the words in it.</summary>
    private static List<string> Words(string line)
    {
        string value = line["Exec=".Length..];
        StringBuilder text = new();
        for (int i = 0; i < value.Length; i++)
            text.Append(value[i] != '\\' ? value[i] : value[++i] switch { 's' => ' ', 'n' => '\n', 't' => '\t', 'r' => '\r', char c => c });
        List<string> words = [];
        StringBuilder word = new();
        bool isIn = false;
        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (c == '"')
            {
                if (isIn)
                    words.Add(word.ToString().Replace("%%", "%", StringComparison.Ordinal));
                word.Clear();
                isIn = !isIn;
            }
            else if (isIn)
            {
                word.Append(c == '\\' ? text[++i] : c);
            }
            else
            {
                Assert.Equal(' ', c);
            }
        }

        return words;
    }
}
