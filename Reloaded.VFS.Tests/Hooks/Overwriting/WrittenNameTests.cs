using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.Overwriting;

/// <summary>Tests of how a call that may change a name classifies it, under the policy <c>overwrite</c>.</summary>
public sealed class WrittenNameTests
{
    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);
    private readonly ListedDisk _disk = new ListedDisk().Put(@"C:\g\data\own.txt", @"C:\g\data\over.txt", @"C:\g\data\x.db-wal",
        @"C:\g\hidden\a.txt", @"C:\g\rvfs\", @"C:\g\saves\s.sav", @"C:\x\out.txt", @"D:\A\data\over.txt", @"D:\A\data\two.txt",
        @"D:\A\data\x.db", @"D:\A\only\o.txt", @"D:\B\data\two.txt", @"D:\O\data\");
    private readonly MergedView _view;
    private readonly OverwriteFolder _overwrite;
    private readonly int _top;

    public WrittenNameTests()
    {
        _files.AddFolder(TestListings.Of(@"data\over.txt", @"data\two.txt", @"data\x.db", @"only\o.txt", "hidden.rvfshide"), @"D:\A",
            @"C:\g");
        _files.AddFolder(TestListings.Of(@"data\two.txt"), @"D:\B", @"C:\g");
        _top = _files.AddFolder(TestListings.Of(@"data\"), @"D:\O", @"C:\g");
        _view = new MergedView(_files, _disk, new ListedAliases());
        _view.Hidden.Add(_files.Snapshot.Lookup(@"C:\g").PathId, @"C:\g", ["rvfs"]);
        _overwrite = new OverwriteFolder([new OverwriteRoot(@"C:\g", @"\??\D:\O", _top)], @"\??\D:\tmp",
            path => path.StartsWith("saves", StringComparison.OrdinalIgnoreCase), long.MaxValue, (_, _) => { });
    }

    /// <summary>Returns the kind of a name and the place of what is seen, or "in place" if it is written in place.</summary>
    private string Find(string path)
    {
        if (!WrittenName.TryFind(_view, _overwrite, path, out WrittenName name))
            return "in place";
        string real = name.Real.Length > 0 ? name.Real[4..] : name.IsDeleted ? "deleted" : "";
        return $"{name.Kind} {real}{(name.IsInOverwrite ? " here" : "")}".Trim();
    }

    [Theory]
    // The game's own, a mod's, the higher of two mods', folders of the game and of a mod alone.
    [InlineData(@"C:\g\data\own.txt", @"File C:\g\data\own.txt")]
    [InlineData(@"C:\G\DATA\OWN.TXT", @"File C:\G\DATA\OWN.TXT")]
    [InlineData(@"C:\g\data\over.txt", @"File D:\A\data\over.txt")]
    [InlineData(@"C:\g\data\two.txt", @"File D:\B\data\two.txt")]
    [InlineData(@"C:\g\only", @"Folder D:\A\only")]
    [InlineData(@"C:\g\data\none.txt", "None")]
    [InlineData(@"C:\g\nowhere\none.txt", "None")]
    // Beside a mod's database, and not beside the game's.
    [InlineData(@"C:\g\data\x.db-journal", "None")]
    // What a mod hides can be made anew; what is below it can't.
    [InlineData(@"C:\g\hidden", "None")]
    [InlineData(@"C:\g\hidden\a.txt", "Forbidden")]
    [InlineData(@"C:\g\hidden\new.txt", "Forbidden")]
    // The VFS's own.
    [InlineData(@"C:\g\rvfs", "Forbidden")]
    [InlineData(@"C:\g\RVFS\mods", "Forbidden")]
    // Outside of targets, and what is written where it is.
    [InlineData(@"C:\x\out.txt", "in place")]
    [InlineData(@"C:\g\saves\s.sav", "in place")]
    public void LowerLayersAndTheGameAreSeen(string path, string expected) => Assert.Equal(expected, Find(path));

    /// <summary>The disk counts, not the layers, because another process may just have written there.</summary>
    [Fact]
    public void WhatLiesInTheOverwriteFolderIsSeenAtOnce()
    {
        _disk.Put(@"D:\O\data\own.txt", @"D:\O\data\over.txt", @"D:\O\data\new.txt", @"D:\O\only\");
        Assert.Equal(@"File D:\O\data\own.txt here", Find(@"C:\g\data\own.txt"));
        Assert.Equal(@"File D:\O\data\over.txt here", Find(@"C:\g\data\over.txt"));
        Assert.Equal(@"File D:\O\data\new.txt here", Find(@"C:\g\data\new.txt"));
        Assert.Equal(@"Folder D:\O\only here", Find(@"C:\g\only"));
        // A marker beside it has no effect.
        _disk.Put(@"D:\O\data\own.txt.rvfshide");
        Assert.Equal(@"File D:\O\data\own.txt here", Find(@"C:\g\data\own.txt"));
    }

    /// <summary>The layers still know a copy that has gone: its original is seen, unless the game has deleted the name.</summary>
    [Theory]
    [InlineData("own.txt", @"C:\g\data\own.txt")]
    [InlineData("over.txt", @"D:\A\data\over.txt")]
    [InlineData("two.txt", @"D:\B\data\two.txt")]
    [InlineData("none.txt", "")]
    public void BelowACopyThatHasGoneIsWhatItWasMadeOf(string name, string below)
    {
        string path = $@"C:\g\data\{name}", place = $@"D:\O\data\{name}";
        _disk.Put(place);
        Assert.Equal(below, WrittenName.FindBelow(_view, path, @"\??\" + place).Replace(@"\??\", "", StringComparison.Ordinal));
        _files.SetListing(_top, TestListings.Of($@"data\{name}"));
        Assert.Equal(below, WrittenName.FindBelow(_view, path, @"\??\" + place).Replace(@"\??\", "", StringComparison.Ordinal));
        Assert.Equal($"File {place} here", Find(path));
        _disk.Remove(place);
        Assert.Equal(below.Length > 0 ? "File " + below : "None", Find(path));
        _view.Whiteouts.AddPlace(_files.Snapshot.Lookup(@"C:\g\data").PathId, name, @"\??\" + place, _top, isLasting: true);
        Assert.Equal("None", Find(path));
    }

    [Fact]
    public void NothingIsBelowWhereAModHidesIt()
    {
        _disk.Put(@"D:\O\hidden\a.txt");
        Assert.Equal("", WrittenName.FindBelow(_view, @"C:\g\hidden\a.txt", @"\??\D:\O\hidden\a.txt"));
        _disk.Put(@"D:\O\data\two.txt");
        int hiding = _files.AddFolder(TestListings.Of(@"data\two.txt.rvfshide"), @"D:\C", @"C:\g");
        IEnumerable<int> others = _files.GetLayers().Select(layer => layer.Handle).Where(layer => layer != hiding && layer != _top);
        _files.Reorder([.. others, hiding, _top]);
        _files.SetListing(_top, TestListings.Of(@"data\two.txt"));
        Assert.Equal("", WrittenName.FindBelow(_view, @"C:\g\data\two.txt", @"\??\D:\O\data\two.txt"));
    }

    [Fact]
    public void AMarkerSaysThatNothingIsThere()
    {
        _disk.Put(@"D:\O\data\own.txt.rvfshide", @"D:\O\data\two.txt.rvfshide");
        Assert.Equal("None deleted", Find(@"C:\g\data\own.txt"));
        Assert.Equal("None deleted", Find(@"C:\g\data\two.txt"));
    }

    /// <summary>A folder that was created again under a hidden name may be on disk before the layers know it.</summary>
    [Fact]
    public void AFolderThatIsMadeAnewUnderAHiddenNameCanBeFilled()
    {
        _disk.Put(@"D:\O\hidden\");
        Assert.Equal(@"Folder D:\O\hidden here", Find(@"C:\g\hidden"));
        Assert.Equal("None", Find(@"C:\g\hidden\new.txt"));
    }

    /// <summary>The VFS doesn't know of the change yet.</summary>
    [Fact]
    public void WhereAModsFileHasGoneTheNextThatHasTheNameIsSeen()
    {
        _disk.Remove(@"D:\B\data\two.txt");
        Assert.Equal(@"File D:\A\data\two.txt", Find(@"C:\g\data\two.txt"));
        _disk.Remove(@"D:\A\data\two.txt");
        Assert.Equal("None", Find(@"C:\g\data\two.txt"));
        _disk.Remove(@"D:\A\data\over.txt");
        Assert.Equal(@"File C:\g\data\over.txt", Find(@"C:\g\data\over.txt"));
    }

    /// <summary>The game's own writes and deletions there differ from those of other processes.</summary>
    [Fact]
    public void APlaceInTheOverwriteFolderIsKnownBeforeTheLayersKnowIt()
    {
        int data = _files.Snapshot.Lookup(@"C:\g\data").PathId;
        _view.Whiteouts.AddPlace(data, "own.txt", @"\??\D:\O\data\own.txt", _top, isLasting: true);
        Assert.Equal("None", Find(@"C:\g\data\own.txt"));
        _disk.Put(@"D:\O\data\own.txt");
        Assert.Equal(@"File D:\O\data\own.txt here", Find(@"C:\g\data\own.txt"));
    }

    [Fact]
    public void OnlyOtherLayersAreLower()
    {
        Assert.True(IsInLower(@"C:\g\data\own.txt"));
        Assert.True(IsInLower(@"C:\g\data\two.txt"));
        Assert.False(IsInLower(@"C:\g\data\new.txt"));
        _disk.Put(@"D:\O\data\new.txt");
        _files.SetListing(_top, TestListings.Of(@"data\new.txt"));
        Assert.False(IsInLower(@"C:\g\data\new.txt"));
        // It is hidden all the same, and must stay hidden.
        _disk.Put(@"D:\A\data\new.txt");
        Assert.True(IsInLower(@"C:\g\data\new.txt"));
        _files.AddFile(@"D:\C\single.txt", @"C:\g\data\laid.txt");
        Assert.True(IsInLower(@"C:\g\data\laid.txt"));

        bool IsInLower(string path) => WrittenName.TryFind(_view, _overwrite, path, out WrittenName name) && name.IsInLowerLayers(_view);
    }

    [Fact]
    public void AFolderIsOneWhereverItIsWritten()
    {
        foreach (string folder in (string[])[@"C:\g", @"C:\g\data", @"C:\g\only", @"C:\g\saves", @"C:\x"])
            Assert.True(WrittenName.IsFolderSeen(_view, _overwrite, folder), folder);
        foreach (string other in (string[])[@"C:\g\hidden", @"C:\g\data\own.txt", @"C:\g\none", @"C:\g\saves\s.sav", @"C:\y"])
            Assert.False(WrittenName.IsFolderSeen(_view, _overwrite, other), other);
    }
}
