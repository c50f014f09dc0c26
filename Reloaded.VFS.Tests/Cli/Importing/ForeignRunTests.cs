using Reloaded.VFS.Cli.Importing;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.OtherManagers;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Importing;

/// <summary><c>rvfs run --from</c>: the same as an import, and nothing is imported.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class ForeignRunTests : IDisposable
{
    private readonly ForeignGame _game = new();

    public ForeignRunTests()
    {
        _game.File("MO2/ModOrganizer.ini", "[General]\ngameName=Skyrim\nselected_profile=Default\n");
        _game.File("MO2/profiles/Default/modlist.txt", "+B\n+A\n");
        foreach (string mod in (string[])["A", "B", "C"])
            _game.File($"MO2/mods/{mod}/a.txt", mod);
        _game.File("Game/rvfs/mods/Own/Data/own.txt", "own");
        _game.File("Game/rvfs/rvfs.json", """{ "include": ["readme*"], "map": [{ "from": "Own", "to": "x" }] }""");
    }

    public void Dispose() => _game.Dispose();

    private RunOptions Prepare(RunOptions? options = null) =>
        ForeignRun.Prepare(options ?? new RunOptions { Game = _game.At("Game/game.exe") }, $"mo2:{_game.At("MO2")}#Default", _game.At("Game/game.exe"));

    [Fact]
    public void TheGameSeesTheSourcesModsAlone()
    {
        string[] source = _game.Snapshot("MO2");
        RunOptions options = Prepare();
        CopiedFolders expected = new CopiedFolders().Copy(_game.Game, "", path => CopiedFolders.Below(path, "rvfs"))
            .Copy(_game.At("MO2/mods/A"), "Data").Copy(_game.At("MO2/mods/B"), "Data");
        Assert.Equal(expected.Files, _game.Seen(options));
        Assert.Equal(["readme*"], _game.Configuration(options).Include);
        Assert.Empty(_game.Configuration(options).Map);
        Assert.Equal(source, _game.Snapshot("MO2"));
        Assert.True(_game.Seen().ContainsKey(@"x\Data\own.txt"));

        // Nothing has changed, and nothing is written again; then the source changes.
        string mods = _game.Configuration(options).Mods!;
        DateTime written = Directory.GetLastWriteTimeUtc(mods);
        Thread.Sleep(20);
        Assert.Equal(options.Config, Prepare().Config);
        Assert.Equal(written, Directory.GetLastWriteTimeUtc(mods));
        _game.File("Game/rvfs/from/" + Path.GetRelativePath(_game.At("Game/rvfs/from"), mods) + "/Mine/Data/mine.txt", "mine");
        _game.File("MO2/profiles/Default/modlist.txt", "+A\n-B\n+C\n");
        Prepare();
        expected = new CopiedFolders().Copy(_game.Game, "", path => CopiedFolders.Below(path, "rvfs"))
            .Copy(_game.At("MO2/mods/C"), "Data").Copy(_game.At("MO2/mods/A"), "Data").Add(@"Data\mine.txt", "mine");
        Assert.Equal(expected.Files, _game.Seen(options));
        Assert.Equal(3, Directory.GetDirectories(mods).Count(mod => Path.GetFileName(mod) != "Mine"));
    }

    [Fact]
    public void OptionsThatSayOtherModsAreRefused() => Assert.Contains("--order and --from don't go together",
        Assert.Throws<CliException>(() => Prepare(new RunOptions { Game = "x", Order = "order.txt" })).OwnText, StringComparison.Ordinal);
}
