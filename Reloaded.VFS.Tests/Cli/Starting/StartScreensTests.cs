using System.Globalization;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Terminal;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>
/// The screens of the commands that start a game, or put something beside it, in terminals of 60, 80 and 120 columns, as they were read by a
/// person. <c>RVFS_SNAPSHOTS=write</c> writes them anew.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed partial class StartScreensTests
{
    // In 32 bits an installation has more files, and MinGW's start code makes two calls of its own, for libgcc_s_dw2-1.dll.
    [LinuxFact(Needs.Published)]
    [Trait("Bits", "64")]
    public void AScreenIsAsItWasRead()
    {
        string text = string.Concat(((int[])[60, 80, 120]).Select(width => $"{new string('-', width)} {width} columns\n{Screens(width)}"));
        Snapshot.Check("start.txt", text);
    }

    private static string Screens(int width)
    {
        string home = ScreenPlay.NewHome(), game = Directory.CreateDirectory(Path.Combine(home, "games", "Hero Quest")).FullName;
        try
        {
            NativePrograms.Build("proxied.c", Path.Combine(game, "hero.exe"), "-lversion");
            File.Copy(NativePrograms.Get("launched.exe"), Path.Combine(game, "tool.exe"));
            foreach ((string file, string content) in (ReadOnlySpan<(string, string)>)[
                ("data.txt", "plain"), ("rvfs/mods/Better Hero/data.txt", "better"),
                ("rvfs/mods/New Island/data/island.map", "map"), ("rvfs/mods/order.txt", "Better Hero\nNew Island\n"),
                ("rvfs/rvfs.json", """{ "wirtes": "overwrite" }""")])
            {
                Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(game, file))!);
                File.WriteAllText(Path.Combine(game, file), content);
            }

            string wrong = Type("run hero.exe") + Type("run --strict hero.exe");
            File.Delete(Path.Combine(game, "rvfs", "rvfs.json"));
            return wrong + string.Concat(((string[])["run tool.exe exit 0xC0000005", "run --no-mods tool.exe exit 3", "last", "profile hero.exe",
                "bisect --exit-code hero.exe", "install hero.exe", "install hero.exe", "uninstall hero.exe", "uninstall hero.exe"]).Select(Type));
        }
        finally
        {
            TemporaryFolder.Delete(home);
        }

        string Type(string line) => StartScreensTests.Type("rvfs " + line, width, game, home);
    }

    private static string Type(string line, int width, string game, string home)
    {
        string own = Path.GetDirectoryName(PublishedArtifacts.LinuxLauncher)!;
        // Where standard output is a terminal, Wine's console draws what a game writes.
        bool starts = line.Split(' ')[1] is "run" or "profile" or "bisect";
        string[] command = starts ? ["sh", "-c", $"{line} 2>&1"] : ["script", "-qec", $"stty cols {width} rows 50; {line}", "/dev/null"];
        GameResult result = GameProcess.RunCommand(command, new GameOptions
        {
            WorkingDirectory = game,
            Environment = new Dictionary<string, string?>
            {
                ["PATH"] = $"{own}:{Environment.GetEnvironmentVariable("PATH")}",
                ["XDG_CONFIG_HOME"] = Path.Combine(home, ".config"),
                ["XDG_DATA_HOME"] = Path.Combine(home, ".local", "share"),
                ["NO_COLOR"] = "1",
                ["COLUMNS"] = starts ? $"{width}" : null,
                ["TERM"] = "xterm",
            },
        });
        // A line that shows how far something is has been written over.
        string text = WrittenOver().Replace(Sequences().Replace(result.Text, ""), "").Replace("\r", "", StringComparison.Ordinal);
        text = ServerLines().Replace(text, "");
        text = Numbers().Replace(ScreenPlay.Shown(text, home), "99");
        text = Sums().Replace(text, sum => new string('0', sum.Length));
        return string.Create(CultureInfo.InvariantCulture, $"$ {line}\n{text}{(result.ExitCode == 0 ? "" : $"[{result.ExitCode}]\n")}\n");
    }

    // With which .NET prepares a terminal.
    [GeneratedRegex(@"\e(\[[?0-9;]*[a-zA-Z]|[=>])")]
    private static partial Regex Sequences();

    [GeneratedRegex(@"\r[^\r\n]*(?=\r)")]
    private static partial Regex WrittenOver();

    // Wine's server, which a command may have started, says so of a change in a folder that nobody follows any more.
    [GeneratedRegex(@"^no inode matches \d+\n", RegexOptions.Multiline)]
    private static partial Regex ServerLines();

    // Times, and the ids of processes.
    [GeneratedRegex(@"\d+(?= ms| %)|(?<=process )\d+|(?<=start-)\d+|(?<=start-\d+-)\d+|(?<=start-\d+-\d+-)\d+")]
    private static partial Regex Numbers();

    [GeneratedRegex(@"\b[0-9a-f]{64}\b|(?<=-)[0-9a-f]{8}(?=\.json)")]
    private static partial Regex Sums();
}
