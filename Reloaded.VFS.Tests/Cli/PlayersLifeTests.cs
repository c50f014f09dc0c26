using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Cli.Installing;

namespace Reloaded.VFS.Tests.Cli;

/// <summary>
/// What a player does with a game from the first mod to the last, by the published launcher, with archives as the usual programs make them.
/// After each step the game's own files are as they were.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class PlayersLifeTests : IDisposable
{
    private const string Mods = "game/rvfs/mods/";

    private readonly TemporaryFolder _folder = new();
    private string _game = "";

    public void Dispose() => _folder.Dispose();

    [LinuxFact(Needs.Published | Needs.ThirdParty)]
    [Trait("Bits", "Both")]
    public void FromTheFirstModToTheLast()
    {
        string[] before = MakeGame("game");
        _game = _folder.At("game");
        Assert.Equal("first: plain", Lines(Run("game.exe"))[0]);
        Assert.Contains("order.txt' is written", Rvfs("init").Text, StringComparison.Ordinal);

        AddMods();
        AssertUnchanged(before);
        OrderThem();
        LookOn();
        TakeARunBack();
        AssertUnchanged(before);
        Update();
        RemoveAndPutBack();
        AssertUnchanged(before);
        PlayWithoutALauncher();
        AssertUnchanged(before);
        Materialise();
        AssertUnchanged(before);
        PlayOnAnotherMachine();

        // The doctor finds nothing, and a bug report has what a helper needs.
        GameResult doctor = Rvfs("doctor", "game.exe");
        Assert.Contains("Nothing stands in the way of game.exe.", doctor.Text, StringComparison.Ordinal);
        Assert.Equal("", doctor.Errors);
        Rvfs("bugreport", "--out", _folder.At("bug.zip"), "game.exe");
        using (ZipArchive report = ZipFile.OpenRead(_folder.At("bug.zip")))
            Assert.All((string[])["mods.txt", "settings/order.txt", "system.txt"], name => Assert.NotNull(report.GetEntry(name)));

        // Without its mods the game is what it was.
        Rvfs("remove", "Alpha", "Beta", "Gamma", "test", "Weather");
        Assert.Equal("first: plain", Lines(Run("game.exe"))[0]);
        Directory.Delete(_folder.At("game/rvfs"), recursive: true);
        AssertUnchanged(before);
    }

    /// <summary>A 7z of 7-Zip, a zip of Python, one of PowerShell 5, a rar of WinRAR, and an installer in which something is chosen.</summary>
    private void AddMods()
    {
        _folder.File("make/alpha/data.txt", "alpha");
        _folder.File("make/alpha/data/a.txt", "alpha");
        _folder.File("make/alpha/data/shared.txt", "same");
        SevenZip("alpha", "downloads/Alpha-77-1-0-1700000000.7z");
        _folder.File("make/beta/Beta 1.0/data.txt", "beta");
        _folder.File("make/beta/Beta 1.0/data/b.txt", "beta");
        _folder.File("make/beta/Beta 1.0/data/shared.txt", "same");
        Python("beta", "downloads/Beta.zip");
        PowerShell("downloads/Gamma.zip", (@"data\g.txt", "gamma"), (@"data\deep\h.txt", "gamma"));
        File.Copy(ThirdPartyPrograms.RarArchive, _folder.At("downloads/test.rar"));
        GameResult added = Rvfs("add", Download("Alpha-77-1-0-1700000000.7z"), Download("Beta.zip"), Download("Gamma.zip"), Download("test.rar"));
        Assert.Equal(["Alpha: added, place 1 of 1", "Beta: added, place 2 of 2", "Gamma: added, place 3 of 3", "test: added, place 4 of 4"],
            Lines(added).Select(line => line.Split(';')[0]));
        Assert.Equal("beta", Mod("Beta/data.txt"));
        Assert.Equal("gamma", Mod("Gamma/data/deep/h.txt"));
        // By unrar's own numbers.
        Assert.Equal(34830, new FileInfo(_folder.At(Mods + "test/testContent/pug.jpg")).Length);

        Weather("1.0", "downloads/Weather.7z");
        GameResult asked = Rvfs(125, "add", Download("Weather.7z"));
        Assert.Contains("--choices FILE", asked.Errors, StringComparison.Ordinal);
        string choices = _folder.File("choices.json",
            """{ "type": "fomod", "options": [{ "name": "Sky", "groups": [{ "name": "Kind", "choices": [{ "name": "Snow" }] }] }] }""");
        Assert.Contains("Weather: added, place 5 of 5", Rvfs("add", "--choices", choices, Download("Weather.7z")).Text, StringComparison.Ordinal);
        Assert.Equal("snow 1.0", Mod("Weather/data/sky.txt"));
    }

    private void OrderThem()
    {
        Assert.Equal(["first: beta", "Alpha"], [Lines(Rvfs("run", "game.exe"))[0], Order()[0]]);
        Assert.Contains("Alpha is at place 5 of 5.", Rvfs("mods", "move", "Alpha", "--last").Text, StringComparison.Ordinal);
        Assert.Equal("first: alpha", Lines(Rvfs("run", "game.exe"))[0]);
        Rvfs("prefer", "Beta", "data.txt");
        Assert.Equal("first: beta", Lines(Rvfs("run", "game.exe"))[0]);
        Rvfs("mods", "disable", "test");
        Assert.Equal(["Beta", "Gamma", "-test", "Weather", "Alpha"], Order());
        Assert.Contains("sky.txt", Rvfs("ls", "--only-mods").Text, StringComparison.Ordinal);
        string conflicts = Rvfs("conflicts", "Alpha").Text;
        Assert.Contains("Beta wins over Alpha: 1 file", conflicts, StringComparison.Ordinal);
        Assert.Contains(@"= data\shared.txt", conflicts, StringComparison.Ordinal);
    }

    private void LookOn()
    {
        GameResult monitored = Rvfs("run", "--monitor", "game.exe");
        Assert.Contains(@"\rvfs\mods\Beta\data.txt [Beta]", monitored.Errors, StringComparison.Ordinal);
        Assert.Contains("calls in ", monitored.Errors, StringComparison.Ordinal);
        GameResult last = Rvfs("last");
        Assert.Contains("4 mods, 7 files", last.Text, StringComparison.Ordinal);
        Assert.Contains("exit code 0", last.Text, StringComparison.Ordinal);
    }

    /// <summary>A tool saves beside the game and into a mod; both are taken back.</summary>
    private void TakeARunBack()
    {
        string[] mods = Tree("game/rvfs/mods");
        Rvfs("run", "--undo", "tool.exe", "copy", @"data\a.txt", "saved.txt");
        Assert.Equal("alpha", File.ReadAllText(_folder.At("game/saved.txt")));
        Assert.Contains(@"removed        game\saved.txt", Rvfs("undo", "--list").Text, StringComparison.Ordinal);
        Rvfs("undo", "--yes");
        Rvfs("run", "--undo", "game.exe", "write");
        Assert.Equal("written", Mod("Beta/data.txt"));
        Assert.Contains(@"put back       mods\Beta\data.txt", Rvfs("undo", "--list").Text, StringComparison.Ordinal);
        Rvfs("undo", "--yes");
        Assert.Equal(mods, Tree("game/rvfs/mods"));
    }

    /// <summary>The game has saved into a mod that has a newer version, which changes the same file.</summary>
    private void Update()
    {
        string[] order = Order();
        Rvfs("run", "game.exe", "write");
        Assert.Equal("written", Mod("Beta/data.txt"));
        _folder.File("make/beta/Beta 1.0/data.txt", "beta 2");
        _folder.File("make/beta/Beta 1.0/data/new.txt", "beta 2");
        Python("beta", "downloads/Beta (1).zip");
        GameResult asked = Rvfs(125, "add", Download("Beta (1).zip"));
        Assert.Contains("changed here, and by the update: data.txt", asked.Errors, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder.At(Mods + "Beta/data/new.txt")));
        Assert.Contains("Beta: updated, place 1 of 4", Rvfs("add", "--changed", "mine", Download("Beta (1).zip")).Text, StringComparison.Ordinal);
        Assert.Equal(("written", "beta 2"), (Mod("Beta/data.txt"), Mod("Beta/data/new.txt")));
        Weather("2.0", "downloads/later/Weather.7z");
        Rvfs("add", "--defaults", Download("later/Weather.7z"));
        Assert.Equal("snow 2.0", Mod("Weather/data/sky.txt"));
        Assert.Equal(order, Order());
    }

    private void RemoveAndPutBack()
    {
        string[] order = Order();
        Rvfs("remove", "Gamma");
        Assert.DoesNotContain("g.txt", Rvfs("ls").Text, StringComparison.Ordinal);
        Rvfs("remove", "--undo");
        Assert.Equal(order, Order());
        Assert.Equal("gamma", Mod("Gamma/data/g.txt"));
    }

    /// <summary>The game is started by Wine alone.</summary>
    private void PlayWithoutALauncher()
    {
        string installed = Rvfs("install", "game.exe").Text;
        Assert.Contains("WINEDLLOVERRIDES=\"version=n,b\"", installed, StringComparison.Ordinal);
        Assert.Equal("first: written", Lines(Run("game.exe", "version=n,b"))[0]);
        Assert.Contains("The folder is as it was before rvfs install.", Rvfs("uninstall", "game.exe").Text, StringComparison.Ordinal);
        Assert.Equal("first: plain", Lines(Run("game.exe"))[0]);
    }

    /// <summary>The second folder is that into which the mods were copied, and the game plays there without rvfs.</summary>
    private void Materialise()
    {
        string[] mods = Tree("game/rvfs/mods");
        Rvfs("materialise", _folder.At("merged"));
        MergedFolder.CopyOver(_game, _folder.At("copied"));
        Directory.Delete(_folder.At("copied/rvfs"), recursive: true);
        foreach (string mod in Order().Where(line => line[0] != '-'))
            MergedFolder.Lay(_folder.At(Mods + mod), _folder.At("copied"));
        File.Copy(_folder.At(Mods + "Beta/data.txt"), _folder.At("copied/data.txt"), overwrite: true);
        foreach (string own in (string[])["rvfs-added.txt", "rvfs-choices.json"])
            File.Delete(_folder.At("copied/" + own));
        Assert.Equal(Tree("copied"), Tree("merged").Where(line => !line.StartsWith("rvfs/", StringComparison.Ordinal)));
        Assert.Equal("first: written", Lines(GameProcess.Run(_folder.At("merged/game.exe"), []))[0]);
        Assert.Contains("is gone", Rvfs("materialise", "--remove", _folder.At("merged")).Text, StringComparison.Ordinal);
        Assert.False(Directory.Exists(_folder.At("merged")));
        Assert.Equal(mods, Tree("game/rvfs/mods"));
    }

    /// <summary>Another folder, with the same game and the same downloads but for one.</summary>
    private void PlayOnAnotherMachine()
    {
        Rvfs("export", _folder.At("set.json"));
        string[] order = Order();
        MakeGame("other/game");
        _game = _folder.At("other/game");
        GameResult missing = Rvfs("import", "--check", _folder.At("set.json"));
        Assert.Equal(5, missing.Errors.Split("isn't there").Length - 1);
        Rvfs("add", Download("Alpha-77-1-0-1700000000.7z"), Download("Beta (1).zip"), Download("Gamma.zip"), Download("test.rar"));
        Rvfs("add", "--choices", _folder.At("choices.json"), Download("later/Weather.7z"));
        File.Delete(_folder.At("other/game/rvfs/mods/order.txt"));
        GameResult imported = Rvfs("import", _folder.At("set.json"));
        // What the game has written here isn't there.
        Assert.Equal(["the mod 'Beta' has other files here than in the set."], Lines(imported.Errors)
            .Select(line => line.IndexOf("the mod '", StringComparison.Ordinal) is >= 0 and var at ? line[at..] : line));
        Assert.Equal(order, Order("other/game"));
        Assert.Equal("first: beta 2", Lines(Rvfs("run", "game.exe"))[0]);
        _game = _folder.At("game");
    }

    private string[] MakeGame(string folder)
    {
        Directory.CreateDirectory(_folder.At(folder));
        NativePrograms.Build("proxied.c", _folder.At(folder + "/game.exe"), "-lversion");
        File.Copy(NativePrograms.Get("launched.exe"), _folder.At(folder + "/tool.exe"));
        _folder.File(folder + "/data.txt", "plain");
        _folder.File(folder + "/data/own.txt", "plain");
        _game = _folder.At(folder);
        return Own();
    }

    private string Download(string name) => _folder.At("downloads/" + name);

    private string Mod(string file) => File.ReadAllText(_folder.At(Mods + file));

    private string[] Order(string game = "game") =>
        [.. File.ReadAllLines(_folder.At(game + "/rvfs/mods/order.txt")).Where(line => line.Length > 0 && line[0] != '#')];

    /// <summary>Returns the game's own entries with their contents and times.</summary>
    private string[] Own() => [.. InstallFixture.StateOf(_game).Where(entry => entry.Key.Split('/')[0] != "rvfs")
        .Select(entry => $"{entry.Key} {entry.Value}").Order(StringComparer.Ordinal)];

    private void AssertUnchanged(string[] before) => Assert.Equal(before, Own());

    private string[] Tree(string folder) => [.. Directory.GetFiles(_folder.At(folder), "*", SearchOption.AllDirectories)
        .Select(file => $"{Path.GetRelativePath(_folder.At(folder), file)} {Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file)))}")
        .Order(StringComparer.Ordinal)];

    private void SevenZip(string folder, string archive)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_folder.At(archive))!);
        GameResult packed = GameProcess.Run(ThirdPartyPrograms.SevenZip,
            ["a", "-mx9", WinePrefix.ToWindows(_folder.At(archive)), WinePrefix.ToWindows(_folder.At("make/" + folder)) + @"\*"]);
        Assert.True(packed.ExitCode == 0, packed.ToString());
    }

    private void Python(string folder, string archive) => TemporaryFolder.Shell("""
        cd "$1" && python3 -c '
        import os, sys, zipfile
        with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
            for folder, _, files in os.walk("."):
                for file in files:
                    archive.write(os.path.join(folder, file))' "$2"
        """, _folder.At("make/" + folder), _folder.At(archive));

    /// <summary>Packs as Compress-Archive of PowerShell 5 does: with backslashes, and as made by FAT.</summary>
    private void PowerShell(string archive, params (string Path, string Content)[] files)
    {
        using MemoryStream made = new();
        using (ZipArchive zip = new(made, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach ((string path, string content) in files)
            {
                using Stream entry = zip.CreateEntry(path).Open();
                entry.Write(Encoding.UTF8.GetBytes(content));
            }
        }

        byte[] bytes = made.ToArray();
        for (int i = bytes.AsSpan().IndexOf("PK\x1\x2"u8), next; i >= 0; i = next < 0 ? -1 : i + 4 + next)
        {
            bytes[i + 5] = 0;
            next = bytes.AsSpan(i + 4).IndexOf("PK\x1\x2"u8);
        }

        _folder.File(archive, bytes);
    }

    private void Weather(string version, string archive)
    {
        foreach (string kind in (string[])["rain", "snow"])
            _folder.File($"make/weather/{kind}/sky.txt", $"{kind} {version}");
        string Option(string name, string type) => $"""
            <plugin name="{name}"><description>{name} falls</description>
            <files><file source="{name.ToLowerInvariant()}\sky.txt" destination="data\sky.txt"/></files>
            <typeDescriptor><type name="{type}"/></typeDescriptor></plugin>
            """;
        _folder.File("make/weather/fomod/ModuleConfig.xml", $"""
            <config><moduleName>Weather</moduleName><installSteps order="Explicit"><installStep name="Sky">
            <optionalFileGroups order="Explicit"><group name="Kind" type="SelectExactlyOne"><plugins order="Explicit">
            {Option("Rain", "Recommended")}{Option("Snow", "Optional")}
            </plugins></group></optionalFileGroups></installStep></installSteps></config>
            """);
        SevenZip("weather", archive);
    }

    private GameResult Run(string program, string? overrides = null) => GameProcess.Run(Path.Combine(_game, program), [], new GameOptions
    {
        Environment = new Dictionary<string, string?>
        {
            ["RVFS_NO_AUTOSTART"] = null,
            ["WINEDLLOVERRIDES"] = WinePrefix.Environment["WINEDLLOVERRIDES"] + (overrides is null ? "" : ";" + overrides),
        },
    });

    private GameResult Rvfs(params string[] line) => Rvfs(0, line);

    private GameResult Rvfs(int code, params string[] line)
    {
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.LinuxLauncher, .. line], new GameOptions
        {
            WorkingDirectory = _game,
            Environment = new Dictionary<string, string?> { ["XDG_CONFIG_HOME"] = _folder.At("config"), ["XDG_DATA_HOME"] = _folder.At("local") },
            Timeout = TimeSpan.FromSeconds(90),
        });
        Assert.True(result.ExitCode == code, $"rvfs {string.Join(' ', line)}: {result}");
        return result;
    }

    private static string[] Lines(GameResult result) => Lines(result.Text);

    private static string[] Lines(string text) => [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)];
}
