using Reloaded.VFS.Layers;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Core.Lookup;

namespace Reloaded.VFS.Tests.Core;

public class VirtualFileSystemTests
{
    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);

    private string Winner(string path) => LookupTests.TextOf(_files.Snapshot.Lookup(path));

    [Fact]
    public void TheOrderDecidesAndCanChange()
    {
        int a = _files.AddFolder(TestListings.Of("x"), @"D:\a", @"C:\g");
        int b = _files.AddFolder(TestListings.Of("X"), @"D:\b", @"C:\g");
        int c = _files.AddFolder(TestListings.Of("x"), @"D:\c", @"C:\g", new LayerOptions { Below = b, Name = "middle" });
        Assert.Equal(@"\??\D:\b\X", Winner(@"C:\g\x"));
        Assert.Equal([a, c, b], _files.GetLayers().Select(l => l.Handle));
        _files.Reorder([b, a]);
        Assert.Equal([b, c, a], _files.GetLayers().Select(l => l.Handle));
        Assert.Equal(@"\??\D:\a\x", Winner(@"C:\g\x"));
        Assert.Equal([a, c, b], _files.GetProviders(@"C:\g\X").Select(p => p.Layer));
        Assert.Equal([new PathConflict(@"C:\g\X", _files.GetProviders(@"C:\g\X"))], _files.GetConflicts(),
            (x, y) => x!.Path == y!.Path && x.Providers.SequenceEqual(y.Providers));
        Assert.Equal(new LayerInfo(c, "middle", @"\??\D:\c\", @"C:\g", false, true, 1, 1, 0), _files.GetLayer(c));
        Assert.ThrowsAny<ArgumentException>(() => _files.Reorder([a, a]));
        Assert.ThrowsAny<ArgumentException>(() => _files.Reorder([99]));
        Assert.ThrowsAny<ArgumentException>(() => _files.AddFolder(TestListings.Of(), @"D:\", @"C:\g", new LayerOptions { Below = 99 }));
        Assert.Equal([b, c, a], _files.GetLayers().Select(l => l.Handle));
    }

    /// <summary>An entry's layer has 18 bits: one more folder would be taken for the first one.</summary>
    /// <summary>A hidden path is a layer like others, but supplies nothing: not even the folder that the path is in.</summary>
    [Fact]
    public void AHiddenPathIsALayerThatSuppliesNothing()
    {
        int low = _files.AddFolder(TestListings.Of("x", @"sub\y"), @"D:\low", @"C:\g");
        int hide = _files.Hide(@"C:\G\X", new LayerOptions { Name = "hide" });
        int below = _files.Hide(@"C:\g\sub");
        Assert.Equal(LookupKind.Miss, _files.Snapshot.Lookup(@"C:\g\x").Kind);
        Assert.Equal(LookupKind.Miss, _files.Snapshot.Lookup(@"C:\g\sub\y").Kind);
        Assert.Equal([low], _files.GetProviders(@"C:\g").Select(p => p.Layer));
        Assert.Equal(hide, _files.FindHider(@"C:\g\x"));
        Assert.True(_files.Snapshot.Hidden!.CoversOwn(@"C:\g\x", out _));
        Assert.False(_files.Snapshot.Hidden!.TryGetPlace(@"C:\g\x", out _));

        int high = _files.AddFile(@"D:\high", @"C:\g\x");
        Assert.Equal(@"\??\D:\high", Winner(@"C:\g\x"));
        _files.Remove(high);
        _files.Reorder([hide, low]);
        Assert.Equal(@"\??\D:\low\x", Winner(@"C:\g\x"));
        _files.Remove(hide);
        _files.SetEnabled(below, false);
        Assert.Null(_files.Snapshot.Hidden);
        Assert.Equal(@"\??\D:\low\sub\y", Winner(@"C:\g\sub\y"));
        // Of a folder that no layer has, the game's own file is hidden.
        _files.Hide(@"C:\other\deep\z");
        Assert.True(_files.Snapshot.Hidden!.CoversOwn(@"C:\other\deep\Z", out _));
        Assert.ThrowsAny<ArgumentException>(() => _files.Hide(@"C:\"));
    }

    [Fact]
    public void OneFolderTooManyIsRefusedAndAFileIsNot()
    {
        const int last = LookupEntry.MaxLayers - 1;
        Assert.Equal((uint)last, new LookupEntry { Info = LookupEntry.MakeInfo(0, default, last) }.Layer);
        using var files = new VirtualFileSystem(RealPathForm.Windows) { MostFolders = 2 };
        int first = files.AddFolder(TestListings.Of("x"), @"D:\a", @"C:\g");
        files.AddFolder(TestListings.Of("y"), @"D:\b", @"C:\g", new LayerOptions { Enabled = false });
        var refused = Assert.Throws<InvalidOperationException>(() => files.AddFolder(TestListings.Of("z"), @"D:\c", @"C:\g"));
        Assert.Contains("2 folders are layers already", refused.Message);
        files.AddFile(@"D:\c\z", @"C:\g\z");
        files.Remove(first);
        files.AddFolder(TestListings.Of("z"), @"D:\c", @"C:\g");
        Assert.Equal(LookupKind.File, files.Snapshot.Lookup(@"C:\g\z").Kind);
        Assert.Equal(LookupKind.Miss, files.Snapshot.Lookup(@"C:\g\x").Kind);
    }

    [Fact]
    public void AnUpdateIsPublishedOnceAtItsEnd()
    {
        Snapshot before = _files.Snapshot;
        using (_files.BeginUpdate())
        {
            _files.AddFolder(TestListings.Of("x"), @"D:\a", @"C:\g");
            using (_files.BeginUpdate())
                _files.AddFile(@"D:\y", @"C:\g\y");
            Assert.Same(before, _files.Snapshot);
        }

        Assert.NotSame(before, _files.Snapshot);
        Assert.Equal(@"\??\D:\y", Winner(@"C:\g\y"));
        Snapshot after = _files.Snapshot;
        _files.BeginUpdate().Dispose();
        Assert.Same(after, _files.Snapshot);
    }

    [Fact]
    public void AFileThatNothingCoversIsAppendedWithoutANewSnapshot()
    {
        int low = _files.AddFolder(TestListings.Of(@"data\x"), @"D:\low", @"C:\g");
        int high = _files.AddFolder(TestListings.Of(@"data\y"), @"D:\high", @"C:\g");
        Snapshot before = _files.Snapshot;
        for (int i = 0; i < 300; i++)
            Assert.True(_files.TryAppendFile(low, $@"C:\g\data\new{i}"));
        _files.AddFile(@"D:\real", @"C:\g\data\virtual");
        Assert.Same(before, _files.Snapshot);
        Assert.Equal(@"\??\D:\low\data\new299", Winner(@"C:\g\DATA\NEW299"));
        Assert.Equal(@"\??\D:\real", Winner(@"C:\g\data\virtual"));
        Assert.Equal(303, _files.Statistics.Files);

        // Covered: the higher layer still wins, or wins now.
        Assert.True(_files.TryAppendFile(low, @"C:\g\data\y"));
        Assert.Equal(@"\??\D:\high\data\y", Winner(@"C:\g\data\y"));
        Assert.True(_files.TryAppendFile(high, @"C:\g\data\x"));
        Assert.Equal(@"\??\D:\high\data\x", Winner(@"C:\g\data\x"));
        Assert.NotSame(before, _files.Snapshot);

        // This can't be determined from the listings.
        Assert.False(_files.TryAppendFile(low, @"C:\g\nothere\x"));
        Assert.False(_files.TryAppendFile(99, @"C:\g\data\x"));

        Assert.True(_files.Remove(high));
        Assert.Equal(@"\??\D:\low\data\new0", Winner(@"C:\g\data\new0"));
        Assert.Equal(@"\??\D:\low\data\y", Winner(@"C:\g\data\y"));
        Assert.True(_files.SetListing(low, TestListings.Of(@"data\z")));
        Assert.Equal(LookupKind.Miss, _files.Snapshot.Lookup(@"C:\g\data\new0").Kind);
        Assert.Equal(@"\??\D:\low\data\z", Winner(@"C:\g\data\z"));
        Assert.False(_files.SetListing(99, TestListings.Of()));
    }

    [Fact]
    public void AListingFromTheDisk()
    {
        string root = Directory.CreateTempSubdirectory("rvfs-test").FullName;
        try
        {
            Directory.CreateDirectory(Path.Join(root, "Sub", "empty"));
            File.WriteAllText(Path.Join(root, "Sub", "File.txt"), "");
            // Names that are left out of mods aren't left out of a folder that a program names itself.
            Directory.CreateDirectory(Path.Join(root, ".git"));
            File.WriteAllText(Path.Join(root, ".git", "desktop.ini"), "");
            File.WriteAllText(Path.Join(root, "readme.txt"), "");
            using var files = new VirtualFileSystem();
            int layer = files.AddFolder(root, @"C:\g");
            Assert.Empty(files.GetLayer(layer)!.Diagnostics);
            Assert.Equal(LookupKind.File, files.Snapshot.Lookup(@"C:\g\.git\desktop.ini").Kind);
            Assert.Equal(LookupKind.File, files.Snapshot.Lookup(@"C:\g\README.txt").Kind);
            LookupResult found = files.Snapshot.Lookup(@"C:\g\SUB\file.TXT");
            string expected = Path.Join(root, "Sub", "File.txt");
            Assert.Equal(OperatingSystem.IsWindows() ? @"\??\" + expected : expected, LookupTests.TextOf(found));
            Assert.Equal(LookupKind.Folder, files.Snapshot.Lookup(@"C:\g\sub\EMPTY").Kind);
            IOException error = Assert.ThrowsAny<IOException>(() => files.AddFolder(Path.Join(root, "none"), @"C:\g"));
            Assert.Contains(Path.Join(root, "none"), error.Message, StringComparison.Ordinal);
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    [Fact]
    public void BadPathsAreRefusedAndChangeNothing()
    {
        Assert.ThrowsAny<ArgumentException>(() => _files.AddFolder(TestListings.Of(), @"D:\a", "g"));
        Assert.ThrowsAny<ArgumentException>(() => _files.AddFolder(TestListings.Of(), "a", @"C:\g"));
        Assert.ThrowsAny<ArgumentException>(() => _files.AddFile(@"D:\a", "C:"));
        Assert.ThrowsAny<ArgumentException>(() => _files.AddFile(@"D:\a\", @"C:\g\x"));
        Assert.ThrowsAny<ArgumentException>(() => _files.AddTarget("g"));
        Assert.Empty(_files.GetLayers());
        Assert.False(_files.TryGetPathId(@"C:\g", out _));
        Assert.False(_files.RemoveTarget(@"C:\g"));
    }

    [Fact]
    public void PrefixesAreWhatTheTargetsOfADriveShare()
    {
        _files.AddTarget(@"C:\games\g\a");
        _files.AddTarget(@"C:\GAMES\g\bb");
        _files.AddTarget(@"C:\games\g\b");
        _files.AddTarget(@"E:\x");
        _files.AddTarget(@"E:\y");
        _files.AddTarget(@"\\s\t");
        Snapshot snapshot = _files.Snapshot;
        string[] prefixes = [.. Enumerable.Range(0, snapshot.PrefixCount).Select(i => snapshot.GetPrefix(i).ToString())];
        Assert.Equal([@"C:\games\g", "E:", @"UNC\s\t"], prefixes);
        Assert.True(_files.RemoveTarget(@"e:\X"));
        Assert.Equal(@"E:\y", _files.Snapshot.GetPrefix(1).ToString());
    }

    [Fact]
    public void DisposedItIsEmptyForReadersAndAnErrorForWriters()
    {
        _files.AddFolder(TestListings.Of("x"), @"D:\a", @"C:\g");
        _files.Dispose();
        _files.Dispose();
        Assert.Equal(LookupKind.Outside, _files.Snapshot.Lookup(@"C:\g\x").Kind);
        Assert.Throws<ObjectDisposedException>(() => _files.AddFile(@"D:\a", @"C:\g\x"));
        Assert.Throws<ObjectDisposedException>(() => _files.BeginUpdate());
    }
}
