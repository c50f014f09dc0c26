using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Tests.Mods.Reports;

public sealed class StartLineTests
{
    [Theory]
    [InlineData(3, 412, 37, "Reloaded VFS: 3 mods, 412 files, 37 of them replace a file of the game.")]
    [InlineData(1, 412, 1, "Reloaded VFS: 1 mod, 412 files, 1 of them replaces a file of the game.")]
    [InlineData(2, 5, 0, "Reloaded VFS: 2 mods, 5 files, none of them replaces a file of the game.")]
    [InlineData(2, 5, 5, "Reloaded VFS: 2 mods, 5 files, all of them replace a file of the game.")]
    [InlineData(1, 2, 2, "Reloaded VFS: 1 mod, 2 files, both replace a file of the game.")]
    [InlineData(1, 1, 1, "Reloaded VFS: 1 mod, 1 file, it replaces a file of the game.")]
    [InlineData(1, 1, 0, "Reloaded VFS: 1 mod, 1 file, it replaces no file of the game.")]
    [InlineData(1, 0, 0, "Reloaded VFS: 1 mod, no files.")]
    [InlineData(0, 0, 0, "Reloaded VFS: no mods.")]
    public void CountsInPlainWords(int mods, int files, int replaces, string line) =>
        Assert.Equal(line, StartLine.Of(mods, files, replaces));

    [Fact]
    public void SaysWhenNothingRuns() =>
        Assert.Equal("Reloaded VFS: not running, the game sees no mods.",
            StartLine.Of(new StartReport { Version = "1", Mods = [new() { Name = "a" }] }));
}
