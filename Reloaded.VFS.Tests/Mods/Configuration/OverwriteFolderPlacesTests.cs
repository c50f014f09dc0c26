using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Configuration;

/// <summary>Tests of the places of the overwrite folder and its parts, whichever targets exist.</summary>
public sealed class OverwriteFolderPlacesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void APartIsNamedByAllTargetsThatAreConfigured()
    {
        string game = _folder.At("game"), docs = _folder.At("docs"), other = _folder.At("other/game");
        VfsConfiguration whole = new VfsConfiguration { Targets = [game, docs, other] }.WithDefaults(game);
        Assert.Equal(["game", "docs", "game-2"], NamesOf(whole));
        Assert.Equal(["game"], NamesOf(whole with { Targets = [game], AllTargets = whole.Targets }));
        VfsConfiguration cut = whole with { Targets = [other], AllTargets = whole.Targets };
        Assert.Equal(["game-2"], NamesOf(cut));
        Assert.Equal(OverwritePlaces.FolderOf(whole), OverwritePlaces.FolderOf(cut));
        Assert.Equal(OverwritePlaces.LocalOf(whole), OverwritePlaces.LocalOf(cut));
        Assert.Equal([""], NamesOf(new VfsConfiguration { Targets = [game] }.WithDefaults(game)));

        // As the launcher passes it on.
        VfsConfiguration read = ConfigurationReader.Parse(ConfigurationWriter.ToJson(cut), _folder.At("rvfs.json")).Configuration;
        Assert.Equal(["game-2"], NamesOf(read));
    }

    private string[] NamesOf(VfsConfiguration configuration) =>
        [.. OverwritePlaces.Of(_folder.At("overwrite"), configuration).Select(place => place.Name)];
}
