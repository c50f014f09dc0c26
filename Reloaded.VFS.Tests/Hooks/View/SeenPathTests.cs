using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.View;

/// <summary>Tests of each option of a path query: what it finds, and that nothing of this is found without the option.</summary>
public sealed class SeenPathTests
{
    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);
    private readonly ListedDisk _disk = new ListedDisk().Put(@"C:\g\data\x.db", @"C:\g\rvfs\", @"D:\m\data\x.db",
        @"D:\m\data\a long name.txt");
    private readonly MergedView _view;

    public SeenPathTests()
    {
        _files.AddFolder(TestListings.Of(@"data\x.db", @"data\a long name.txt", @"data\own\"), @"D:\m", @"C:\g");
        _view = new MergedView(_files, _disk, new ListedAliases((@"C:\g", "Y:")));
        _view.Aliases.Update([@"C:\g"]);
        _view.Hidden.Add(_files.Snapshot.Lookup(@"C:\g").PathId, @"C:\g", ["rvfs"]);
    }

    [Theory]
    [InlineData(@"C:\g\data\x.db", SeenOptions.Supplied, @"File D:\m\data\x.db")]
    [InlineData(@"c:\G\DATA\X.DB", SeenOptions.Supplied, @"File D:\m\data\x.db")]
    [InlineData(@"C:\g\data", SeenOptions.Supplied, @"Folder D:\m\data\")]
    [InlineData(@"C:\g\data\other", SeenOptions.All, @"Miss D:\m\data\")]
    [InlineData(@"C:\g\elsewhere\x", SeenOptions.All, "Outside")]
    [InlineData("C:", SeenOptions.All, "Folder")]
    [InlineData("X:", SeenOptions.All, "Outside")]
    // Another drive letter, and two backslashes after the drive.
    [InlineData(@"Y:\data\x.db", SeenOptions.Supplied, "Outside")]
    [InlineData(@"Y:\data\x.db", SeenOptions.All & ~SeenOptions.Aliases, "Outside")]
    [InlineData(@"Y:\data\x.db", SeenOptions.Aliases, @"File D:\m\data\x.db")]
    [InlineData("Y:", SeenOptions.Aliases, @"Folder D:\m\")]
    [InlineData(@"C:\\g\data\x.db", SeenOptions.Aliases, @"File D:\m\data\x.db")]
    [InlineData(@"C:\\\g\data\x.db", SeenOptions.All, "Outside")]
    // 8.3 names, by themselves and through another letter.
    [InlineData(@"C:\g\data\ALONGN~1.TXT", SeenOptions.All & ~SeenOptions.ShortNames, @"Miss D:\m\data\")]
    [InlineData(@"C:\g\data\ALONGN~1.TXT", SeenOptions.ShortNames, @"File D:\m\data\a long name.txt")]
    [InlineData(@"Y:\data\ALONGN~1.TXT", SeenOptions.ShortNames, "Outside")]
    [InlineData(@"Y:\data\ALONGN~1.TXT", SeenOptions.Aliases | SeenOptions.ShortNames, @"File D:\m\data\a long name.txt")]
    [InlineData(@"C:\g\data\OTHER~1.TXT", SeenOptions.ShortNames, @"Miss D:\m\data\")]
    // Streams.
    [InlineData(@"C:\g\data\x.db:s", SeenOptions.All & ~SeenOptions.Streams, @"Miss D:\m\data\")]
    [InlineData(@"C:\g\data\x.db:s", SeenOptions.Streams, @"File D:\m\data\x.db")]
    [InlineData(@"C:\g\data\other:s", SeenOptions.Streams, @"Miss D:\m\data\")]
    [InlineData(@"C:\g\data\:s", SeenOptions.Streams, @"Miss D:\m\data\")]
    // The VFS's own.
    [InlineData(@"C:\g\rvfs", SeenOptions.All & ~SeenOptions.Hidden, @"Miss D:\m\")]
    [InlineData(@"C:\g\RVFS", SeenOptions.Hidden, "absent")]
    [InlineData(@"C:\g\rvfs\mods\m", SeenOptions.Hidden, "absent above")]
    [InlineData(@"C:\g\rvfs2", SeenOptions.Hidden, @"Miss D:\m\")]
    [InlineData(@"Y:\rvfs", SeenOptions.All, "absent")]
    // A database's journal.
    [InlineData(@"C:\g\data\x.db-journal", SeenOptions.All & ~SeenOptions.Companions, @"Miss D:\m\data\")]
    [InlineData(@"C:\g\data\x.db-journal", SeenOptions.Companions, @"File D:\m\data\x.db-journal beside")]
    [InlineData(@"C:\g\data\y.db-journal", SeenOptions.Companions, @"Miss D:\m\data\")]
    public void AnOptionDecides(string path, object options, string expected)
    {
        _disk.Shorten(@"D:\m\data", "ALONGN~1.TXT", "a long name.txt");
        Assert.Equal(expected, Text(SeenPath.Of(_view, path, (SeenOptions)options)));
    }

    [Fact]
    public void WhatTheGameHasDeletedIsWhereItWas()
    {
        LookupResult found = _files.Snapshot.Lookup(@"C:\g\data\x.db");
        _view.Whiteouts.Add("x.db", in found);
        _files.AddFolder(TestListings.Of(@"data\y.txt"), @"D:\n", @"C:\g");
        int mod = _files.GetLayers()[0].Handle;
        _files.SetListing(mod, TestListings.Of(@"data\"));
        _disk.Remove(@"D:\m\data\x.db");
        Assert.Equal(@"Miss D:\n\data\", Text(SeenPath.Of(_view, @"C:\g\data\x.db", SeenOptions.All & ~SeenOptions.Whiteouts)));
        Assert.Equal(@"File D:\m\data\x.db", Text(SeenPath.Of(_view, @"Y:\data\x.db", SeenOptions.All)));
        // Its journal belongs to this file, not to the game's own.
        Assert.Equal(@"File D:\m\data\x.db-journal beside", Text(SeenPath.Of(_view, @"C:\g\data\x.db-journal", SeenOptions.Canonical)));
    }

    [Fact]
    public void AWhitedOutFolderHidesWhatIsBelowItAndCanBeMadeAnew()
    {
        int mod = _files.GetLayers()[0].Handle;
        _view.Whiteouts.AddFolder(_files.Snapshot, @"C:\g\data", [@"\??\D:\m\data"], [], mod);
        _disk.Remove(@"D:\m\data");
        _files.SetListing(mod, TestListings.Of());
        Assert.Equal("absent above", Text(SeenPath.Of(_view, @"C:\g\data\x.db", SeenOptions.Whiteouts)));
        Assert.Equal(@"File D:\m\data", Text(SeenPath.Of(_view, @"C:\g\data", SeenOptions.Whiteouts)));
        Assert.NotEqual("absent above", Text(SeenPath.Of(_view, @"C:\g\data\x.db", SeenOptions.All & ~SeenOptions.Whiteouts)));
    }

    /// <summary>A watcher passes the snapshot that it reports about.</summary>
    [Fact]
    public void TheSnapshotIsTheCallers()
    {
        Snapshot before = _files.Snapshot;
        _files.AddFolder(TestListings.Of("new.txt"), @"D:\n", @"C:\g");
        Assert.Equal(@"Miss D:\m\", Text(SeenPath.Of(_view, @"C:\g\new.txt", SeenOptions.All, before)));
        Assert.Equal(@"File D:\n\new.txt", Text(SeenPath.Of(_view, @"C:\g\new.txt", SeenOptions.All)));
    }

    [Theory]
    [InlineData(600)]
    [InlineData(700)]
    [InlineData(32000)]
    public void ALongPathIsAskedForToo(int length)
    {
        string name = new('n', 200), path = @"Y:\data";
        while (path.Length < length)
            path += '\\' + name;
        Assert.Equal(@"C:\g" + path[2..], SeenPath.Of(_view, path, SeenOptions.All).Path);
    }

    /// <summary>The longest names in the place of short ones: with them a path may need other memory.</summary>
    [Theory]
    [InlineData(100)]
    [InlineData(400)]
    [InlineData(600)]
    [InlineData(31000)]
    public void LongNamesHaveRoom(int length)
    {
        string folder = @"C:\g", name = new('l', VirtualPath.MaxNameLength), path = folder;
        while (path.Length < length)
        {
            _disk.Shorten(folder, "LLLLLL~1", name);
            folder = $@"{folder}\{name}\n";
            path += @"\LLLLLL~1\n";
        }

        Assert.True(length < 1000 || folder.Length > PathBuffers.LargestCapacity);
        Assert.Equal(length < 1000 ? folder : path, SeenPath.Of(_view, path, SeenOptions.All).Path);
    }

    private static string Text(SeenEntry seen) => seen.IsAbsent
        ? seen.IsAbsentItself ? "absent" : "absent above"
        : $"{seen.Kind} {NtPath.ToCanonical(seen.Backing)}{(seen.IsCompanion ? " beside" : "")}".TrimEnd();
}
