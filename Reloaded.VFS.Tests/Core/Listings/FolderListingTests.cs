using Reloaded.VFS.Listings;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Listings;

public class FolderListingTests
{
    [Fact]
    public void KeepsNamesAndStructure()
    {
        using var builder = new FolderListingBuilder("/mods/a");
        int sub = builder.AddFolder(0, "Sub");
        int deep = builder.AddFolder(sub, "deep");
        builder.AddFile(deep, "x");
        // Out of order: the files of a folder still end up as one run.
        builder.AddFile(0, "root.txt");
        builder.AddFile(deep, "Y");
        builder.AddFile(sub, "\ud800 unpaired");
        FolderListing listing = builder.Build();

        Assert.Equal("/mods/a", listing.Root);
        Assert.Equal((3, 4), (listing.FolderCount, listing.FileCount));
        Assert.Equal((-1, 0, sub), (listing.GetParent(0), listing.GetParent(sub), listing.GetParent(deep)));
        Assert.Equal(("", "Sub", "deep"),
            (listing.GetFolderName(0).ToString(), listing.GetFolderName(sub).ToString(), listing.GetFolderName(deep).ToString()));
        Assert.Equal(["root.txt"], Files(listing, 0));
        Assert.Equal(["\ud800 unpaired"], Files(listing, sub));
        Assert.Equal(["x", "Y"], Files(listing, deep));
        Assert.True(listing.NativeBytes > 0);
    }

    [Fact]
    public void AnEmptyOneHasItsRoot()
    {
        using var builder = new FolderListingBuilder();
        Assert.Equal(1, builder.FolderCount);
        FolderListing listing = builder.Build();
        Assert.Equal((1, 0), (listing.FolderCount, listing.FileCount));
    }

    [Theory]
    [InlineData("")]
    [InlineData(@"a\b")]
    [InlineData("a/b")]
    [InlineData("a\0b")]
    public void RefusesWhatIsNoName(string name)
    {
        using var builder = new FolderListingBuilder();
        Assert.ThrowsAny<ArgumentException>(() => builder.AddFile(0, name));
        Assert.ThrowsAny<ArgumentException>(() => builder.AddFolder(0, name));
        Assert.ThrowsAny<ArgumentException>(() => builder.AddFile(0, new string('x', 256)));
        Assert.Throws<ArgumentOutOfRangeException>(() => builder.AddFile(1, "x"));
        builder.AddFile(0, new string('x', 255));
        Assert.Equal(1, builder.Build().FileCount);
        Assert.Throws<ObjectDisposedException>(() => builder.AddFile(0, "x"));
    }

    [Fact]
    public void NumbersOutOfRangeAreRefused()
    {
        FolderListing listing = TestListings.Of("a");
        Assert.Throws<ArgumentOutOfRangeException>(() => listing.GetFileName(1).Length);
        Assert.Throws<ArgumentOutOfRangeException>(() => listing.GetFolderName(-1).Length);
    }

    private static string[] Files(FolderListing listing, int folder)
    {
        (int first, int count) = listing.GetFiles(folder);
        return [.. Enumerable.Range(first, count).Select(i => listing.GetFileName(i).ToString())];
    }
}
