using System.Text.Json;
using Reloaded.VFS.Cli;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Game;

namespace Reloaded.VFS.Tests.Cli.Checking;

/// <summary>
/// Tests of <c>rvfs doctor</c>: each problem that would stop a game or its mods is really created, and its report checked.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class DoctorTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    public void AHealthyGameIsLeftAlone()
    {
        using WatchedGame game = new("data/a.dds", "rvfs/mods/Red/data/a.dds");
        Assert.Equal(0, WatchedGame.Rvfs("run", game.Program, "open", game.InGame("data/a.dds")).ExitCode);
        GameResult result = WatchedGame.Rvfs("doctor", game.Program);
        Assert.Equal(["Nothing stands in the way of watched.exe.", "'rvfs selftest' tries all that a game does here, without a game."],
            result.Text.Trim().Split(Environment.NewLine));
        Assert.Equal((0, ""), (result.ExitCode, result.Errors));
    }

    [LinuxFact(Needs.Published)]
    public void WithoutWineItSaysHowToGetIt()
    {
        GameResult result = Rvfs(new() { ["PATH"] = "/nowhere", ["RVFS_WINE"] = null });
        Assert.Equal(1, result.ExitCode);
        Assert.Contains("error: Wine isn't installed", result.Text, StringComparison.Ordinal);
        Assert.Contains("sudo apt install wine", result.Text, StringComparison.Ordinal);
    }

    [LinuxFact(Needs.Published)]
    public void AnOldWineIsNamedWithBothVersions()
    {
        string wine = _folder.File("wine", "#!/bin/sh\necho 'wine-5.0 (Debian 5.0-4)'\n");
        TemporaryFolder.Shell("chmod +x \"$1\"", wine);
        GameResult result = Rvfs(new() { ["RVFS_WINE"] = wine });
        Assert.Equal(1, result.ExitCode);
        Assert.Contains("this is Wine 5.0; the oldest that Reloaded VFS was tested with is 8.0", result.Text, StringComparison.Ordinal);
        Assert.Contains("install a newer Wine", result.Text, StringComparison.Ordinal);
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void A32BitGame()
    {
        Directory.CreateDirectory(_folder.At("g"));
        Programs32.Compile(_folder.At("g/game.exe"));
        Finding found = Examine("is a 32-bit program");
        Assert.Equal("error", found.Severity);
        Assert.Contains("64-bit program", found.Fix, StringComparison.Ordinal);
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void AModOneFolderTooDeep()
    {
        _folder.File("g/data/a.dds");
        _folder.File("g/rvfs/mods/Red/Red-1.2/data/a.dds");
        Assert.Contains("up one level", Examine("one folder too deep").Fix, StringComparison.Ordinal);
    }

    /// <summary>A mapped part doesn't count as a misplaced mod, and a bad rule is named.</summary>
    [RealProcessFact]
    public void AModWithAMap()
    {
        using WatchedGame game = new("data/a.dds", "rvfs/mods/Red/Red-1.2/data/a.dds", "rvfs/mods/Red/saves/1.sav");
        string map = game.Folder.At("g/rvfs/mods/Red/mod.json");
        File.WriteAllText(map, """
            { "map": [{ "from": "Red-1.2/data", "to": "data" }, { "from": "saves", "to": "%SAVEDGAMES%/rvfs-doctor" }] }
            """);
        Assert.Equal(0, WatchedGame.Rvfs("run", game.Program, "open", game.InGame("data/a.dds")).ExitCode);
        GameResult result = WatchedGame.Rvfs("doctor", game.Program);
        Assert.Equal(["Nothing stands in the way of watched.exe.", "'rvfs selftest' tries all that a game does here, without a game."],
            result.Text.Trim().Split(Environment.NewLine));
        File.WriteAllText(map, """
            { "map": [{ "from": "Red-1.2/data", "to": "data" },
              { "from": "gone", "to": "x" }, { "from": "saves", "to": "%SAVEGAMES%" }] }
            """);
        result = WatchedGame.Rvfs("doctor", game.Program);
        Assert.Equal(1, result.ExitCode);
        Assert.Contains("mod.json(2): map[1].from", result.Text, StringComparison.Ordinal);
        Assert.Contains("put this line of the file right", result.Text, StringComparison.Ordinal);
        Assert.Contains("mod.json(2): map[2].to", result.Text, StringComparison.Ordinal);
    }

    [LinuxFact(Needs.WindowsPrograms)]
    public void AModThatCannotBeRead()
    {
        // Root may read any folder, so this one is unreadable because its path is longer than Linux allows.
        _folder.File("g/rvfs/mods/Red/a.txt");
        TemporaryFolder.Shell("cd \"$1\" && mkdir -p \"deep/$2\"", _folder.At("g/rvfs/mods/Red"),
            string.Join('/', Enumerable.Repeat(new string('d', 200), 24)));
        Finding found = Examine("the folder can't be read");
        TemporaryFolder.Shell("rm -rf \"$1/deep\"", _folder.At("g/rvfs/mods/Red"));
        Assert.Equal("error", found.Severity);
    }

    [LinuxFact(Needs.WindowsPrograms)]
    public void NamesThatDifferInLetterCaseOnly()
    {
        _folder.File("g/rvfs/mods/Red/data/Wall.dds");
        _folder.File("g/rvfs/mods/Red/data/wall.DDS");
        Assert.Contains("rename one", Examine("differs from 'Wall.dds' beside it in letter case only").Fix, StringComparison.Ordinal);
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void PathsThatAreTooLongForTheGame()
    {
        string name = string.Join('/', Enumerable.Repeat(new string('n', 60), 4));
        _folder.File($"g/rvfs/mods/Red/{name}/a.txt");
        Finding found = Examine("longer than 259 characters");
        Assert.Equal("warning", found.Severity);
        Assert.Contains("shorter path", found.Fix, StringComparison.Ordinal);
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void AFileThatIsAFolderToAnotherMod()
    {
        _folder.File("g/rvfs/mods/Blue/data/maps/one.map");
        _folder.File("g/rvfs/mods/Red/data/maps");
        Assert.Contains("rename one of the two", Examine(@"'data\maps' is a file of the mod 'Red' and a folder of the mod 'Blue'").Fix,
            StringComparison.Ordinal);
    }

    [RealProcessTheory]
    [InlineData("foreign", "another program had hooked NtQueryAttributesFile before the VFS", "warning")]
    [InlineData("broken", "NtQueryAttributesFile couldn't be hooked at the last start", "error")]
    public void AHookOfAnotherProgram(string hook, string cause, string severity)
    {
        _folder.File("g/rvfs/mods/Red/data/a.dds");
        string game = _folder.At("g/game.exe");
        File.Copy(NativePrograms.Get("hooked.exe"), game);
        GameResult run = GameProcess.Run(game, [],
            new GameOptions { Vfs = true, Environment = new Dictionary<string, string?> { ["RVFS_TEST_HOOK"] = hook } });
        Assert.True(run.ExitCode == 0, run.ToString());
        Finding found = Examine(cause);
        Assert.Equal(severity, found.Severity);
        Assert.Contains("close overlays", found.Fix, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void AFileOfTheGameThatAnUpdateChangedSinceAModReplacedIt()
    {
        using WatchedGame game = new("data/a.dds", "data/b.dds", "rvfs/mods/Red/DATA/a.DDS", "rvfs/mods/Red/data/b.dds",
            "rvfs/mods/Red/data/new.dds");
        Assert.Equal(0, WatchedGame.Rvfs("run", game.Program).ExitCode);
        File.WriteAllText(game.Folder.At("g/data/a.dds"), "a new version");
        // Another start doesn't change what is known of the mod's own time.
        Assert.Equal(0, WatchedGame.Rvfs("run", game.Program).ExitCode);
        GameResult result = WatchedGame.Rvfs("doctor", game.Program);
        Assert.Contains("an update has changed a file of the game since the mod 'Red' replaced it", result.Text, StringComparison.Ordinal);
        Assert.Contains(@"data\a.dds", result.Text, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("get the mod's newest version", result.Text, StringComparison.Ordinal);
        Assert.Equal(1, result.ExitCode);
        // The mod is updated. Its file has another size, because all starts may fall into one second.
        File.WriteAllText(game.Folder.At("g/rvfs/mods/Red/DATA/a.DDS"), "the mod's file, made for the game's new version");
        Assert.Equal(0, WatchedGame.Rvfs("run", game.Program).ExitCode);
        result = WatchedGame.Rvfs("doctor", game.Program);
        Assert.True(result.ExitCode == 0, result.ToString());
    }

    private GameResult Rvfs(Dictionary<string, string?> environment) =>
        GameProcess.RunCommand([PublishedArtifacts.Launcher, "doctor"], new GameOptions { Environment = environment });

    /// <summary>
    /// Returns the only finding with these words about the game in the folder, and checks that every finding has a remedy.
    /// </summary>
    private Finding Examine(string words)
    {
        if (!File.Exists(_folder.At("g/game.exe")))
            File.Copy(NativePrograms.Get("hooked.exe"), _folder.At("g/game.exe"));
        TextWriter output = Console.Out;
        using StringWriter said = new();
        try
        {
            Console.SetOut(said);
            Application.Run(["doctor", "--json", _folder.At("g/game.exe")]);
        }
        finally
        {
            Console.SetOut(output);
        }

        using JsonDocument json = JsonDocument.Parse(said.ToString());
        List<Finding> findings = [.. json.RootElement.GetProperty("findings").EnumerateArray().Select(f =>
            new Finding(f.GetProperty("severity").GetString()!, f.GetProperty("cause").GetString()!, f.GetProperty("fix").GetString()!))];
        Assert.All(findings, f => Assert.NotEmpty(f.Fix));
        return Assert.Single(findings, f => f.Cause.Contains(words, StringComparison.Ordinal));
    }

    private sealed record Finding(string Severity, string Cause, string Fix);
}
