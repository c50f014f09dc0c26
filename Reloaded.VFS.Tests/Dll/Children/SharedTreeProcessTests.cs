using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Dll.Watching;

namespace Reloaded.VFS.Tests.Dll.Children;

/// <summary>
/// Tests of a game, a program that it starts and one that the latter starts, with so many files in mods that they share one tree. The
/// oracle is the same in a folder into which the mods were copied.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed class SharedTreeProcessTests : IDisposable
{
    private const int Files = 1200;

    // RVFS_ENDS=200 is the full scale.
    private static readonly int Ends =
        int.TryParse(Environment.GetEnvironmentVariable("RVFS_ENDS"), CultureInfo.InvariantCulture, out int ends) ? ends : 10;

    // What one program makes, another one's listing may have a moment later.
    private static readonly string[] s_all = ["wait:own0", "wait:own1", "wait:own2"];

    private readonly TemporaryFolder _folder = new();

    public SharedTreeProcessTests()
    {
        foreach (string root in (string[])["plain/", "g/", "g/rvfs/mods/low/", "g/rvfs/mods/m/"])
            Directory.CreateDirectory(_folder.At(root + "Data/deep"));
        for (int i = 0; i < Files; i++)
        {
            string name = $"Data/{(i % 3 == 0 ? "deep/" : "")}file {i}";
            if (i % 10 == 0)
                _folder.File("g/" + name, "game");
            if (i % 7 == 0)
                _folder.File("g/rvfs/mods/low/" + name, "low");
            _folder.File("g/rvfs/mods/m/" + name, "m");
            _folder.File("plain/" + name, "m");
        }

        foreach (string root in (string[])["plain", "g"])
            File.Copy(NativePrograms.Get("sharing.exe"), _folder.At(root + "/sharing.exe"));
    }

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void ThreeProcessesWithOneTreeLookWriteAndFollow()
    {
        string[] commands = ["look", "tree", "start", "look:deep", "tree", "start", "look:deep", "tree", "make:own", "wait:ready",
            "wait:late", "gone:file 7", .. s_all, "look"];
        string[] plain = Run("plain", commands), seen = Run("g/rvfs/mods/m", commands);
        // The game's own tree is its own, and the others take it over.
        Assert.Equal(["0 tree 0", "1 tree 1", "2 tree 1"], seen.Where(line => !Counts(line)).Distinct().Order());
        Assert.Equal(plain.Where(Counts), seen.Where(Counts));
        Assert.DoesNotContain(seen, line => line.Contains("never", StringComparison.Ordinal));

        static bool Counts(string line) => !line.Contains("tree", StringComparison.Ordinal);
    }

    /// <summary>
    /// What a mod hides, maps or is preferred for, and what the game has written to the overwrite folder, is in the tree, too: also what it
    /// writes just before it starts another program.
    /// </summary>
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void WithOverwriteHiddenNamesMapsAndPreferences()
    {
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        _folder.File("g/rvfs/overwrite/Data/file 4", "saved");
        _folder.File("plain/Data/file 4", "saved");
        _folder.File("g/rvfs/mods/map/mod.json",
            """{ "map": [{ "from": "tex", "to": "Data/deep" }, { "from": "more", "to": "Data/new/most" }] }""");
        _folder.File("g/rvfs/mods/map/tex/file 6", "map");
        _folder.File("plain/Data/deep/file 6", "map");
        _folder.File("g/rvfs/mods/map/more/t", "map");
        _folder.File("plain/Data/new/most/t", "map");
        _folder.File("g/rvfs/mods/prefer.txt", "low: Data/file 14");
        _folder.File("plain/Data/file 14", "low");
        _folder.File("g/rvfs/mods/order.txt", "low\nm\nmap\nzz");
        _folder.File("g/rvfs/mods/zz/mod.json", """{ "hide": ["Data/file 10", "Data/deep/file 9*", "Data/none"] }""");
        _folder.File("g/rvfs/mods/zz/Data/last", "zz");
        _folder.File("plain/Data/last", "zz");
        File.Delete(_folder.At("plain/Data/file 10"));
        foreach (string file in Directory.GetFiles(_folder.At("plain/Data/deep"), "file 9*"))
            File.Delete(file);
        string[] commands = ["make:first", "look", "tree", "start", "look:deep", "look:new", "tree", "make:second", "start", "look:deep",
            "wait:second1", "tree", "make:own", "wait:ready", "wait:late", "gone:file 7", .. s_all, "look"];
        string[] plain = Run("plain", commands), seen = Run("g/rvfs/mods/m", commands, own: "g/rvfs/overwrite");
        // The second one may have written before it follows the mods. What it passes is then older than the overwrite folder, and isn't taken.
        Assert.Equal(["0 tree 0", "1 tree 1"], seen.Where(line => IsTree(line) && line[0] != '2').Distinct().Order());
        Assert.Equal(plain.Where(line => !IsTree(line)), seen.Where(line => !IsTree(line)));
        Assert.DoesNotContain(seen, line => line.Contains("never", StringComparison.Ordinal));

        static bool IsTree(string line) => line.Contains("tree", StringComparison.Ordinal);
    }

    /// <summary>
    /// A program that starts another one sets up its watches a little later: the new one goes first. (With so few folders they are set up
    /// without a rest otherwise. A busy machine may have done so before the second one starts its program, or be late with it, so there are
    /// several tries.)
    /// </summary>
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void WatchesGiveWayToAProgramThatIsStarted()
    {
        string[] seen = [];
        int[] pauses = [50, 0, 20];
        for (int i = 0; i < 30 && !seen.Contains("1 rest 1"); i++)
        {
            GameResult result = GameProcess.Run(_folder.At("g/sharing.exe"), ["start", $"pause:{pauses[i % 3]}", "start", "tree", "rest"],
                new GameOptions { Vfs = true });
            seen = [.. Lines(result).Where(line => line[0] != '0').Order()];
        }

        // The last one starts nothing.
        Assert.Equal(["1 rest 1", "1 tree 1", "2 rest 0", "2 tree 1"], seen);
    }

    /// <summary>
    /// A process of the same user, which has a handle of the section or takes one from the process before, can't write to what others map,
    /// nor get a handle that can.
    /// </summary>
    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void NobodyCanWriteToTheSection()
    {
        GameResult result = GameProcess.Run(_folder.At("g/sharing.exe"), ["start", "attack", "start", "attack", "start", "tree", "look"],
            new GameOptions { Vfs = true });
        string[] lines = Lines(result), looks = [.. lines.Where(line => line.Contains(" look ", StringComparison.Ordinal))];
        Assert.True(looks.Length == 4 && looks.Select(line => line[2..]).Distinct().Count() == 1, result.ToString());
        string[] attacks = [.. lines.Where(line => line.Contains("attack", StringComparison.Ordinal))];
        Assert.True(attacks.Length == 5 && attacks.All(line => line[2..] == "attack found sections, writable 0, changed 0"),
            result.ToString());
        Assert.Equal(["0 tree 0", "1 tree 1", "2 tree 1", "3 tree 1"],
            lines.Where(line => line.Contains("tree", StringComparison.Ordinal)).Order());
    }

    /// <summary>A program that is given a wrong handle, or a section with anything else in it, scans the mods itself.</summary>
    [RealProcessFact]
    public void ForgedSectionsAreRefused()
    {
        string dump = _folder.At("dump");
        GameResult dumped = GameProcess.Run(_folder.At("g/sharing.exe"), ["start", "look", "dump:" + WinePrefix.ToWindows(dump)],
            new GameOptions { Vfs = true });
        Assert.Contains("1 dumped 1", Lines(dumped));
        string look = Lines(dumped).First(line => line.StartsWith("1 look", StringComparison.Ordinal)), game = Json(_folder.At("g"));
        GameResult result = GameProcess.Run(_folder.At("g/sharing.exe"), ["forgeries"], new GameOptions
        {
            Environment = new Dictionary<string, string?>
            {
                ["RVFS_FORGE_DLL"] = WinePrefix.ToWindows(Width.Is32Bit ? PublishedArtifacts.Library32 : PublishedArtifacts.Library),
                ["RVFS_FORGE_CONFIG"] = $$"""{ "targets": ["{{game}}"], "mods": "{{game}}\\rvfs\\mods" }""",
                ["RVFS_FORGE_DUMP"] = WinePrefix.ToWindows(dump),
            },
        });
        string[] kinds = ["whole", "closed", "event", "file", "zeros", "random", "torn", "cut", "version", "build"];
        Assert.Equal(kinds.SelectMany(kind => (string[])[$"{kind} entered 0", kind == "whole" ? "1 tree 1" : "1 tree 0", look]),
            Lines(result));

        static string Json(string path) => WinePrefix.ToWindows(path).Replace("\\", "\\\\", StringComparison.Ordinal);
    }

    /// <summary>
    /// Programs that start while mods change see in the end what a program sees that starts afterwards. (The changes take 1.5 s, and the
    /// programs look until nothing has changed for half a second.)
    /// </summary>
    [RealProcessFact]
    public void WhoStartsInAChangeEndsWithWhatIsThere()
    {
        Task<GameResult> run = Task.Run(() => GameProcess.Run(_folder.At("g/sharing.exe"), ["start", "crowd:8"],
            new GameOptions { Vfs = true, Timeout = TimeSpan.FromMinutes(2) }));
        string data = _folder.At("g/rvfs/mods/m/Data");
        var random = new Random(41);
        var clock = System.Diagnostics.Stopwatch.StartNew();
        for (int i = 0; clock.ElapsedMilliseconds < 1500 || i < 40; i++)
        {
            string name = $"{data}/more {random.Next(20)}", tree = $"{data}/tree {random.Next(4)}";
            switch (random.Next(6))
            {
                case 0 or 1:
                    File.WriteAllText(name, $"more {i}");
                    break;
                case 2:
                    File.Delete(name);
                    break;
                case 3 when File.Exists(name):
                    File.Move(name, $"{data}/moved {random.Next(20)}", overwrite: true);
                    break;
                case 4 when Directory.Exists(tree):
                    Directory.Delete(tree, recursive: true);
                    break;
                default:
                    Directory.CreateDirectory(tree + "/deep");
                    File.WriteAllText($"{tree}/deep/leaf {i}", "leaf");
                    break;
            }

            Thread.Sleep(random.Next(40));
        }

        _folder.File("g/rvfs/mods/m/Data/settled", "settled");
        GameResult result = run.GetAwaiter().GetResult();
        GameResult fresh = GameProcess.Run(_folder.At("g/sharing.exe"), ["look"], new GameOptions { Vfs = true });
        string[] looks = [.. Lines(result).Where(line => line.Contains(" look ", StringComparison.Ordinal)).Select(line => line[2..])];
        Assert.True(looks.Length == 16, result.ToString());
        Assert.Equal([Lines(fresh)[0][2..]], looks.Distinct());
    }

    /// <summary>
    /// A program is started while its parent can't list a folder that has changed, because another program holds it: both see the change
    /// once the folder can be listed.
    /// </summary>
    [RealProcessFact]
    public void WhoStartsWhileAFolderIsHeldSeesWhatHasChangedInIt()
    {
        using LiveGame other = new([], vfs: false);
        other.Start();
        Task<GameResult> run = Task.Run(() => GameProcess.Run(_folder.At("g/sharing.exe"),
            ["make:begun", "wait:go", "start", "tree", "make:started", @"wait:deep\sub\late", "look:deep"], new GameOptions { Vfs = true }));
        AwaitOwn(run, "begun0");
        string held = "32";
        for (int i = 0; i < 100 && held == "32"; i++)
        {
            // After its start the VFS lists again what was changed just before it.
            Thread.Sleep(100);
            held = other.Ask("hold", WinePrefix.ToWindows(_folder.At("g/rvfs/mods/m/Data/deep")));
        }

        Assert.Equal("0", held);
        // A new file alone needs no listing.
        _folder.File("g/rvfs/mods/m/Data/deep/sub/late", "late");
        // What has changed two seconds before it starts a program lists again anyway.
        Thread.Sleep(4000);
        _folder.File("g/Data/go", "go");
        AwaitOwn(run, "started1");
        Assert.Equal("1", other.Ask("letgo"));
        GameResult result = run.GetAwaiter().GetResult();
        other.Quit();
        string[] lines = Lines(result);
        Assert.DoesNotContain(lines, line => line.Contains("never", StringComparison.Ordinal));
        Assert.Single(lines.Where(line => line.Contains(" look ", StringComparison.Ordinal)).Select(line => line[2..]).Distinct());
    }

    /// <summary>Waits until a program has created a file in the game's folder, or all have ended.</summary>
    private void AwaitOwn(Task run, string name) => Assert.True(
        SpinWait.SpinUntil(() => run.IsCompleted || File.Exists(_folder.At("g/Data/" + name)), TimeSpan.FromSeconds(30) * GameProcess.Patience));

    /// <summary>Two prefixes run the same game at once, each with trees of its own. (It takes ten seconds to create a prefix.)</summary>
    [LinuxFact(Needs.Published)]
    public void TwoPrefixesAtOnce()
    {
        using var prefix = new TemporaryFolder();
        var other = new Dictionary<string, string?> { ["WINEPREFIX"] = prefix.Root };
        try
        {
            // Creates the prefix.
            GameProcess.RunCommand([WinePrefix.Command!, "cmd", "/c", "exit"],
                new GameOptions { Environment = other, Timeout = TimeSpan.FromMinutes(3) });
            Task<GameResult>[] runs = [RunIn([], "one"), RunIn(other, "two")];
            // Each of the six has written its own file: it has looked before.
            SpinWait.SpinUntil(() => Array.TrueForAll(runs, run => run.IsCompleted)
                || Directory.GetFiles(_folder.At("g/Data")).Count(path => Path.GetFileName(path)[..3] is "one" or "two") == 6,
                TimeSpan.FromSeconds(30) * GameProcess.Patience);
            _folder.File("g/rvfs/mods/m/Data/deep/late", "late");
            string[][] seen = [.. runs.Select(run => Lines(run.GetAwaiter().GetResult()).Where(
                line => !line.Contains("made", StringComparison.Ordinal)).Order().ToArray())];
            Assert.Equal(["0 tree 0", "1 tree 1", "2 tree 1"], seen[0].Where(line => line.Contains("tree", StringComparison.Ordinal)));
            Assert.Equal(seen[0], seen[1]);
        }
        finally
        {
            GameProcess.RunCommand(["wineserver", "-k"], new GameOptions { Environment = other });
        }

        Task<GameResult> RunIn(Dictionary<string, string?> environment, string own) => Task.Run(() => GameProcess.Run(
            _folder.At("g/sharing.exe"),
            ["look:deep", "start", "look:deep", "start", "look:deep", "tree", $"make:{own}", @"wait:deep\late", "look:deep"],
            new GameOptions { Vfs = true, Environment = environment }));
    }

    /// <summary>
    /// The DLL is replaced while the game runs, as an update does it. The program that the game starts then has another image, and scans
    /// the mods itself; the one that the latter starts has the same image, and takes its tree over.
    /// </summary>
    [RealProcessFact]
    public void TwoImagesAtOnceShareNoTree()
    {
        CopiedLauncher copy = new CopiedLauncher(_folder.Folder("rvfs-copy")).AddLibrary();
        Task<GameResult> run = Task.Run(() => GameProcess.RunCommand([copy.Launcher, "run", _folder.At("g/sharing.exe"),
            "make:own", "wait:late", "start", "look", "tree", "start", "look", "tree"],
            new GameOptions { Environment = new Dictionary<string, string?> { ["RVFS_NO_AUTOSTART"] = null } }));
        try
        {
            AwaitOwn(run, "own0");
            byte[] image = File.ReadAllBytes(copy.Library);
            // winnt.h: IMAGE_DOS_HEADER.e_lfanew; IMAGE_FILE_HEADER.TimeDateStamp behind the signature and two fields of two bytes.
            image[BitConverter.ToInt32(image, 0x3C) + 8] ^= 1;
            // The game has mapped the old file: it isn't written to.
            File.Move(copy.Library, copy.Library + ".old");
            File.WriteAllBytes(copy.Library, image);
        }
        finally
        {
            _folder.File("g/rvfs/mods/m/Data/late", "late");
        }

        GameResult result = run.GetAwaiter().GetResult();
        string[] lines = Lines(result), looks = [.. lines.Where(line => line.Contains(" look ", StringComparison.Ordinal))];
        Assert.True(looks.Length == 5 && looks.Select(line => line[2..]).Distinct().Count() == 1, result.ToString());
        Assert.Equal(["0 tree 0", "1 tree 0", "2 tree 1"],
            lines.Where(line => line.Contains("tree", StringComparison.Ordinal)).Distinct().Order());
    }

    /// <summary>Three programs with one tree open, list and miss files from four threads each, while mods change.</summary>
    [RealProcessFact]
    public void StormsInThreePrograms()
    {
        GameResult result = WhileModsChange(() => GameProcess.Run(_folder.At("g/sharing.exe"),
            ["start", "start", $"storm:{Math.Max(2, Ends / 10)}", "tree"],
            new GameOptions { Vfs = true, Timeout = TimeSpan.FromMinutes(2) }));
        string[] lines = Lines(result);
        Assert.True(lines.Count(line => line.EndsWith("storm, wrong 0", StringComparison.Ordinal)) == 3, result.ToString());
        Assert.Equal(["1 tree 1", "2 tree 1"], lines.Where(line => line.Contains("tree 1", StringComparison.Ordinal)).Order());
    }

    /// <summary>
    /// Another user of the system can open neither the memory nor a handle nor a mapped file of a program that has the tree, nor of the
    /// server that keeps the section.
    /// </summary>
    [LinuxFact(Needs.Published)]
    public void AnotherUserReachesNothing()
    {
        Assert.True(Environment.IsPrivilegedProcess, "this test becomes another user: it needs root");
        Task<GameResult> run = Task.Run(() => GameProcess.Run(_folder.At("g/sharing.exe"),
            ["look", "start", "look", "start", "look", "tree", "make:own", "wait:late"], new GameOptions { Vfs = true }));
        try
        {
            SpinWait.SpinUntil(() => run.IsCompleted || Directory.GetFiles(_folder.At("g/Data"), "own?").Length == 3,
                TimeSpan.FromSeconds(30) * GameProcess.Patience);
            string[] programs = [.. Directory.GetDirectories("/proc").Where(process => IsOurs(process, $"{_folder.Root}/g/sharing.exe"))];
            string[] servers = [.. Directory.GetDirectories("/proc").Where(process => IsOurs(process, "/wineserver", "/wineserver64", "/wineserver32"))];
            string[] processes = [.. programs, .. servers];
            // Root may open them: whoever is refused is refused for who he is. (Another test's server may end meanwhile.)
            string[] opened = Opened("", [.. processes.Select(process => process + "/mem")]);
            Assert.True(programs.Length == 3 && servers.Length > 0 && programs.All(process => opened.Contains(process + "/mem"))
                && opened.Length > 3, $"{string.Join(' ', processes)}: {string.Join(' ', opened)}");
            Assert.Empty(Opened("setpriv --reuid 65534 --regid 65534 --clear-groups", [.. processes.SelectMany(Ways)]));
        }
        finally
        {
            _folder.File("g/rvfs/mods/m/Data/late", "late");
        }

        Assert.Contains("2 tree 1", Lines(run.GetAwaiter().GetResult()));

        static bool IsOurs(string process, params string[] programs)
        {
            try
            {
                string program = File.ReadAllText(process + "/cmdline").Split('\0')[0].Replace('\\', '/');
                return Array.Exists(programs, one => program.EndsWith(one, StringComparison.Ordinal));
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                return false;
            }
        }

        static IEnumerable<string> Ways(string process)
        {
            try
            {
                return ((string[])["/mem", "/maps", "/pagemap", "/environ"]).Select(name => process + name)
                    .Concat(Directory.GetFileSystemEntries(process + "/fd")).Concat(Directory.GetFileSystemEntries(process + "/map_files"));
            }
            catch (IOException)
            {
                return [];
            }
        }

        // Opens for reading, and if that is refused for writing.
        string[] Opened(string user, string[] ways)
        {
            File.WriteAllLines(_folder.At("ways"), ways);
            const string open = """
                while IFS= read -r way; do
                    if { : < "$way"; } 2> /dev/null || { : >> "$way"; } 2> /dev/null; then echo "$way"; fi
                done
                """;
            TemporaryFolder.Shell($"{user} bash -c \"$2\" < \"$1/ways\" > \"$1/opened\"", _folder.Root, open);
            return File.ReadAllLines(_folder.At("opened"));
        }
    }

    /// <summary>
    /// Programs that are ended at any time, each with a program that it has started, leave the others with whole trees, while mods change.
    /// </summary>
    [RealProcessFact]
    public void WhoeverEndsTheOthersGoOn()
    {
        GameResult result = WhileModsChange(() => GameProcess.Run(_folder.At("g/sharing.exe"), ["start", $"ends:{Ends}"],
            new GameOptions { Vfs = true, Timeout = TimeSpan.FromMinutes(1 + Ends / 10) }));
        Assert.Equal(["0 ends, wrong 0", "1 ends, wrong 0"], Lines(result).Order());
    }

    /// <summary>
    /// A program whose starter, and the starter's starter, were ended goes on: it follows the mods itself, and passes a tree of its own.
    /// Of the ended ones no section, no handle and no thread is left, and of the last one nothing at all.
    /// </summary>
    [LinuxFact(Needs.Published)]
    public void NothingIsLeftOfThoseThatHaveEnded()
    {
        string[] commands =
            ["start", "start", "make:own", @"wait:deep\late", "start", "look:deep", "tree", "sections", "make:done", "wait:end"];
        Task<GameResult> run = Task.Run(() => GameProcess.Run(_folder.At("g/sharing.exe"), commands,
            new GameOptions { Vfs = true, Environment = new Dictionary<string, string?> { ["RVFS_WEIGHED"] = _folder.Root } }));
        Await("own?", 3);
        int[] programs = [.. Programs()];
        Assert.Equal(3, programs.Length);
        int threads = Threads(programs[2]);
        foreach (int process in programs[..2])
            System.Diagnostics.Process.GetProcessById(process).Kill();
        _folder.File("g/rvfs/mods/m/Data/deep/late", "late");
        Await("done?", 2);
        // What the third one has inherited, which the collector may not have let go yet, and what it has passed to the fourth.
        int sections = Sections(), left = Threads(programs[2]);
        _folder.File("g/Data/end", "");
        GameResult result = run.GetAwaiter().GetResult();
        string[] lines = [.. Lines(result).Where(line => line[0] is '2' or '3').Order()];
        Assert.Equal(["2 sections 1", "2 tree 1", "3 sections 1", "3 tree 1"],
            lines.Where(line => line.Contains("tree", StringComparison.Ordinal) || line.Contains("sections", StringComparison.Ordinal)));
        string[] looks = [.. lines.Where(line => line.Contains(" look ", StringComparison.Ordinal)).Select(line => line[1..])];
        Assert.True(looks.Length == 2 && looks.Distinct().Count() == 1, result.ToString());
        Assert.True(sections is 1 or 2 && left <= threads, $"{sections} sections; {threads} threads, then {left}; {result}");
        Assert.True(SpinWait.SpinUntil(() => Sections() == 0, TimeSpan.FromSeconds(5) * GameProcess.Patience), $"{Sections()} are left");

        void Await(string names, int count) => SpinWait.SpinUntil(
            () => run.IsCompleted || Directory.GetFiles(_folder.At("g/Data"), names).Length == count,
            TimeSpan.FromSeconds(30) * GameProcess.Patience);

        static int Threads(int process) => Directory.GetDirectories($"/proc/{process}/task").Length;
    }

    /// <summary>Returns the number of sections with trees of this test's mods that Wine's servers have open.</summary>
    private int Sections()
    {
        const int largest = 1 << 24;
        // The folder's name is no other test's.
        byte[] root = System.Text.Encoding.Unicode.GetBytes(Path.GetFileName(_folder.Root));
        int found = 0;
        foreach (string file in Directory.GetDirectories("/proc").SelectMany(FilesOfServer))
        {
            try
            {
                if (new FileInfo(file).ResolveLinkTarget(false)?.Name.EndsWith(" (deleted)", StringComparison.Ordinal) != true)
                    continue;
                using FileStream memory = File.OpenRead(file);
                byte[] bytes = new byte[Math.Min(memory.Length, largest)];
                memory.ReadExactly(bytes);
                found += bytes.AsSpan().StartsWith("RLRVFRS1"u8) && bytes.AsSpan().IndexOf(root) >= 0 ? 1 : 0;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The server has closed it meanwhile.
            }
        }

        return found;

        static string[] FilesOfServer(string process)
        {
            try
            {
                return File.ReadAllText(process + "/comm").StartsWith("wineserver", StringComparison.Ordinal)
                    ? Directory.GetFiles(process + "/fd") : [];
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return [];
            }
        }
    }

    private T WhileModsChange<T>(Func<T> run)
    {
        using var stop = new CancellationTokenSource();
        Task changes = Task.Run(() =>
        {
            for (int i = 0; !stop.IsCancellationRequested; i++)
            {
                _folder.File($"g/rvfs/mods/m/Data/more {i % 20}", "more");
                if (i % 3 == 0)
                    File.Delete(_folder.At($"g/rvfs/mods/m/Data/more {(i + 7) % 20}"));
                Thread.Sleep(40);
            }
        });
        try
        {
            return run();
        }
        finally
        {
            stop.Cancel();
            changes.Wait();
        }
    }

    /// <summary>
    /// A program that follows thousands of folders, too, weighs hardly more than at its first line. (Takes seven seconds: folders that were
    /// changed within two seconds before a start are listed again, watches are set up within two more, and a second later what that leaves
    /// is given back.)
    /// </summary>
    [LinuxFact(Needs.Published)]
    public void FollowingManyFoldersTakesLittleMemory()
    {
        const int folders = 3000;
        const double mostAdded = 6;
        for (int i = 0; i < folders; i++)
            _folder.File($"g/rvfs/mods/m/Data/many/{i}/file", "");
        Thread.Sleep(2500);
        Task<GameResult> run = Task.Run(() => GameProcess.Run(_folder.At("g/sharing.exe"), ["start", "make:own", "wait:ready"],
            new GameOptions { Vfs = true, Environment = new Dictionary<string, string?> { ["RVFS_WEIGHED"] = _folder.Root } }));
        SpinWait.SpinUntil(() => run.IsCompleted || Directory.GetFiles(_folder.At("g/Data"), "own?").Length == 2,
            TimeSpan.FromSeconds(30) * GameProcess.Patience);
        double first = Weigh(), last = first;
        for (int i = 0; i < 30 || (i < 200 && last - first >= mostAdded); i++)
        {
            Thread.Sleep(100);
            last = Weigh();
        }

        _folder.File("g/Data/ready", "");
        GameResult result = run.GetAwaiter().GetResult();
        Assert.True(first > 0 && last - first < mostAdded, $"{first:0.0} MiB at its first line, then {last:0.0} MiB; {result}");
    }

    /// <summary>Returns the private memory of the last of the programs, in MiB.</summary>
    private double Weigh()
    {
        string[] numbers = ["Private_Clean:", "Private_Dirty:"];
        double last = 0;
        foreach (int process in Programs())
        {
            try
            {
                last = File.ReadLines($"/proc/{process}/smaps_rollup").Where(line => numbers.Contains(line.Split(' ')[0]))
                    .Sum(line => double.Parse(line[numbers[0].Length..^"kB".Length], CultureInfo.InvariantCulture)) / 1024;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The process has ended.
            }
        }

        return last;
    }

    /// <summary>Returns the Linux ids of this test's programs, by RVFS_WEIGHED in their environment, in the order of starts.</summary>
    private IEnumerable<int> Programs() => Directory.GetDirectories("/proc").Select(Path.GetFileName)
        .Select(name => int.TryParse(name, CultureInfo.InvariantCulture, out int id) ? id : 0).Order().Where(process =>
        {
            try
            {
                return process != 0 && File.ReadAllText($"/proc/{process}/comm").Trim() == "sharing.exe"
                    && File.ReadAllText($"/proc/{process}/environ").Split('\0').Contains($"RVFS_WEIGHED={_folder.Root}");
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The process has ended, or is another user's.
                return false;
            }
        });

    /// <summary>Runs the game, and changes the mod, or the folder with its files, once all three wait for that.</summary>
    private string[] Run(string changed, string[] commands, string? own = null)
    {
        bool vfs = changed != "plain";
        string game = vfs ? "g" : "plain";
        Task<GameResult> run = Task.Run(() => GameProcess.Run(_folder.At(game + "/sharing.exe"), commands, new GameOptions { Vfs = vfs }));
        // Each of the three has written its own file: it has looked before.
        SpinWait.SpinUntil(() => run.IsCompleted || Directory.GetFiles(_folder.At((own ?? game) + "/Data"), "own?").Length == 3,
            TimeSpan.FromSeconds(30) * GameProcess.Patience);
        _folder.File(changed + "/Data/ready", "ready");
        File.Delete(_folder.At(changed + "/Data/file 7"));
        if (vfs)
            File.Delete(_folder.At("g/rvfs/mods/low/Data/file 7"));
        _folder.File(changed + "/Data/late", "late");
        GameResult result = run.GetAwaiter().GetResult();
        Assert.True(result.ExitCode == 0, result.ToString());
        return [.. Lines(result).Order()];
    }

    private static string[] Lines(GameResult result) => result.Text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
}
