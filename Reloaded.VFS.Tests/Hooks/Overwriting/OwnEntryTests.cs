using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.Overwriting;

/// <summary>Tests of whether the game's own file or folder under a name is still seen.</summary>
public sealed class OwnEntryTests
{
    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);
    private readonly ListedDisk _disk = new ListedDisk().Put(@"C:\g\data\own.txt", @"C:\g\data\over.txt", @"C:\g\data\gone.txt",
        @"C:\g\hidden\a.txt", @"C:\g\mine\m.txt", @"D:\A\data\over.txt", @"D:\A\data\", @"D:\O\data\");
    private readonly MergedView _view;
    private readonly int _layer;

    public OwnEntryTests()
    {
        _layer = _files.AddFolder(TestListings.Of(@"data\over.txt", @"only\o.txt", @"data\gone.txt.rvfshide", "hidden.rvfshide"), @"D:\A",
            @"C:\g");
        _view = new MergedView(_files, _disk, new ListedAliases());
    }

    private bool IsSeen(string path, CountedDeletions deletions = CountedDeletions.Lasting) => OwnEntry.IsSeen(_view, path, deletions);

    [Fact]
    public void WhatIsOnDiskAndNotHiddenIsSeenWhateverModsHave()
    {
        Assert.True(IsSeen(@"C:\g\data\own.txt"));
        Assert.True(IsSeen(@"C:\g\data\over.txt"));
        Assert.True(IsSeen(@"C:\g\data"));
        Assert.False(IsSeen(@"C:\g\data\none.txt"));
        Assert.False(IsSeen(@"C:\g\only"));
        Assert.True(OwnEntry.IsFolderSeen(_view, @"C:\g\data", CountedDeletions.Lasting));
        Assert.False(OwnEntry.IsFolderSeen(_view, @"C:\g\data\own.txt", CountedDeletions.Lasting));
    }

    [Fact]
    public void WhatAModHidesIsNotSeenNorWhatIsBelowIt()
    {
        Assert.False(IsSeen(@"C:\g\data\gone.txt"));
        Assert.False(IsSeen(@"C:\g\hidden"));
        Assert.False(IsSeen(@"C:\g\hidden\a.txt"));
        Assert.False(OwnEntry.IsFolderSeen(_view, @"C:\g\hidden", CountedDeletions.None));
        Assert.False(OwnEntry.MayBeSeen(_view, @"C:\g\hidden\not there.txt", CountedDeletions.None));
    }

    [Fact]
    public void TheHiddenNamesOfAnotherSnapshotCountWhereThatIsAsked()
    {
        Snapshot before = _files.Snapshot;
        _files.Remove(_layer);

        Assert.True(IsSeen(@"C:\g\hidden\a.txt"));
        Assert.False(OwnEntry.IsSeen(_view, @"C:\g\hidden\a.txt", CountedDeletions.Lasting, hiding: before));
        GC.KeepAlive(before);
    }

    [Fact]
    public void ADeletedFolderCountsWhereDeletionsDo()
    {
        _view.Whiteouts.AddFolder(_files.Snapshot, @"C:\g\mine", [@"\??\D:\A\mine"], [], _layer);

        Assert.False(IsSeen(@"C:\g\mine"));
        Assert.False(IsSeen(@"C:\g\mine\m.txt", CountedDeletions.UnknownToLayers));
        Assert.True(IsSeen(@"C:\g\mine\m.txt", CountedDeletions.None));
    }

    [Fact]
    public void APlaceInTheOverwriteFolderIsKnownToTheLayersAndADeletedModsFileIsNot()
    {
        int data = _files.Snapshot.Lookup(@"C:\g\data").PathId;
        _view.Whiteouts.AddPlace(data, "own.txt", @"\??\D:\O\data\own.txt", _layer, isLasting: true);
        _view.Whiteouts.AddPlace(data, "over.txt", @"\??\D:\A\data\over2.txt", _layer, isLasting: false);

        Assert.False(IsSeen(@"C:\g\data\own.txt"));
        Assert.True(IsSeen(@"C:\g\data\own.txt", CountedDeletions.UnknownToLayers));
        Assert.False(IsSeen(@"C:\g\data\over.txt"));
        Assert.False(IsSeen(@"C:\g\data\over.txt", CountedDeletions.UnknownToLayers));
    }
}
