using Reloaded.VFS.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.View;

/// <summary>Tests of the VFS's own names, and of names below them.</summary>
public sealed class HiddenNamesTests
{
    private readonly HiddenNames _hidden = new();

    public HiddenNamesTests() => _hidden.Add(7, @"C:\g", ["rvfs", "rvfs.exe"]);

    [Theory]
    [InlineData(@"C:\g\rvfs", @"C:\g\rvfs")]
    [InlineData(@"c:\G\RVFS", @"c:\G\RVFS")]
    [InlineData(@"C:\g\rvfs\mods\m", @"C:\g\rvfs")]
    [InlineData(@"C:\g\rvfs.exe", @"C:\g\rvfs.exe")]
    [InlineData(@"C:\g\rvfs2", null)]
    [InlineData(@"C:\g\sub\rvfs", null)]
    [InlineData(@"C:\g2\rvfs", null)]
    [InlineData(@"C:\g", null)]
    [InlineData(@"C:\g\", null)]
    [InlineData("C:", null)]
    public void ANameCoversItselfAndWhatIsBelowIt(string path, string? hidden)
    {
        Assert.Equal(hidden is not null, _hidden.Cover(path, out int length));
        Assert.Equal(hidden ?? "", path[..length]);
    }

    [Fact]
    public void MoreNamesOfAFolderAreAdded()
    {
        _hidden.Add(7, @"C:\g", ["RVFS", "reloaded_vfs.dll"]);
        _hidden.Add(8, @"C:\h", ["x"]);
        Assert.True(_hidden.Cover(@"C:\g\rvfs.exe", out _));
        Assert.True(_hidden.Cover(@"C:\g\reloaded_vfs.dll", out _));
        Assert.True(_hidden.Of(7)!.Contains("Reloaded_VFS.dll"));
        Assert.False(_hidden.Of(7)!.Contains("x"));
        Assert.True(_hidden.Of(8)!.Contains("x"));
        Assert.Null(_hidden.Of(9));
    }
}
