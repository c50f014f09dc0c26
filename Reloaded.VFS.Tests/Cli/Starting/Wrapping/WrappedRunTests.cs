using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Archives;

namespace Reloaded.VFS.Tests.Cli.Starting.Wrapping;

/// <summary>
/// Tests of <c>rvfs run %command%</c> with real processes, and a Steam that consists of the parts that matter (<see cref="SteamStandIn"/>).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class WrappedRunTests : IDisposable
{
    private readonly SteamStandIn _steam = new();

    public void Dispose() => _steam.Dispose();

    [LinuxFact]
    public void AGameOfSteamSeesItsModsUnderProton()
    {
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/mods/a mod/data.txt"), "modded");
        _steam.Write(Path.Combine(_steam.GameFolder, "data.txt"), "plain");
        Assert.Equal("modded", Plain(_steam.Run(_steam.Command("cat", "data.txt"))));
    }

    /// <summary>The archive is unpacked before the line is run, outside of the container.</summary>
    [LinuxFact]
    public void AnArchiveIsAModUnderProton()
    {
        _steam.Write(Path.Combine(_steam.GameFolder, "data.txt"), "plain");
        Directory.CreateDirectory(Path.Combine(_steam.GameFolder, "rvfs/mods"));
        File.WriteAllBytes(Path.Combine(_steam.GameFolder, "rvfs/mods/a mod.zip"), ArchiveFiles.Zip(new ZipPart("data.txt", "modded")));
        GameResult result = _steam.Run(_steam.Command("cat", "data.txt"));
        Assert.Equal("modded", Plain(result));
        Assert.Equal(1, result.Errors.Split("rvfs: unpacking a mod.zip").Length - 1);
    }

    /// <summary>Players replace the game's name by that of a script extender, which lies in its mod's folder.</summary>
    [LinuxFact]
    public void AProgramThatOnlyAModHasIsStartedUnderProton()
    {
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/mods/extender/data.txt"), "modded");
        _steam.Write(Path.Combine(_steam.GameFolder, "data.txt"), "plain");
        File.Copy(_steam.Game, Path.Combine(_steam.GameFolder, "rvfs/mods/extender/loader.exe"));
        GameResult result = _steam.Run(_steam.CommandFor(Path.Combine(_steam.GameFolder, "loader.exe"), "cat", "data.txt"));
        Assert.Equal("modded", Plain(result));
    }

    [LinuxFact]
    public void OptionsNameFoldersOfLinux()
    {
        string mods = Path.GetDirectoryName(
            Path.GetDirectoryName(_steam.Write(Path.Combine(_steam.DataFolder, "Modifikationen ä/one/sub/data.txt"), "modded")))!;
        string target = Path.Combine(_steam.GameFolder, "sub");
        Directory.CreateDirectory(target);
        string relative = Path.GetRelativePath(_steam.GameFolder, Path.GetDirectoryName(mods)!);
        Assert.Equal("modded",
            Plain(_steam.Run(["--mods", relative, "--target", _steam.GameFolder, .. _steam.Command("cat", "sub/data.txt")])));
    }

    [LinuxFact]
    public void ArgumentsExitCodeAndEnvironmentPassThrough()
    {
        string[] arguments = ["--help", "--", "two words", "", """quote " here""", @"C:\folder\", "Döner ☕", "--verb=run", "proton",
            "run", "x.exe"];
        GameResult result = _steam.Run(_steam.Command(["show", .. arguments]));
        string[] lines = result.Text.Split('\n').Select(line => line.TrimEnd('\r')).ToArray();
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(arguments.Select(argument => $"[{argument}]"), lines.Where(line => line.StartsWith('[')));
        Assert.Contains("SteamAppId=348550", lines);
        Assert.Equal(77, _steam.Run(_steam.Command("exit", "77")).ExitCode);
    }

    [LinuxFact]
    public void StandardInputPassesThrough()
    {
        string input = _steam.Write(Path.Combine(_steam.DataFolder, "input"), "of the player, ä");
        string[] from = ["/bin/sh", "-c", "exec \"$@\" < \"$0\"", input];
        string[] line = _steam.WithWindows().Command("echo");
        Assert.Equal("of the player, ä", Plain(_steam.RunCommand([.. from, .. line])));
        Assert.Equal("of the player, ä", Plain(_steam.RunCommand([.. from, _steam.Rvfs, "run", .. line])));
    }

    /// <summary>
    /// SIGTERM reaches the program after rvfs run in the launch options, as without rvfs, and that program handles the game.
    /// </summary>
    [LinuxFact]
    public async Task ASignalReachesTheLine()
    {
        string wrapper = _steam.Write(Path.Combine(_steam.DataFolder, "wrapper"), """
            trap 'echo "$$" > "$RVFS_TEST_OUT/caught"' TERM
            "$@" <&0 &
            wait $!
            code=$?
            # The trap ends the first wait.
            [ $code = 143 ] && { wait $!; code=$?; }
            exit $code
            """);
        string begun = Path.Combine(_steam.GameFolder, "begun"), ended = Path.Combine(_steam.GameFolder, "ended");
        Task<GameResult> game = Task.Run(() => _steam.Run(["/bin/bash", wrapper, .. _steam.Command("twice", "begun", "3000", "ended")]));
        Assert.True(SpinWait.SpinUntil(() => File.Exists(begun) || game.IsCompleted, TimeSpan.FromMinutes(2)));
        string process = _steam.Read("shell.pid").Trim();
        TemporaryFolder.Shell("kill -TERM \"$1\"", process);
        GameResult result = await game;
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(process, _steam.Read("caught").Trim());
        Assert.True(File.Exists(ended));
    }

    /// <summary>
    /// The process id stays the same, no more signals are ignored or blocked than before, and the environment stays the same, byte for
    /// byte.
    /// </summary>
    [LinuxFact]
    public void NothingOfRvfsStaysOnTheLinuxSide()
    {
        GameResult result = _steam.Run(_steam.Command("exit", "0"));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(_steam.Read("shell.pid"), _steam.Read("reaper.pid"));
        Assert.Equal(SignalSets(_steam.Read("shell.signals")), SignalSets(_steam.Read("reaper.signals")));
        Assert.Equal(Variables("shell.env"), Variables("reaper.env"));
    }

    [LinuxFact]
    public void WineIsToldOfAModsDLL()
    {
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/mods/loader/version.dll"), "not loaded by this program");
        GameResult result = _steam.Run(_steam.Command("exit", "0"));
        Assert.True(result.ExitCode == 0, result.ToString());
        string[] added = [.. Variables("reaper.env").Except(Variables("shell.env"))];
        Assert.Equal(["version=n,b"],
            added.Select(line => line.Split('=', 2)).Where(pair => pair[0] == "WINEDLLOVERRIDES").Select(pair => pair[1].Split(';')[^1]));
        Assert.Contains("version=n,b", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>The user's own setting for a DLL isn't changed.</summary>
    [LinuxFact]
    public void TheUsersOwnWordOnADLLWins()
    {
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/mods/loader/version.dll"), "not loaded by this program");
        _steam.Variables["WINEDLLOVERRIDES"] = "mscoree,mshtml=;Version=b";
        GameResult result = _steam.Run(_steam.Command("exit", "0"));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("WINEDLLOVERRIDES=mscoree,mshtml=;Version=b", Variables("reaper.env"));
        Assert.DoesNotContain("n,b", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>The launcher without a console window replaces the game; no other word of the line changes.</summary>
    [LinuxFact]
    public void WordsPassByteForByte()
    {
        // A name that isn't UTF-8, an empty word, and a line break.
        const string Line = """exec "$@" "$(printf 'a\377\376b')" '' "$(printf 'x\ny')" -- "ä" """;
        string[] shell = ["/bin/sh", "-c", Line, "sh"], command = _steam.Command("show");
        Assert.Equal(0, _steam.RunCommand([.. shell, .. command]).ExitCode);
        List<string> plain = Words();
        Assert.Contains("a\u00FF\u00FEb", plain);
        Assert.Equal(0, _steam.RunCommand([.. shell, _steam.Rvfs, "run", .. command]).ExitCode);
        int game = plain.IndexOf(Bytes(_steam.Game));
        List<string> expected =
        [
            .. plain[..game], Bytes(Path.Combine(Path.GetDirectoryName(_steam.Rvfs)!, "rvfsw.exe")), "run", "--wrapped", .. plain[game..],
        ];
        Assert.Equal(expected, Words());

        List<string> Words() => [.. System.Text.Encoding.Latin1.GetString(_steam.ReadBytes("reaper.words")).Split('\0')];

        static string Bytes(string text) => System.Text.Encoding.Latin1.GetString(System.Text.Encoding.UTF8.GetBytes(text));
    }

    /// <summary>Steam sets <c>LC_ALL=C</c>, which Proton removes: the remaining variables count.</summary>
    [LinuxTheory]
    [InlineData(null, null, "LC_CTYPE=C.UTF-8")]
    [InlineData(null, "C", "LC_CTYPE=C.UTF-8")]
    [InlineData("C", "de_DE.UTF-8", "HOST_LC_ALL=C.UTF-8")]
    [InlineData(null, "C.UTF-8", null)]
    [InlineData("C.UTF-8", null, null)]
    public void NamesBeyondASCIIUnderSteamsLocale(string? hostAll, string? language, string? added)
    {
        _steam.Write(Path.Combine(_steam.WithWindows().GameFolder, "rvfs/mods/Ärger/dätä.txt"), "modded");
        foreach ((string name, string? value) in (ReadOnlySpan<(string, string?)>)
            [("LC_ALL", "C"), ("LC_CTYPE", null), ("HOST_LC_ALL", hostAll), ("LANG", language)])
            _steam.Variables[name] = value;
        Assert.Equal("modded", Plain(_steam.Run(_steam.Command("cat", "dätä.txt"))));
        Assert.Equal(added is null ? [] : [added], Variables("reaper.env").Except(Variables("shell.env")));
    }

    [LinuxFact]
    public void AConfigurationNamedByItsPathOfLinux()
    {
        _steam.Write(Path.Combine(_steam.WithWindows().Home, "Einstellungen ä/mine.json"), """{ "mods": "../mods of mine" }""");
        _steam.Write(Path.Combine(_steam.Home, "mods of mine/one/data.txt"), "modded");
        string relative = Path.GetRelativePath(_steam.GameFolder, Path.Combine(_steam.Home, "Einstellungen ä/mine.json"));
        Assert.Equal("modded", Plain(_steam.Run(["--config", relative, .. _steam.Command("cat", "data.txt")])));
    }

    /// <summary>Proton passes a link to Wine, which doesn't know such a program either.</summary>
    [LinuxTheory]
    [InlineData("a link")]
    [InlineData("a batch file")]
    [InlineData("a game for Linux")]
    public void ALineWithoutAGameRunsAsItIs(string kind)
    {
        string mark = Path.Combine(_steam.GameFolder, "mark");
        string[] line = kind switch
        {
            "a link" => _steam.CommandFor("link2ea://launchgame/1"),
            "a batch file" => _steam.CommandFor(
                _steam.Write(Path.Combine(_steam.GameFolder, "start.bat"), "@echo of %~1> mark\r\n@exit /b 7\r\n"), "a batch file"),
            // Steam's line for such a game has no Proton.
            _ => [.. _steam.Command()[..^3], _steam.WriteScript(Path.Combine(_steam.GameFolder, "start.sh"), "echo of $1 > mark\nexit 7"),
                kind],
        };
        GameResult plain = _steam.RunCommand(line);
        string? said = TakeMark();
        GameResult wrapped = _steam.Run(line);
        Assert.Equal((plain.ExitCode, plain.Text, said), (wrapped.ExitCode, wrapped.Text, TakeMark()));
        Assert.Equal(kind == "a link" ? null : "of " + kind, said);
        Assert.True(kind == "a link" || wrapped.ExitCode == 7, wrapped.ToString());
        Assert.Equal(_steam.Read("shell.pid"), _steam.Read("reaper.pid"));
        Assert.Single(wrapped.Errors.Split('\n'), line => line.StartsWith("rvfs:", StringComparison.Ordinal));
        Assert.Contains("names no Windows game (.exe); the line runs as it is, without mods", wrapped.Errors,
            StringComparison.Ordinal);

        string? TakeMark()
        {
            if (!File.Exists(mark))
                return null;
            string text = File.ReadAllText(mark).Trim();
            File.Delete(mark);
            return text;
        }
    }

    /// <summary>
    /// The program has its own console, as Proton gives it one: on a Steam Deck nobody sees it, and nobody can press a key.
    /// </summary>
    [LinuxFact]
    public void NothingWaitsForAKey()
    {
        string launcher = Path.Combine(Path.GetDirectoryName(_steam.Rvfs)!, "rvfs.exe");
        Assert.Equal(127, _steam.RunCommand(_steam.CommandFor(launcher, "nosuch.exe")).ExitCode);
        Assert.Equal(127, _steam.RunCommand(_steam.CommandFor(launcher, "run", "nosuch.exe")).ExitCode);
    }

    /// <summary>
    /// The game runs, although a plain <c>rvfs run</c> refuses it: in Steam a player would see a game that doesn't start, and no message.
    /// </summary>
    [LinuxFact]
    [Trait("Bits", "64")]
    public void A32BitGameIsLeftToProton()
    {
        string game = Path.Combine(_steam.GameFolder, "old.exe");
        byte[] image = File.ReadAllBytes(_steam.Game);
        int header = BitConverter.ToInt32(image, 0x3C);
        BitConverter.GetBytes((ushort)0x14C).CopyTo(image, header + 4); // IMAGE_FILE_MACHINE_I386
        File.WriteAllBytes(game, image);
        GameResult plain = _steam.RunCommand(_steam.CommandFor(game, "exit", "5")),
            wrapped = _steam.Run(_steam.CommandFor(game, "exit", "5"));
        Assert.Equal(plain.ExitCode, wrapped.ExitCode);
        Assert.Contains("is a 32-bit program", wrapped.Errors, StringComparison.Ordinal);
    }

    /// <summary>Mods, and rvfs itself, are in folders that the container doesn't show.</summary>
    [LinuxFact]
    public void FoldersThatTheContainerDoesNotShow()
    {
        Assert.True(Environment.UserName == "root", "this test makes a folder at the top of the disk: it needs root");
        string unseen = $"/rvfs-test-{Guid.NewGuid():N}";
        try
        {
            _steam.Rvfs = SteamStandIn.InstallRvfs(Path.Combine(unseen, "rvfs"));
            _steam.Write(Path.Combine(unseen, "elsewhere/two/data.txt"), "modded by a link");
            _steam.Write(Path.Combine(unseen, "mods/one/other.txt"), "modded");
            Directory.CreateSymbolicLink(Path.Combine(unseen, "mods/two"), Path.Combine(unseen, "elsewhere/two"));
            GameResult result = _steam.Run(["--mods", Path.Combine(unseen, "mods"), .. _steam.Command("cat", "data.txt", "other.txt")]);
            Assert.Equal("modded by a linkmodded", Plain(result));
            string copy = Assert.Single(Directory.GetDirectories(Path.Combine(_steam.DataFolder, "rvfs")));
            Assert.Equal(["reloaded_vfs.dll", "rvfs.exe", "rvfsw.exe"],
                Directory.GetFiles(copy).Select(Path.GetFileName).Order(StringComparer.Ordinal));
            Assert.Contains($"STEAM_COMPAT_MOUNTS={_steam.Tools}:{unseen}/mods:{unseen}/elsewhere/two", Variables("reaper.env"));
        }
        finally
        {
            Directory.Delete(unseen, recursive: true);
        }
    }

    [LinuxFact]
    public void WhatAWrappedRunLeavesOutIsNamed()
    {
        GameResult result = _steam.Run(["--monitor", .. _steam.Command("exit", "7")]);
        Assert.Equal(7, result.ExitCode);
        Assert.Contains("--monitor is left out: rvfs becomes the launcher's command line and can't monitor.", result.Errors,
            StringComparison.Ordinal);
        Assert.Contains("While the game runs: rvfs monitor", result.Errors, StringComparison.Ordinal);
    }

    /// <summary>Nothing is created for a missing set: it would count as a set without an order.</summary>
    [LinuxTheory]
    [InlineData("""{ "writes": "overwrite" }""")]
    [InlineData("""{ "undo": true }""")]
    public void ASetThatIsNotThereIsNamed(string configuration)
    {
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/rvfs.json"), configuration);
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/mods/a/a.txt"), "");
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/sets/hard/order.txt"), "");
        for (int start = 0; start < 2; start++)
        {
            GameResult result = _steam.Run(["--set", "hrad", .. _steam.Command("exit", "7")]);
            Assert.True(result.Errors.Contains("There is no set 'hrad'", StringComparison.Ordinal), result.ToString());
            Assert.Equal(["hard"], Directory.GetFileSystemEntries(Path.Combine(_steam.GameFolder, "rvfs/sets")).Select(Path.GetFileName));
        }

        Assert.Equal(7, _steam.Run(["--set", "hard", .. _steam.Command("exit", "7")]).ExitCode);
    }

    /// <summary>The game starts, and its writes go to the same place as when a folder can't be written.</summary>
    [LinuxTheory]
    [InlineData("""{ "writes": "overwrite", "overwrite": "Q:\\saves" }""")]
    [InlineData("""{ "undo": true, "overwrite": "Q:\\saves" }""")]
    public void AnOverwriteFolderOnNoDriveDoesNotStopTheStart(string configuration)
    {
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/mods/a/a.txt"), "");
        _steam.Write(Path.Combine(_steam.GameFolder, "rvfs/rvfs.json"), configuration);
        GameResult result = _steam.Run(_steam.Command("exit", "7"));
        Assert.True(result.ExitCode == 7, result.ToString());
        Assert.Equal(["game.exe", "rvfs"],
            Directory.GetFileSystemEntries(_steam.GameFolder).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        if (configuration.Contains("writes", StringComparison.Ordinal))
            Assert.True(result.Errors.Split('\n').Count(line =>
                line.Contains("the overwrite folder can't be written", StringComparison.Ordinal)) == 1, result.ToString());
    }

    [LinuxFact]
    public void AProgramThatIsNotThereIsNamed()
    {
        GameResult result = _steam.Run("/nowhere/reaper", "SteamLaunch", "--", "/nowhere/proton", "run", _steam.Game);
        Assert.Equal(127, result.ExitCode);
        Assert.Contains("There is no program '/nowhere/reaper'", result.Errors, StringComparison.Ordinal);
    }

    private static string Plain(GameResult result)
    {
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text;
    }

    /// <summary>Returns the blocked and ignored signals; handlers don't survive exec.</summary>
    private static string[] SignalSets(
        string status) => [.. status.Split('\n')
            .Where(line => line.StartsWith("SigBlk", StringComparison.Ordinal) || line.StartsWith("SigIgn", StringComparison.Ordinal))];

    private string[] Variables(string name) =>
        [.. _steam.Read(name).Split('\0')
            .Where(line => !line.StartsWith("_=", StringComparison.Ordinal) && !line.StartsWith("SHLVL=", StringComparison.Ordinal)
            && !line.StartsWith("PWD=", StringComparison.Ordinal) && !line.StartsWith("OLDPWD=", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)];
}
