using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Overwriting;

/// <summary>Tests of <c>rvfs deleted</c> on real files.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class DeletedCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public DeletedCommandTests()
    {
        _folder.File("g/game.exe");
        _folder.File("g/data/intro.bik", "game");
        _folder.File("g/data/own.txt", "game");
        _folder.File("g/rvfs/mods/red/Data/Intro.bik.rvfshide", HideMarker.DeletedByGame);
        _folder.File("g/rvfs/mods/red/Data/maps/1.map.rvfshide", HideMarker.DeletedByGame);
        _folder.File("g/rvfs/mods/red/Data/maps/2.map.rvfshide", HideMarker.DeletedByGame);
        _folder.File("g/rvfs/mods/red/Data/own.txt.rvfshide", "");
        _folder.File("g/rvfs/mods/blue/Data/maps.txt.rvfshide", HideMarker.DeletedByGame);
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void ListsWhatTheGameHasDeletedAndNoMarkerOfAMod()
    {
        Assert.Equal((0, """
            blue
              Data/maps.txt
            red
              Data/Intro.bik
              Data/maps/1.map
              Data/maps/2.map

            """), Said("deleted"));
    }

    [Fact]
    public void ClearDeletesTheMarkersOfAPath()
    {
        Assert.Equal(1, Said("deleted", "clear", "data/own.txt", "--yes").Code);
        Assert.DoesNotContain("intro", Said("ls").Output, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("intro.bik", Said("ls", "--hidden").Output, StringComparison.Ordinal);
        Assert.NotEqual(0, Said("ls", "--hidden", "--flat").Code);
        Assert.Equal((0, "The name is visible again.\n"), Said("deleted", "clear", @"data\intro.bik", "--yes"));
        Assert.Contains("intro.bik", Said("ls").Output, StringComparison.Ordinal);
        Assert.DoesNotContain("intro", Said("ls", "--hidden").Output, StringComparison.OrdinalIgnoreCase);
        Assert.Equal((0, "The names are visible again.\n"), Said("deleted", "clear", "Data/Maps", "--yes"));
        Assert.Equal((0, "blue\n  Data/maps.txt\n"), Said("deleted"));
        Assert.Equal(0, Said("deleted", "clear", "--yes").Code);
        Assert.Equal((0, "No deleted names.\n"), Said("deleted"));
        Assert.Equal(["own.txt.rvfshide"], Directory.GetFiles(_folder.At("g/rvfs/mods"), "*", SearchOption.AllDirectories)
            .Select(Path.GetFileName));
    }

    [Fact]
    public void ClearAsksFirst()
    {
        Assert.NotEqual(0, Said("deleted", "clear").Code);
        Assert.Equal(4, Said("deleted").Output.Split("Data/").Length - 1);
    }

    private (int Code, string Output) Said(params string[] words)
    {
        (int code, string output, _) = AskedCommand.Run([.. words, "--target", _folder.At("g")]);
        return (code, output.ReplaceLineEndings("\n"));
    }
}
