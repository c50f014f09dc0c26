using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Removing;

/// <summary>Tests that only what was named is deleted, and never what a link leads to.</summary>
public sealed class DiskRemovalTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void OfATreeWithLinksTheLinksGo()
    {
        string kept = MakeOthers();
        string tree = _folder.At("tree");
        _folder.File("tree/in/b.txt");
        Directory.CreateSymbolicLink(Path.Combine(tree, "in", "folder"), _folder.At("others"));
        File.CreateSymbolicLink(Path.Combine(tree, "file"), kept);
        File.CreateSymbolicLink(Path.Combine(tree, "nowhere"), _folder.At("nothing"));
        DiskRemoval.DeleteTree(tree);
        Assert.False(Directory.Exists(tree));
        AssertOthers(kept);
    }

    [Fact]
    public void OfALinkToATreeTheLinkGoes()
    {
        string kept = MakeOthers(), link = _folder.At("link");
        Directory.CreateSymbolicLink(link, _folder.At("others"));
        DiskRemoval.DeleteTree(link);
        Assert.False(Path.Exists(link));
        AssertOthers(kept);
    }

    [Fact]
    public void ALinkIsNoEmptyFolder()
    {
        Directory.CreateDirectory(_folder.At("empty"));
        string link = _folder.At("link");
        Directory.CreateSymbolicLink(link, _folder.At("empty"));
        Assert.ThrowsAny<IOException>(() => DiskRemoval.DeleteEmptyFolder(link));
        DiskRemoval.DeleteEmptyFolder(_folder.At("empty"));
        Assert.True(DiskRemoval.IsLink(link));
    }

    [Fact]
    public void ACopyThatIsItsOwnSourceStays()
    {
        string file = _folder.File("file", "x"), copy = _folder.File("copy", "x"), link = _folder.At("link");
        File.CreateSymbolicLink(link, file);
        Func<string, int?> alike = _ => 1, told = path => path.GetHashCode(StringComparison.Ordinal), untold = _ => null;
        Assert.False(DiskRemoval.DeleteCopy(copy, file, alike));
        Assert.False(DiskRemoval.DeleteCopy(copy, file, untold));
        Assert.False(DiskRemoval.DeleteCopy(link, copy, told));
        Assert.True(File.Exists(copy) && File.Exists(link));
        Assert.True(DiskRemoval.DeleteCopy(copy, file, told));
        Assert.False(File.Exists(copy));
    }

    [Theory]
    [InlineData("a.txt.1f0-2.rvfs-tmp", true)]
    [InlineData("a.txt.1f0-2-9c.rvfs-tmp", true)]
    [InlineData("0123456789ab.rvfs-tmp", false)] // a folder in which a mod is unpacked
    [InlineData("My mod.rvfs-tmp", false)]
    [InlineData("1.2-3.txt", false)]
    [InlineData(".1-2.rvfs-tmp", false)]
    [InlineData("a.-.rvfs-tmp", false)]
    public void ANameForAMomentIsKnown(string name, bool isBeside) => Assert.Equal(isBeside, DefaultExcludes.IsBeside(name));

    private string MakeOthers()
    {
        string kept = _folder.File("others/kept.txt", "kept");
        File.SetAttributes(kept, FileAttributes.ReadOnly);
        return kept;
    }

    private static void AssertOthers(string kept)
    {
        Assert.Equal("kept", File.ReadAllText(kept));
        Assert.True(new FileInfo(kept).IsReadOnly);
        File.SetAttributes(kept, FileAttributes.Normal);
    }
}
