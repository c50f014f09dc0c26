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

    /// <summary>A tool's output has the name that a mod of the source gets later, and a tool writes into what was made here.</summary>
    [Fact]
    public void WhatWasWrittenHereIsKept()
    {
        RunOptions options = Prepare();
        string mods = _game.Configuration(options).Mods!, removed = Path.Combine(Path.GetDirectoryName(mods)!, "removed");
        _game.File(Path.Combine(mods, "Output", "Data", "out.txt"), "made");
        _game.File(Path.Combine(mods, "A", "Data", "tool.txt"), "tool");
        _game.File("MO2/mods/Output/a.txt", "source");
        _game.File("MO2/profiles/Default/modlist.txt", "+Output\n+B\n+A\n");
        string errors = PrepareAndListen();
        Assert.Equal(2, Directory.GetDirectories(removed).Length);
        string made = Assert.Single(Directory.GetDirectories(removed), home => File.Exists(Path.Combine(home, "Output", "Data", "out.txt")));
        Assert.Single(Directory.GetDirectories(removed), home => File.Exists(Path.Combine(home, "A", "Data", "tool.txt")));
        Assert.Contains(Path.Combine("removed", Path.GetFileName(made), "Output"), errors, StringComparison.Ordinal);
        CopiedFolders expected = new CopiedFolders().Copy(_game.Game, "", path => CopiedFolders.Below(path, "rvfs"))
            .Copy(_game.At("MO2/mods/A"), "Data").Copy(_game.At("MO2/mods/B"), "Data").Copy(_game.At("MO2/mods/Output"), "Data");
        Assert.Equal(expected.Files, _game.Seen(options));

        (int code, _, string wrong) = AskedCommand.Run("remove", "--undo", "Output", "--config", options.Config!);
        Assert.True(code == 0, wrong);
        Assert.Equal("made", File.ReadAllText(Path.Combine(mods, "Output", "Data", "out.txt")));
    }

    [Fact]
    public void AFailureChangesNothing()
    {
        string mods = _game.Configuration(Prepare()).Mods!;
        string mine = _game.File(Path.Combine(mods, "Mine", "Data", "mine.txt"), "mine");
        string tool = _game.File(Path.Combine(mods, "A", "Data", "tool.txt"), "tool");
        string inTheWay = _game.File(Path.Combine(Path.GetDirectoryName(mods)!, "removed"), "");
        string[] before = Names(mods);
        _game.File("MO2/profiles/Default/modlist.txt", "+A\n+B\n");
        Assert.Throws<CliException>(() => Prepare());
        Assert.Equal(before, Names(mods));
        Assert.True(File.Exists(mine) && File.Exists(tool));
        File.Delete(inTheWay);
        Prepare();
        Assert.Equal(before, Names(mods));
        Assert.True(File.Exists(mine) && !File.Exists(tool));
    }

    [Fact]
    [Trait("Processors", "All")]
    public void TwoStartsAtOnceLoseNothing()
    {
        string mods = _game.Configuration(Prepare()).Mods!;
        string mine = _game.File(Path.Combine(mods, "Mine", "Data", "mine.txt"), "mine");
        string[] before = Names(mods);
        for (int round = 0; round < 20; round++)
        {
            _game.File("MO2/profiles/Default/modlist.txt", round % 2 == 0 ? "+A\n+B\n" : "+B\n+A\n");
            Parallel.Invoke(() => Prepare(), () => Prepare());
            Assert.Equal(before, Names(mods));
            Assert.True(File.Exists(mine));
        }
    }

    private static string[] Names(string folder) =>
        [.. Directory.GetFileSystemEntries(folder).Select(entry => Path.GetFileName(entry)).Order(StringComparer.Ordinal)];

    private string PrepareAndListen()
    {
        TextWriter errors = Console.Error;
        using StringWriter said = new();
        try
        {
            Console.SetError(said);
            Prepare();
            return said.ToString();
        }
        finally
        {
            Console.SetError(errors);
        }
    }

    [Fact]
    public void OptionsThatSayOtherModsAreRefused() => Assert.Contains("--order and --from don't go together",
        Assert.Throws<CliException>(() => Prepare(new RunOptions { Game = "x", Order = "order.txt" })).OwnText, StringComparison.Ordinal);
}
