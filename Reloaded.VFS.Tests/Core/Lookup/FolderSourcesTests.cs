using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Lookup;

/// <summary>The real folders behind a virtual one: their order, their layers, and a drive's root among them.</summary>
public sealed class FolderSourcesTests
{
    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);

    [Fact]
    public void TheHighestComesFirstAndADrivesRootKeepsItsBackslash()
    {
        int low = _files.AddFolder(TestListings.Of(@"a.txt"), @"D:\", @"C:\g\data");
        int high = _files.AddFolder(TestListings.Of(@"data\a.txt"), @"E:\mods\B", @"C:\g");
        Snapshot snapshot = _files.Snapshot;
        Assert.True(snapshot.TryGetFolder(snapshot.Lookup(@"C:\g\data").PathId, out FolderView folder));
        var found = new List<(int, int, string, string, string, string)>();
        foreach (FolderSource source in folder.Sources)
        {
            found.Add((source.Rank, source.Layer, source.Text.ToString(), source.Path.ToString(), source.Plain.ToString(),
                source.PathOf("a.txt")));
        }

        Assert.Equal(
            [(0, high, @"\??\E:\mods\B\data\", @"\??\E:\mods\B\data", @"\??\E:\mods\B\data", @"\??\E:\mods\B\data\a.txt"),
                (1, low, @"\??\D:\", @"\??\D:\", @"\??\D:", @"\??\D:\a.txt")], found);
        Assert.Equal(2, folder.Sources.Count);
        GC.KeepAlive(snapshot);
    }

    [Fact]
    public void AFolderAboveATargetHasNone()
    {
        _files.AddFolder(TestListings.Of(@"a.txt"), @"D:\A", @"C:\g\data");
        Snapshot snapshot = _files.Snapshot;
        Assert.True(snapshot.TryGetFolder(snapshot.Lookup(@"C:\g").PathId, out FolderView folder));
        Assert.Equal(0, folder.Sources.Count);
        foreach (FolderSource source in folder.Sources)
            Assert.Fail(source.Text.ToString());
        foreach (FolderSource source in default(FolderSources))
            Assert.Fail(source.Text.ToString());
        GC.KeepAlive(snapshot);
    }
}
