using System.Diagnostics;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Archives;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>Tests of games that are started without a launcher, after <c>rvfs install</c>.</summary>
[Collection(RealProcesses.Name)]
public sealed class InstalledGameTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public InstalledGameTests()
    {
        _folder.File("game/data.txt", "plain");
        _folder.File("game/rvfs/mods/one/data.txt", "modded");
    }

    /// <summary>Gets the system that the games run on.</summary>
    internal static GamePrefix Prefix => new(OperatingSystem.IsWindows()
        ? Environment.SystemDirectory
        : Path.Combine(WinePrefix.Folder, "drive_c", "windows", "system32"), null, null);

    public void Dispose() => _folder.Dispose();

    private string Game => _folder.At("game/game.exe");

    private static string SystemFolder => Prefix.SystemFolderOf(is64Bit: !Width.Is32Bit);

    [RealProcessTheory]
    [Trait("Bits", "Both")]
    [InlineData("version.dll", "-lversion")]
    [InlineData("winmm.dll", "-DWINMM", "-lwinmm")]
    public void ItsFirstLineSeesTheMods(string module, params string[] arguments)
    {
        NativePrograms.Build("proxied.c", Game, arguments);
        AssertModded(module);
    }

    [RealProcessFact]
    public void ImportsByNumberAreMet()
    {
        int ordinal = DllExports.Read(Path.Combine(SystemFolder, "version.dll"))
            .Single(e => e.Names.Contains("GetFileVersionInfoSizeW")).Ordinal;
        string definition = _folder.File("numbered.def",
            $"LIBRARY version.dll\nEXPORTS\nGetFileVersionInfoSizeW{(Width.Is32Bit ? "@8" : "")} @{ordinal} NONAME\n"), library = _folder.At("libnumbered.a");
        string tool = NativePrograms.Compiler!.Replace("gcc", "dlltool", StringComparison.Ordinal);
        using (Process process = Process.Start(tool, ["-d", definition, "-l", library]))
            process.WaitForExit();
        NativePrograms.Build("proxied.c", Game, library);
        AssertModded("version.dll");
    }

    [RealProcessFact]
    public void ADllBesideItMayCallInItsDllMain()
    {
        NativePrograms.Build("proxied_part.c", _folder.At("game/part.dll"), "-shared", "-lversion");
        NativePrograms.Build("proxied.c", Game, "-DPART", _folder.At("game/part.dll"));
        AssertModded("version.dll");
    }

    /// <summary>RVFS_DOORSTOP names the winhttp.dll of the real Doorstop, to use instead of the tests' own (docs/proof.md).</summary>
    [RealProcessFact]
    public void ADoorstopHandsOn()
    {
        if (Environment.GetEnvironmentVariable("RVFS_DOORSTOP") is { Length: > 0 } real)
            File.Copy(real, _folder.At("game/winhttp.dll"));
        else
            NativePrograms.Build("alternate.c", _folder.At("game/winhttp.dll"), "-shared", "-Wl,--kill-at");
        NativePrograms.Build("proxied.c", Game, "-DWINHTTP", "-lwinhttp");
        Assert.Equal("winhttp_alt.dll", Install().File);
        Assert.Equal(["first: modded", "answer: 1"], Lines(Run("winhttp.dll")));
    }

    /// <summary>The DLL doesn't unpack archives: it names the command that does, and uses the result.</summary>
    [RealProcessFact]
    public void AnArchiveIsAModOnceItIsUnpacked()
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        Install();
        _folder.File("game/rvfs/mods/z.zip", ArchiveFiles.Zip(new ZipPart("data.txt", "of the archive")));
        Assert.Equal("first: modded", Lines(Run("version.dll"))[0]);
        Assert.Contains("the archive isn't unpacked yet",
            File.ReadAllText(Assert.Single(Directory.GetFiles(_folder.At("game/rvfs/logs"), "start-*.json"))), StringComparison.Ordinal);
        GameResult refreshed = GameProcess.RunCommand([PublishedArtifacts.Launcher, "refresh", "--game", Game]);
        Assert.True(refreshed.ExitCode == 0, refreshed.ToString());
        Assert.Equal("first: of the archive", Lines(Run("version.dll"))[0]);
    }

    /// <summary>As for rvfs run, the game is the nearest folder above the program that has mods; those beside the program go first.</summary>
    [RealProcessFact]
    public void AProgramBelowTheGamesFolderHasTheGamesMods()
    {
        string game = _folder.At("game/bin/x64/game.exe");
        _folder.File("game/bin/x64/data.txt", "plain");
        _folder.File("game/rvfs/mods/one/bin/x64/data.txt", "of one");
        _folder.File("game/rvfs/mods/two/bin/x64/data.txt", "of two");
        NativePrograms.Build("proxied.c", game, "-lversion");
        Installation installation = new(Path.GetDirectoryName(PublishedArtifacts.WindowsLauncher)!, TextWriter.Null);
        Assert.Equal("../..", installation.Install(game, Prefix).Manifest.Root);
        Assert.Equal("first: of two", First());
        _folder.File("game/rvfs/rvfs.json", """{ "set": "first" }""");
        _folder.File("game/rvfs/sets/first/order.txt", "one\n-two\n");
        Assert.Equal("first: of one", First());
        Assert.Equal(2, Directory.GetFiles(_folder.At("game/rvfs/logs"), "start-*.json").Length);
        _folder.File("game/bin/x64/rvfs/mods/own/data.txt", "of its own");
        Assert.Equal("first: of its own", First());
        Assert.Equal("first: plain", Lines(GameProcess.Run(game, [], Options(["version.dll"], ("RVFS_NO_AUTOSTART", "1"))))[0]);

        string First() => Lines(GameProcess.Run(game, [], Options("version.dll")))[0];
    }

    /// <summary>Without a launcher, the DLL itself determines the set: from the environment, otherwise from the configuration.</summary>
    [RealProcessFact]
    public void TheDllItselfKnowsTheSet()
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        Install();
        _folder.File("game/rvfs/mods/two/data.txt", "of two");
        _folder.File("game/rvfs/mods/order.txt", "one\ntwo\n");
        _folder.File("game/rvfs/sets/first/order.txt", "two\none\n");
        _folder.File("game/rvfs/sets/none/order.txt", "-two\n-one\n");
        Assert.Equal("first: of two", First());
        Assert.Equal("first: modded", First(("RVFS_SET", "first")));
        _folder.File("game/rvfs/rvfs.json", """{ "set": "first" }""");
        Assert.Equal("first: modded", First());
        Assert.Equal("first: plain", First(("RVFS_SET", "none")));
        _folder.File("game/rvfs/rvfs.json", """{ "set": "gone" }""");
        Assert.Equal("first: of two", First());
        Assert.Contains(Directory.GetFiles(_folder.At("game/rvfs/logs"), "start-*.json"),
            report => File.ReadAllText(report).Contains("there is no set", StringComparison.Ordinal));

        string First(params (string, string)[] environment) => Lines(GameProcess.Run(Game, [], Options(["version.dll"], environment)))[0];
    }

    /// <summary>The DLL itself reports this, too, and changes nothing.</summary>
    [RealProcessFact]
    public void AnOverwriteFolderThatIsTheGamesIsRefused()
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        Install();
        _folder.File("game/rvfs/rvfs.json", "{\n  \"writes\": \"overwrite\",\n  \"overwrite\": \"..\"\n}");
        string[] before = Directory.GetFiles(_folder.At("game"), "*", SearchOption.AllDirectories);
        Assert.Equal("first: plain", Lines(Run("version.dll"))[0]);
        string report = Assert.Single(Directory.GetFiles(_folder.At("game/rvfs/logs"), "start-*.json"));
        Assert.Contains("can't be the overwrite folder", File.ReadAllText(report), StringComparison.Ordinal);
        Assert.Contains("\"line\": 3", File.ReadAllText(report), StringComparison.Ordinal);
        Assert.Equal(before.Append(report).Order(), Directory.GetFiles(_folder.At("game"), "*", SearchOption.AllDirectories).Order());
        Assert.Equal(["game"], Directory.GetFileSystemEntries(_folder.Root).Select(Path.GetFileName));
    }

    /// <summary>A misspelled set has no saves of its own: nothing is created for it, and each start reports it.</summary>
    [RealProcessFact]
    public void ASetThatIsNotThereIsToldAtEachStart()
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        Install();
        foreach (string policy in (string[])["""  "writes": "overwrite" """, """ "undo": true """])
        {
            _folder.File("game/rvfs/rvfs.json", $$"""{ "set": "hrad", {{policy}} }""");
            for (int i = 0; i < 2; i++)
            {
                Assert.Equal(policy.Contains("undo", StringComparison.Ordinal) ? "first: modded" : "first: plain",
                    Lines(Run("version.dll"))[0]);
                Assert.False(Directory.Exists(_folder.At("game/rvfs/sets")));
                string logs = _folder.At("game/rvfs/logs");
                Assert.Contains("there is no set 'hrad'", File.ReadAllText(Assert.Single(Directory.GetFiles(logs, "start-*.json"))),
                    StringComparison.Ordinal);
                Directory.Delete(logs, recursive: true);
            }
        }
    }

    /// <summary>A refused start leaves alone what an earlier run has left: incomplete files, its journal, and unchanged copies.</summary>
    [RealProcessTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void AStartThatIsRefusedHasChangedNothing(bool isAntiCheat)
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        Install();
        _folder.File("game/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        Assert.Equal("first: modded", Lines(Run("version.dll"))[0]);
        // A map's part goes into folders that the game lacks.
        _folder.File("game/rvfs/mods/two/mod.json", """{ "map": [ { "from": "far", "to": "way/to/it" } ] }""");
        _folder.File("game/rvfs/mods/two/far/x.txt", "far");
        string way = _folder.At("game/rvfs/folders/target/way/to"),
            half = _folder.File("game/rvfs/overwrite.rvfs-tmp/7-1", "half"), run = _folder.At("game/rvfs/overwrite.rvfs-undo/run"),
            begun = File.ReadAllText(run);
        if (isAntiCheat)
            Directory.CreateDirectory(_folder.At("game/EasyAntiCheat"));
        else
            _folder.File("game/rvfs/mods/order.txt", "one\ngone\n");
        if (!isAntiCheat)
            _folder.File("game/rvfs/rvfs.json", """{ "writes": "overwrite", "onError": "stop" }""");
        GameResult refused = Run("version.dll");
        Assert.DoesNotContain("modded", refused.Text, StringComparison.Ordinal);
        Assert.True(File.Exists(half), refused.ToString());
        Assert.Equal(begun, File.ReadAllText(run));
        Assert.False(Directory.Exists(way), "a start that is refused makes folders");

        _folder.File("game/rvfs/rvfs.json", """{ "writes": "overwrite", "offline": true }""");
        Assert.Equal("first: modded", Lines(Run("version.dll"))[0]);
        Assert.False(File.Exists(half));
        Assert.NotEqual(begun, File.ReadAllText(run));
        Assert.True(Directory.Exists(way));
    }

    /// <summary>A start by <c>rvfs run</c> has more information than the installation.</summary>
    [RealProcessFact]
    public void ALauncherHasItsWay()
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        Install();
        _folder.File("others/two/data.txt", "of the launcher");
        GameResult result = GameProcess.Run(Game, [], Options("version.dll") with
        {
            Vfs = true,
            VfsArguments = ["--mods", _folder.At("others")],
        });
        Assert.StartsWith("first: of the launcher", result.Text, StringComparison.Ordinal);
        Assert.Contains("1 mod, 1 file", result.Errors, StringComparison.Ordinal);
        Assert.Single(Directory.GetFiles(_folder.At("game/rvfs/logs"), "start-*.json"));
    }

    /// <summary>
    /// Other programs in the folder import the same DLL, so the proxy is in them, too. A program that maintains the game sees the game's
    /// own file, and its writes don't become a mod's; a program that has nothing to do with the game isn't affected, and leaves no report.
    /// </summary>
    [RealProcessTheory]
    [InlineData("updater.exe", "", 1)]
    [InlineData("crashpad_handler.exe", "", 0)]
    [InlineData("tool.exe", "--type=renderer", 0)]
    public void AnotherProgramOfTheFolderHasTheModeOfItsName(string program, string argument, int reports)
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        Install();
        File.Copy(Game, _folder.At("game/" + program));
        string[] arguments = [.. new[] { argument, "write" }.Where(a => a.Length > 0)];
        GameResult result = GameProcess.Run(_folder.At("game/" + program), arguments, Options("version.dll"));
        Assert.Equal("first: plain", Lines(result)[0]);
        Assert.Equal(("modded", "written"), (File.ReadAllText(_folder.At("game/rvfs/mods/one/data.txt")),
            File.ReadAllText(_folder.At("game/data.txt"))));
        string logs = _folder.At("game/rvfs/logs");
        Assert.Equal(reports, Directory.Exists(logs) ? Directory.GetFiles(logs, "start-*.json").Length : 0);
        Assert.False(File.Exists(_folder.At("game/rvfs/install-error.txt")));
        Assert.Equal("first: modded", Lines(Run("version.dll"))[0]);
        if (argument.Length > 0)
            return;
        // The game starts the program.
        result = GameProcess.Run(Game, ["start", program], Options("version.dll"));
        Assert.Equal(["first: modded", "first: written"],
            Lines(result).Where(line => line.StartsWith("first", StringComparison.Ordinal)));
    }

    /// <summary>A tool in the folder that is neither sees the mods, and the programs that an updater starts are followed.</summary>
    [RealProcessFact]
    public void AToolOfTheFolderSeesTheMods()
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        Install();
        File.Copy(Game, _folder.At("game/editor.exe"));
        Assert.Equal("first: modded", Lines(GameProcess.Run(_folder.At("game/editor.exe"), [], Options("version.dll")))[0]);
        File.Copy(Game, _folder.At("game/updater.exe"));
        string elsewhere = _folder.At("elsewhere/tool.exe");
        _folder.Folder("elsewhere");
        File.Copy(Game, elsewhere);
        GameResult result = GameProcess.Run(_folder.At("game/updater.exe"), ["start", WinePrefix.ToWindows(elsewhere)],
            Options("version.dll"));
        Assert.Equal(["first: plain", "first: modded"], Lines(result).Where(line => line.StartsWith("first", StringComparison.Ordinal)));
    }

    [RealProcessFact]
    public void WithoutTheDllTheGameRunsAndSaysWhy()
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        Install();
        File.Delete(_folder.At("game/rvfs/reloaded_vfs.dll"));
        Assert.Equal("first: plain", Lines(Run("version.dll"))[0]);
        Assert.Contains("rvfs\\reloaded_vfs.dll can't be loaded, Windows error 126",
            File.ReadAllText(_folder.At("game/rvfs/install-error.txt")), StringComparison.Ordinal);
    }

    /// <summary>Tests every export of every DLL that a proxy may replace, on this system.</summary>
    [RealProcessFact]
    public void AllExportsAreThereByNameAndByNumber()
    {
        byte[] template = File.ReadAllBytes(PublishedArtifacts.Proxy);
        List<string> names = [], expected = [];
        foreach (string name in ProxyNames.All.Where(name => File.Exists(Path.Combine(SystemFolder, name))))
        {
            IReadOnlyList<DllExport> exports = DllExports.Read(Path.Combine(SystemFolder, name));
            Assert.Null(ProxyImage.WhyUnfit(exports));
            _folder.File("proxies/" + name, ProxyImage.Make(template, name, exports));
            names.Add(name);
            string counts = $"{name}: {exports.Sum(e => e.Names.Count)} names, {exports.Count} numbers";
            expected.AddRange([counts, counts]);
            if (name is "version.dll" or "winmm.dll" or "dinput8.dll")
                expected.Add(name + ": same answers");
        }

        Assert.Contains("version.dll", names);
        Assert.Contains("winmm.dll", names);
        GameResult result = GameProcess.Run(NativePrograms.Get("exports.exe"), [WinePrefix.ToWindows(_folder.At("proxies")), .. names],
            Options([.. names], ("RVFS_NO_AUTOSTART", "1")));
        Assert.Equal(expected, Lines(result));
    }

    /// <summary>
    /// The first call of an export, which looks up the real function, preserves the registers for floating-point arguments.
    /// </summary>
    [RealProcessFact]
    public void ArgumentsThatAreNumbersArriveInTheFirstCall()
    {
        // The place where the proxy looks: below the system's folder.
        string name = $"..\\temp\\rvfs-{Guid.NewGuid():N}.dll";
        string real = Path.Combine(Path.GetDirectoryName(SystemFolder)!, "temp", name["..\\temp\\".Length..]);
        Directory.CreateDirectory(Path.GetDirectoryName(real)!);
        try
        {
            NativePrograms.Build("numbers.c", real, "-shared", "-DDLL");
            string proxy = _folder.File("numbers.dll",
                ProxyImage.Make(File.ReadAllBytes(PublishedArtifacts.Proxy), name, DllExports.Read(real)));
            Assert.Equal(["four 4321", "mixed 654321", "four 4321", "mixed 654321"], Lines(GameProcess.Run(
                NativePrograms.Get("numbers.exe"), [WinePrefix.ToWindows(proxy)])));
        }
        finally
        {
            File.Delete(real);
        }
    }

    [RealProcessFact]
    public void AGameThatRunsIsRefused()
    {
        File.Copy(NativePrograms.Get("launched.exe"), Game);
        string mark = _folder.At("game/mark");
        ProcessStartInfo start = OperatingSystem.IsWindows() ? new(Game) : new(WinePrefix.Command!, [Game]);
        foreach (string argument in (string[])["twice", WinePrefix.ToWindows(mark), "300000", WinePrefix.ToWindows(mark + "2")])
            start.ArgumentList.Add(argument);
        foreach ((string name, string value) in OperatingSystem.IsWindows() ? new Dictionary<string, string>() : WinePrefix.Environment)
            start.Environment[name] = value;
        using Process process = Process.Start(start)!;
        try
        {
            Assert.True(SpinWait.SpinUntil(() => File.Exists(mark), TimeSpan.FromMinutes(1)));
            CliException e = Assert.Throws<CliException>(() => RunningGame.ThrowIfRunning(Game));
            Assert.Contains("'game.exe' is running", e.Message, StringComparison.Ordinal);
        }
        finally
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
        }
    }

    /// <summary>By the commands themselves: Wine's registry tells Wine about the DLL, not the environment.</summary>
    [LinuxFact(Needs.Published)]
    public void TheCommandsInstallTellWineAndTakeAllAway()
    {
        string game = _folder.At($"game/registry-{Guid.NewGuid():N}.exe");
        NativePrograms.Build("proxied.c", game, "-lversion");
        GameResult installed = GameProcess.RunCommand([PublishedArtifacts.Launcher, "install", "--registry", game]);
        Assert.True(installed.ExitCode == 0, installed.ToString());
        Assert.Contains("Set in the Wine prefix: ", installed.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("WINEDLLOVERRIDES", installed.Text, StringComparison.Ordinal);
        Assert.Equal("first: modded", Lines(GameProcess.Run(game, [], new GameOptions
        {
            Environment = new Dictionary<string, string?> { ["RVFS_NO_AUTOSTART"] = null },
        }))[0]);
        string key = $@"HKEY_CURRENT_USER\Software\Wine\AppDefaults\{Path.GetFileName(game)}";
        Assert.Equal(0, Registry("query", key + @"\DllOverrides", "/v", "version"));
        GameResult removed = GameProcess.RunCommand([PublishedArtifacts.Launcher, "uninstall", game]);
        Assert.Contains("The folder is as it was before rvfs install.", removed.Text, StringComparison.Ordinal);
        Assert.NotEqual(0, Registry("query", key));
        string before = Assert.Single(installed.Text.Split('\n'), line => line.StartsWith("The folder before: ", StringComparison.Ordinal));
        Assert.Contains(before + "\n" + before.Replace("before: ", "now:    ", StringComparison.Ordinal), removed.Text,
            StringComparison.Ordinal);
        Assert.Equal("first: plain", Lines(GameProcess.Run(game, [], Options("version.dll")))[0]);
    }

    /// <summary>Settings that somebody has made for the game meanwhile stay.</summary>
    [LinuxFact(Needs.Published)]
    public void WhatElseIsSetForTheGameStays()
    {
        string game = _folder.At($"game/registry-{Guid.NewGuid():N}.exe"),
            key = $@"HKEY_CURRENT_USER\Software\Wine\AppDefaults\{Path.GetFileName(game)}";
        NativePrograms.Build("proxied.c", game, "-lversion");
        GameResult installed = GameProcess.RunCommand([PublishedArtifacts.Launcher, "install", "--registry", game]);
        Assert.True(installed.ExitCode == 0, installed.ToString());
        Assert.Equal(0, Registry("add", key, "/v", "Version", "/d", "win10", "/f"));
        Assert.Equal(0, GameProcess.RunCommand([PublishedArtifacts.Launcher, "uninstall", game]).ExitCode);
        Assert.Equal(0, Registry("query", key, "/v", "Version"));
        Assert.NotEqual(0, Registry("query", key + @"\DllOverrides"));
        Assert.Equal(0, Registry("delete", key, "/f"));
    }

    [LinuxFact(Needs.Published)]
    public void AFolderThatCantBeWrittenIsTold()
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        // Unwritable even for an administrator.
        string folder = _folder.At("game");
        GameResult result = GameProcess.RunCommand(["bwrap", "--dev-bind", "/", "/", "--ro-bind", folder, folder,
            PublishedArtifacts.Launcher, "install", Game]);
        Assert.Equal(ExitCodes.Failed, result.ExitCode);
        Assert.Contains($"'{folder}' can't be written: the volume is write-protected", result.Errors, StringComparison.Ordinal);
        Assert.Contains("start the game with 'rvfs run'", result.Errors, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void TheWindowsCommandDoesLikewise()
    {
        NativePrograms.Build("proxied.c", Game, "-lversion");
        GameResult installed = GameProcess.Run(PublishedArtifacts.WindowsLauncher, ["install", WinePrefix.ToWindows(Game)]);
        Assert.True(installed.ExitCode == 0, installed.ToString());
        Assert.Contains("version.dll", installed.Text, StringComparison.Ordinal);
        Assert.Equal("first: modded", Lines(Run("version.dll"))[0]);
        GameResult removed = GameProcess.Run(PublishedArtifacts.WindowsLauncher, ["uninstall", WinePrefix.ToWindows(Game)]);
        Assert.Contains("The folder is as it was before rvfs install.", removed.Text, StringComparison.Ordinal);
        Assert.Equal(["data.txt", "game.exe", "rvfs"],
            Directory.GetFileSystemEntries(_folder.At("game")).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
    }

    private void AssertModded(string module)
    {
        string[] plain = Lines(GameProcess.Run(Game, []));
        Assert.Equal("first: plain", plain[0]);
        Assert.NotEqual("answer: 0", plain[1]);
        Assert.Equal(module, Install().File);
        Assert.Equal(["first: modded", plain[1]], Lines(Run(module)));
    }

    private Placement Install() =>
        new Installation(Path.GetDirectoryName(PublishedArtifacts.WindowsLauncher)!, TextWriter.Null)
            .Install(Game, Prefix).Placement;

    private GameResult Run(string module) => GameProcess.Run(Game, [], Options(module));

    /// <summary>
    /// Returns the options with which a player starts an installed game: Wine loads a DLL of that name from the game's folder.
    /// </summary>
    internal static GameOptions Options(string module) => Options([module]);

    private static GameOptions Options(string[] modules, params (string Name, string Value)[] others)
    {
        // As for a real player.
        Dictionary<string, string?> environment = new() { ["RVFS_NO_AUTOSTART"] = null };
        foreach ((string name, string value) in others)
            environment[name] = value;
        if (WinePrefix.IsNeeded)
            environment["WINEDLLOVERRIDES"] = string.Join(',', modules.Select(m => Path.GetFileNameWithoutExtension(m))) + "=n,b";
        return new GameOptions { Environment = environment };
    }

    private static int Registry(params string[] arguments) =>
        GameProcess.RunCommand([WinePrefix.Command!, "reg", .. arguments]).ExitCode;

    /// <summary>Returns the output of a game that has ended successfully.</summary>
    internal static string[] Lines(GameResult result)
    {
        Assert.True(result.ExitCode == 0, result.ToString());
        return [.. result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r'))];
    }
}
