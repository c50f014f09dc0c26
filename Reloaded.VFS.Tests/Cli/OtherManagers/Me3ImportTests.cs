using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.OtherManagers;

[Collection(nameof(QuestionsTests))]
public sealed class Me3ImportTests : IDisposable
{
    private readonly ForeignGame _game = new();

    public void Dispose() => _game.Dispose();

    [Theory]
    [InlineData("me3/mine.me3")]
    [InlineData("me3")]
    [InlineData("me3", "--copy")]
    public void PackagesComeInTheirOrder(string source, params string[] options)
    {
        _game.File("me3/mine.me3", """
            profileVersion = "v1"
            savefile = "x.sl2"
            [[supports]]
            game = "eldenring"
            [[packages]]
            id = "late"
            path = "late mod"
            load_after = [{ id = "early", optional = false }]
            [[packages]]
            id = "early"
            source = 'sub\early'
            [[packages]]
            path = "off"
            enabled = false
            [[packages]]
            id = "gone"
            path = "nowhere"
            [[natives]]
            path = "a.dll"
            """);
        _game.File("me3/late mod/parts/a.bnd", "late");
        _game.File("me3/sub/early/parts/A.bnd", "early");
        _game.File("me3/sub/early/parts/b.bnd", "early");
        _game.File("me3/off/parts/a.bnd", "off");
        string[] before = _game.Snapshot("me3");
        (int code, _, string errors) = _game.Import([_game.At(source), .. options]);
        Assert.Equal(0, code);
        foreach (string note in (string[])["the package 'gone' isn't there", "the DLL 'a.dll' isn't taken", "unpack the game's archives", "'savefile' isn't taken"])
            Assert.Contains(note, errors, StringComparison.Ordinal);
        CopiedFolders expected = new CopiedFolders().Copy(_game.Game, "", path => CopiedFolders.Below(path, "rvfs"))
            .Copy(_game.At("me3/sub/early"), "").Copy(_game.At("me3/late mod"), "");
        Assert.Equal(expected.Files, _game.Seen());
        Assert.Equal(before, _game.Snapshot("me3"));
        Assert.Equal(["early", "late", "-off"], File.ReadAllLines(_game.At("Game/rvfs/mods/order.txt")).Where(line => line[0] != '#'));
    }

    [Fact]
    public void ABadProfileIsNamedWithItsLine()
    {
        _game.File("bad.me3", "profileVersion = \"v1\"\n[[packages]\n");
        (int code, _, string errors) = _game.Import(_game.At("bad.me3"));
        Assert.Equal(125, code);
        Assert.Contains("bad.me3(2): the file isn't valid TOML", errors, StringComparison.Ordinal);
    }
}
