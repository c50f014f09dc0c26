using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Behaviour;
using Reloaded.VFS.Tests.Cli.Game;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>Tests of the published <c>rvfs run</c> with real programs: what it passes on, what it returns, and what it refuses.</summary>
[Collection(RealProcesses.Name)]
public sealed class RunTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void ArgumentsArriveAsTheyAre()
    {
        string[] arguments = ["--help", "--mods", "x", "--", "", "two words", @"C:\folder\", @"C:\two words\", """quote " here""",
            """end\\" """, "@file", "/x", "*", "%PATH%", "Döner ☕", "$HOME"];
        GameResult result = Run([Game(), "show", .. arguments]);
        Assert.Equal(0, result.ExitCode);
        Assert.Equal(arguments.Select(a => $"[{a}]"), Lines(result).TakeWhile(line => line.StartsWith('[')));
    }

    [RealProcessFact]
    public void TheEnvironmentIsHandedOver()
    {
        GameResult result = Run([Game(), "show"],
            new() { Environment = new Dictionary<string, string?> { ["RVFS_TEST_VALUE"] = "ä = b" } });
        Assert.Equal(["RVFS_TEST_VALUE=ä = b", "SteamAppId=(none)", "SteamGameId=(none)", "SteamOverlayGameId=(none)"], Lines(result));
    }

    /// <summary>The DLL has run on the game's main thread before, without leaving a floating-point exception flag there.</summary>
    [RealProcessFact]
    public void TheGameBeginsWithTheRegistersOfANewThread()
    {
        string game = Game();
        _folder.File("g/rvfs/mods/a/data/a.txt");
        GameResult plain = GameProcess.Run(game, ["registers"]), vfs = RunWithMods([game, "registers"]);
        Assert.StartsWith("1f80 ", plain.Text, StringComparison.Ordinal);
        Assert.Equal(Lines(plain), Lines(vfs).TakeLast(1));
    }

    [RealProcessFact]
    public void ASteamGameIsToldItsId()
    {
        string game = Game();
        _folder.File("g/steam_appid.txt", "480\r\n");
        Assert.Equal(["SteamAppId=480", "SteamGameId=480", "SteamOverlayGameId=480"], Lines(Run([game, "show"])).TakeLast(3));
    }

    /// <summary>Started without Steam, from a Steam library.</summary>
    [RealProcessFact]
    public void AGameOfASteamLibraryIsToldItsId()
    {
        _folder.File("steamapps/appmanifest_348550.acf",
            "\"AppState\"\n{\n\t\"appid\"\t\t\"348550\"\n\t\"installdir\"\t\t\"A Game\"\n}\n");
        string game = Path.Combine(_folder.Folder("steamapps/common/A Game/bin"), "game.exe");
        File.Copy(Game(), game);
        Assert.Equal(["SteamAppId=348550", "SteamGameId=348550", "SteamOverlayGameId=348550"], Lines(Run([game, "show"])).TakeLast(3));
    }

    [RealProcessTheory]
    [Trait("Run", "Quick")]
    [InlineData("0", 0u)]
    [InlineData("7", 7u)]
    [InlineData("255", 255u)]
    [InlineData("0xffffffff", 0xFFFFFFFFu)]
    [InlineData("256", 256u)]
    public void TheGamesExitCodeIsReturned(string given, uint code)
    {
        GameResult result = Run([Game(), "exit", given]);
        Assert.True(result.ExitCode == Expected(code), result.ToString());
        Assert.Equal("", result.Errors);
    }

    /// <summary>Wine occasionally ends a new process before its first instruction; here the command does so itself, once.</summary>
    [LinuxFact]
    public void AWineThatLosesTheLauncherIsAskedAgain()
    {
        string lost = Path.Combine(_folder.Root, "lost");
        string wine = Script("wine-once", $"[ -e '{lost}' ] || {{ touch '{lost}'; exit 1; }}\nexec '{WinePrefix.Command}' \"$@\"");
        GameResult result = Run([Game(), "exit", "7"], new() { Environment = new Dictionary<string, string?> { ["RVFS_WINE"] = wine } });
        Assert.True(File.Exists(lost));
        Assert.True(result.ExitCode == Expected(7), result.ToString());
    }

    [LinuxFact]
    public void AWineThatStartsNothingIsNamed()
    {
        string count = Path.Combine(_folder.Root, "count");
        string wine = Script("wine-never", $"echo >> '{count}'; exit 3");
        GameResult result = Run([Game(), "exit", "0"], new() { Environment = new Dictionary<string, string?> { ["RVFS_WINE"] = wine } });
        AssertFailed(result, 125, "Wine ended with status 3 before rvfs.exe began, in each of 3 attempts");
        Assert.Equal(3, File.ReadAllLines(count).Length);
    }

    private string Script(string name, string lines)
    {
        string path = Path.Combine(_folder.Root, name);
        File.WriteAllText(path, $"#!/bin/sh\n{lines}\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute | UnixFileMode.UserWrite);
        return path;
    }

    [RealProcessTheory]
    [InlineData("0xC0000135", 0xC0000135u, "STATUS_DLL_NOT_FOUND")]
    [InlineData("0xC0000409", 0xC0000409u, "STATUS_STACK_BUFFER_OVERRUN")]
    [InlineData("0xC06D007E", 0xC06D007Eu, "a DLL that it loads late isn't there")]
    public void AStatusIsNamed(string given, uint code, string name)
    {
        GameResult result = Run([Game(), "exit", given]);
        Assert.Equal(Expected(code), result.ExitCode);
        Assert.Contains($"game.exe ended with {given}, {name}", result.Errors, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void ACrashIsNamed()
    {
        GameResult result = Run([Game(), "crash"]);
        Assert.Equal(Expected(0xC0000005), result.ExitCode);
        Assert.Contains("game.exe ended with 0xC0000005, STATUS_ACCESS_VIOLATION: it crashed", result.Errors, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void TheWholeTreeOfProcessesIsWaitedFor()
    {
        string game = Game();
        string mark = _folder.At("g/mark");
        GameResult result = Run([game, "tree", "1500", WinePrefix.ToWindows(mark)]);
        Assert.True(File.Exists(mark), "rvfs has ended before the program that the game started");
        Assert.Equal(3, result.ExitCode);
    }

    [RealProcessFact]
    public void WhoIsStillWaitedForIsNamedAfterTenSeconds()
    {
        string game = Game();
        File.Copy(game, Path.Combine(Path.GetDirectoryName(game)!, "BuildServer.exe"));
        GameResult result = Run([game, "tree", "14000", WinePrefix.ToWindows(_folder.At("g/mark")), "BuildServer.exe"]);
        Assert.Equal(3, result.ExitCode);
        Assert.True(File.Exists(_folder.At("g/mark")));
        Assert.Contains("rvfs waits for the programs that it started and that still run: BuildServer.exe.", result.Errors,
            StringComparison.Ordinal);
    }

    /// <summary>A crash handler runs until it is told to end, and a browser may stay for ever.</summary>
    [RealProcessFact]
    public void WhatIsLeftAloneIsNotWaitedFor()
    {
        string game = Game(), mark = _folder.At("g/mark");
        File.Copy(game, Path.Combine(Path.GetDirectoryName(game)!, "crashpad_handler.exe"));
        GameResult result = Run([game, "tree", "20000", WinePrefix.ToWindows(mark), "crashpad_handler.exe"]);
        Assert.Equal(3, result.ExitCode);
        Assert.False(File.Exists(mark), "rvfs has waited for a program that has nothing to do with the game");
    }

    [RealProcessFact]
    public void StandardOutputIsTheGamesAlone()
    {
        GameResult result = Run([Game(), "raw", "a", "b c"]);
        Assert.Equal("a \"b c\"", result.Text);
        Assert.Equal("", result.Errors);
    }

    [RealProcessFact]
    public void AGameThatIsNotThereIsNamed()
    {
        Game();
        GameResult result = Run([_folder.At("g/other.exe")]);
        AssertFailed(result, 127, "There is no 'other.exe'", "Programs in it: game.exe");
    }

    [RealProcessFact]
    [Trait("Bits", "64")]
    public void A32BitGameIsRefusedBeforeAnythingStarts()
    {
        string game = Programs32.Compile(Path.Combine(_folder.Folder("g/rvfs/mods"), "../../game32.exe"));
        string mark = _folder.At("mark");
        GameResult result = RunWithMods([game, "mark", WinePrefix.ToWindows(mark)]);
        AssertFailed(result, 126, "is a 32-bit program");
        Assert.False(File.Exists(mark));
        Assert.False(Directory.Exists(_folder.At("g/rvfs/logs")));
    }

    [RealProcessFact]
    public void AFileThatIsNoProgramIsRefused()
        => AssertFailed(Run([_folder.File("g/read.me", "hello")]), 126, "is no Windows program");

    [RealProcessTheory]
    [InlineData("--modz", "There is no option '--modz'")]
    [InlineData("--mods", "--mods needs a value")]
    public void AWrongOptionIsNamed(string option, string message)
        => AssertFailed(GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", option]), 125, message, "rvfs run --help");

    [LinuxFact(Needs.Published)]
    public void WithoutWineItSaysWhatToInstall()
    {
        GameResult result = Run([Game(), "exit", "0"],
            new() { Environment = new Dictionary<string, string?> { ["PATH"] = "/nonexistent", ["RVFS_WINE"] = null } });
        AssertFailed(result, 125, "Wine isn't installed", "apt install wine");
        result = Run([Game(), "exit", "0"],
            new() { Environment = new Dictionary<string, string?> { ["RVFS_WINE"] = "/nonexistent/wine" } });
        AssertFailed(result, 125, "RVFS_WINE is '/nonexistent/wine'");
    }

    [RealProcessFact]
    public void TheGameAloneMeansRun()
    {
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, Game(), "exit", "5"]);
        Assert.Equal(5, result.ExitCode);
        Assert.Contains("there is no such mods folder", result.Errors, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void WithoutAModsFolderTheGameRunsAndSaysSo()
    {
        GameResult result = RunWithMods([Game(), "exit", "5"]);
        Assert.Equal(5, result.ExitCode);
        Assert.Contains("there is no such mods folder", result.Errors, StringComparison.Ordinal);
        Assert.Contains("game.exe runs without its mods", result.Errors, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void StrictStartsNothingWithoutAModsFolder()
    {
        string game = Game();
        string mark = _folder.At("mark");
        GameResult result = RunWithMods(["--strict", game, "mark", WinePrefix.ToWindows(mark)]);
        AssertFailed(result, 124, "there is no such mods folder", "game.exe wasn't started");
        Assert.False(File.Exists(mark));
    }

    [RealProcessFact]
    public void AConfigurationCanSayStrictToo()
    {
        string game = Game();
        _folder.File("g/rvfs/rvfs.json", """{ "onError": "stop" }""");
        AssertFailed(RunWithMods([game, "exit", "0"]), 124, "game.exe wasn't started", "\"onError\": \"stop\"");
    }

    [RealProcessFact]
    public void ABadKeyIsNamedWithFileAndLine()
    {
        string game = Game();
        _folder.File("g/rvfs/rvfs.json", "{\n  \"modz\": \"x\"\n}");
        GameResult result = RunWithMods([game, "exit", "6"]);
        Assert.Equal(6, result.ExitCode);
        Assert.Contains("rvfs.json(2): modz: unknown key. Fix: did you mean mods?", result.Errors, StringComparison.Ordinal);
        AssertFailed(RunWithMods(["--strict", game, "exit", "6"]), 124, "unknown key");
    }

    [RealProcessFact]
    public void ANamedConfigurationMustBeThere()
        => AssertFailed(RunWithMods(["--config", _folder.At("none.json"), Game(), "exit", "0"]), 125, "There is no configuration");

    [RealProcessFact]
    public void AModsFolderThatIsAFileIsNamed()
    {
        GameResult result = RunWithMods(["--mods", _folder.File("file"), Game(), "exit", "5"]);
        Assert.Equal(5, result.ExitCode);
        Assert.Contains("there is no such mods folder", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>
    /// One target is missing, one is a file, one is on a machine that doesn't exist: each is named, and the mods are over the others.
    /// </summary>
    [RealProcessFact]
    public void ATargetThatIsMissingIsLeftOutAlone()
    {
        _folder.Folder("g");
        File.Copy(NativePrograms.Probe, _folder.At("g/game.exe"));
        _folder.Folder("documents");
        _folder.File("a file");
        _folder.File("g/rvfs/mods/m/data/a.txt", "from the mod");
        _folder.File("g/rvfs/rvfs.json", """
            {
              "targets": [
                "../../missing",
                "..",
                "../../a file",
                "//no-such-machine.invalid/share/game", "../../documents"
              ]
            }
            """);
        string script = _folder.File("script.txt",
            Scenario.ToScript([
                new Scenario("one",
                    $"read | {WinePrefix.ToWindows(_folder.At("g/data/a.txt"))}\n"
                        + $"read | {WinePrefix.ToWindows(_folder.At("documents/data/a.txt"))}\n"
                        + $"read | {WinePrefix.ToWindows(_folder.At("missing/data/a.txt"))}")]));
        string[] play = [_folder.At("g/game.exe"), "script", WinePrefix.ToWindows(script)];
        GameResult result = RunWithMods(play);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(2, result.Text.Split("text=from the mod").Length - 1);
        string report = File.ReadAllText(Assert.Single(Directory.GetFiles(_folder.At("g/rvfs/logs"), "*.json")));
        foreach ((int line, string key, string cause) in (ReadOnlySpan<(int, string, string)>)[
            (3, "targets[0]", "missing': there is no such folder"), (5, "targets[2]", "a file': it is a file"),
            (6, "targets[3]", "game': there is no such folder, or its machine")])
        {
            string said = Assert.Single(result.Errors.Split('\n'),
                text => text.Contains($"rvfs.json({line}): {key}: nothing is added to '", StringComparison.Ordinal));
            Assert.Contains(cause, said, StringComparison.Ordinal);
            Assert.Contains($"\"{key}\"", report, StringComparison.Ordinal);
        }

        AssertFailed(RunWithMods(["--strict", .. play]), 124, "targets[0]: nothing is added to", "game.exe wasn't started");
        result = RunWithMods(["--target", _folder.At("missing"), "--target", _folder.At("g"), .. play]);
        Assert.Contains("--target: nothing is added to '", result.Errors, StringComparison.Ordinal);
        Assert.Equal(1, result.Text.Split("text=from the mod").Length - 1);
        result = RunWithMods(["--target", _folder.At("missing"), .. play]);
        Assert.Contains("there is no such folder to add mods to", result.Errors, StringComparison.Ordinal);
        Assert.Contains("game.exe runs without its mods", result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("text=from the mod", result.Text, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void StrictStartsNothingWithoutAModOfTheOrder()
    {
        string game = Game();
        string mark = _folder.At("mark");
        _folder.File("g/rvfs/mods/here/data/a.txt");
        _folder.File("g/rvfs/mods/order.txt", "here\ngone\n");
        AssertFailed(RunWithMods(["--strict", game, "mark", WinePrefix.ToWindows(mark)]), 124, "order.txt(2): there is no mod 'gone'",
            "game.exe wasn't started");
        Assert.False(File.Exists(mark));
    }

    /// <summary>The game runs although a mod's need is missing, unless --strict is given.</summary>
    [RealProcessFact]
    public void StrictStartsNothingWithoutWhatAModNeeds()
    {
        string game = Game();
        string mark = _folder.At("mark");
        _folder.File("g/rvfs/mods/here/data/a.txt");
        _folder.File("g/rvfs/mods/here/mod.json", """{ "needs": ["base"] }""");
        AssertFailed(RunWithMods(["--strict", game, "mark", WinePrefix.ToWindows(mark)]), 124, "'here' needs 'base', which isn't there",
            "game.exe wasn't started");
        Assert.False(File.Exists(mark));
        GameResult result = RunWithMods([game, "exit", "5"]);
        Assert.Equal(5, result.ExitCode);
        Assert.Contains("'here' needs 'base', which isn't there", result.Errors, StringComparison.Ordinal);
        _folder.File("g/rvfs/mods/the base/data/b.txt");
        _folder.File("g/rvfs/mods/the base/mod.json", """{ "id": "base" }""");
        result = RunWithMods(["--strict", game, "exit", "5"]);
        Assert.True(result.ExitCode == 5, result.ToString());
    }

    [RealProcessFact]
    public void BesideAntiCheatSoftwareItRefuses()
    {
        string game = Game();
        _folder.File("g/rvfs/mods/a/data/a.txt");
        _folder.Folder("g/EasyAntiCheat");
        AssertFailed(RunWithMods([game, "exit", "5"]), 123, "Easy Anti-Cheat", "--offline");
        AssertPassedOver(RunWithMods(["--offline", game, "exit", "5"]));
        Assert.Equal(5, Run([game, "exit", "5"]).ExitCode);
        // A mod pack may contain this file, so the player is told at each start.
        _folder.File("g/rvfs/rvfs.json", """{ "offline": true }""");
        AssertPassedOver(RunWithMods([game, "exit", "5"]));
        AssertPassedOver(RunWithMods([game, "exit", "5"]));

        static void AssertPassedOver(GameResult result)
        {
            Assert.Equal(5, result.ExitCode);
            Assert.Contains("has anti-cheat software (Easy Anti-Cheat), which may ban players whose game is changed; the start goes on",
                result.Errors, StringComparison.Ordinal);
        }
    }

    [RealProcessFact]
    public void ARunIsRecordedWhereTheCommandLineSaysSo()
    {
        string game = Game(), mark = _folder.At("g/mark"), journal = _folder.At("g/rvfs/overwrite.rvfs-undo");
        _folder.File("g/rvfs/mods/a/data/a.txt");
        RunWithMods([game, "mark", WinePrefix.ToWindows(mark)]);
        Assert.False(Directory.Exists(journal));
        File.Delete(mark);
        RunWithMods(["--undo", game, "mark", WinePrefix.ToWindows(mark)]);
        Assert.True(File.Exists(mark));
        Assert.Equal("New\t\tgame\\mark\n", File.ReadAllText(Assert.Single(Directory.GetFiles(journal, "*.log"))));
    }

    [LinuxFact(Needs.Published)]
    public void EndingTheLauncherEndsTheGame()
    {
        string first = _folder.At("first"), second = _folder.At("second");
        // The shell replaces itself by rvfs, and tells the process id.
        string script = "\"$@\" & pid=$!; while [ ! -e \"$0\" ]; do sleep 0.1; done; kill -TERM $pid; wait $pid";
        GameResult result = GameProcess.RunCommand(["/bin/sh", "-c", script, first, PublishedArtifacts.Launcher, "run", "--no-mods",
            Game(), "twice", WinePrefix.ToWindows(first), "3000", WinePrefix.ToWindows(second)]);
        Assert.Equal(128 + 15, result.ExitCode);
        Thread.Sleep(4000);
        Assert.False(File.Exists(second), "the game has run on");
    }

    private string Game()
    {
        string path = _folder.At("g/game.exe");
        if (!File.Exists(path))
        {
            _folder.Folder("g");
            File.Copy(NativePrograms.Get("launched.exe"), path);
        }

        return path;
    }

    private static GameResult Run(string[] arguments, GameOptions? options = null)
        => GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", "--no-mods", .. arguments], options);

    private static GameResult RunWithMods(string[] arguments) => GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", .. arguments]);

    private static int Expected(uint code) => OperatingSystem.IsWindows() ? (int)code : VFS.Cli.Terminal.ExitCodes.ToUnix(code);

    private static string[] Lines(GameResult result) =>
        result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r')).ToArray();

    private static void AssertFailed(GameResult result, int code, params string[] messages)
    {
        Assert.True(result.ExitCode == code, result.ToString());
        Assert.Equal("", result.Text);
        foreach (string message in messages)
            Assert.Contains(message, result.Errors, StringComparison.Ordinal);
    }
}
