using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.Deleting;

/// <summary>
/// Tests that a name which the game has deleted stays deleted, whatever is on disk under it, and that what the game then creates goes to
/// the old place.
/// </summary>
public sealed class WhiteoutsTests
{
    private const string Two = @"C:\g\data\two.txt";

    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);
    private readonly ListedDisk _disk = new ListedDisk().Put(@"C:\g\data\own.txt", @"C:\g\data\over.txt", @"D:\A\data\two.txt",
        @"D:\A\data\over.txt", @"D:\B\data\two.txt");
    private readonly Whiteouts _whiteouts;
    private readonly int _low, _high;

    public WhiteoutsTests()
    {
        _low = _files.AddFolder(TestListings.Of(@"data\two.txt", @"data\over.txt"), @"D:\A", @"C:\g");
        _high = _files.AddFolder(TestListings.Of(@"data\two.txt"), @"D:\B", @"C:\g");
        _whiteouts = new Whiteouts(_files, _disk);
    }

    /// <summary>Returns the backing file that is seen, or the kind of entry if there is none.</summary>
    private string Seen(string path)
    {
        Snapshot snapshot = _files.Snapshot;
        LookupResult found = snapshot.Lookup(path);
        _whiteouts.Apply(snapshot, VirtualPath.GetName(path), ref found);
        string seen = found.Kind == LookupKind.File ? NtPath.ToCanonical(BackingPath.Of(found)).ToString() : found.Kind.ToString();
        GC.KeepAlive(snapshot);
        return seen;
    }

    /// <summary>
    /// Deletes, as the game, the folder with its content: the lower mod's folder stays on disk, and its layer has it, empty.
    /// </summary>
    private void DeleteHigherFolder(string[] kept)
    {
        _whiteouts.AddFolder(_files.Snapshot, @"C:\g\data", [@"\??\D:\B\data"], kept, _high);
        _disk.Remove(@"D:\B\data");
        _disk.Remove(@"D:\A\data\two.txt");
        _disk.Remove(@"D:\A\data\over.txt");
        _files.SetListing(_high, TestListings.Of());
        _files.SetListing(_low, TestListings.Of(@"data\"));
    }

    private void Delete(string path)
    {
        Snapshot snapshot = _files.Snapshot;
        LookupResult found = snapshot.Lookup(path);
        _whiteouts.Add(VirtualPath.GetName(path), in found);
        _disk.Remove(NtPath.ToCanonical(BackingPath.Of(found)).ToString());
        GC.KeepAlive(snapshot);
    }

    [Fact]
    public void NothingIsWhitedOutAtFirst()
    {
        Assert.False(_whiteouts.Any);
        Assert.Equal(@"D:\B\data\two.txt", Seen(Two));
        Assert.False(_whiteouts.Hides(_files.Snapshot, @"C:\g\data\over.txt"));
        Assert.Empty(_whiteouts.NamesIn(_files.Snapshot.Lookup(Two).PathId));
    }

    [Fact]
    public void ALowerModsFileDoesNotComeToLight()
    {
        Delete(Two);
        Assert.True(_whiteouts.Any);
        _files.SetListing(_high, TestListings.Of(@"data\"));
        Assert.Equal(@"D:\A\data\two.txt", NtPath.ToCanonical(BackingPath.Of(_files.Snapshot.Lookup(Two))).ToString());
        Assert.Equal(@"D:\B\data\two.txt", Seen(Two));
        Assert.Equal(@"D:\B\data\two.txt", Seen(@"c:\G\DATA\TWO.TXT"));
        Assert.Equal(["two.txt"], _whiteouts.NamesIn(_files.Snapshot.Lookup(Two).PathId));
    }

    /// <summary>
    /// A place stays in use after its file has gone as long as a marker or the layer has the name; otherwise the name below is seen again.
    /// </summary>
    [Fact]
    public void APlaceIsGivenUpWhenNothingIsLeftThere()
    {
        const string place = @"D:\O\data\two.txt", marker = place + ".rvfshide";
        int top = _files.AddFolder(TestListings.Of(@"data\"), @"D:\O", @"C:\g");
        int parentId = _files.Snapshot.Lookup(Two).PathId;
        _whiteouts.AddPlace(parentId, "two.txt", @"\??\" + place, top, isLasting: true);
        _disk.Put(place);
        _whiteouts.LiftGone();
        Assert.Equal(place, Seen(Two));
        _disk.Remove(place);
        _disk.Put(marker);
        _whiteouts.LiftGone();
        Assert.Equal(place, Seen(Two));
        _disk.Remove(marker);
        _whiteouts.LiftGone();
        Assert.Equal(@"D:\B\data\two.txt", Seen(Two));
        _whiteouts.AddPlace(parentId, "two.txt", @"\??\" + place, top, isLasting: true);
        Assert.Equal(place, Seen(Two));
    }

    /// <summary>A copy that comes and goes repeatedly doesn't use more memory each time.</summary>
    [Fact]
    public void APlaceThatWasTakenBackIsTakenAgain()
    {
        int top = _files.AddFolder(TestListings.Of(@"data\"), @"D:\O", @"C:\g"), parentId = _files.Snapshot.Lookup(Two).PathId;
        const string place = @"\??\D:\O\data\two.txt";
        for (int i = 0; i < 3; i++)
        {
            _whiteouts.AddPlace(parentId, "two.txt", place, top, isLasting: true);
            Assert.Equal(@"D:\O\data\two.txt", Seen(Two));
            Assert.Equal(["two.txt"], _whiteouts.NamesIn(parentId));
            _whiteouts.LiftPlace(parentId, "TWO.TXT");
            Assert.Equal(@"D:\B\data\two.txt", Seen(Two));
            Assert.Empty(_whiteouts.NamesIn(parentId));
        }

        // Another spelling is another place.
        _whiteouts.AddPlace(parentId, "two.txt", @"\??\D:\O\data\TWO.txt", top, isLasting: true);
        Assert.Equal(@"D:\O\data\TWO.txt", Seen(Two));
    }

    /// <summary>
    /// A copy goes, and another one may come, while a thread asks whether a copy exists. Nothing is deleted, and the name below is seen.
    /// </summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public void APlaceThatIsTakenBackMeanwhileCoversNothing(bool isTakenBack, bool comesAgain)
    {
        int top = _files.AddFolder(TestListings.Of(@"data\"), @"D:\O", @"C:\g"), parentId = _files.Snapshot.Lookup(Two).PathId;
        foreach (Func<int, string, bool> ask in (Func<int, string, bool>[])[
            (id, name) => _whiteouts.CoversName(id, name), (id, name) => _whiteouts.IsDeleted(id, name)])
        {
            AddPlace();
            if (isTakenBack)
            {
                _disk.AfterNextMissing = () =>
                {
                    _whiteouts.LiftPlace(parentId, "two.txt");
                    if (comesAgain)
                        AddPlace();
                };
            }

            Assert.Equal(!isTakenBack, ask(parentId, "two.txt"));
            Assert.Null(_disk.AfterNextMissing);
        }

        void AddPlace() => _whiteouts.AddPlace(parentId, "two.txt", @"\??\D:\O\data\two.txt", top, isLasting: true);
    }

    /// <summary>
    /// The layers learn what lies at a place, and what a marker hides there, so neither counts when their changes are reported. What the
    /// game has deleted in a mod does count.
    /// </summary>
    [Fact]
    public void APlaceIsNoneOfWhatTheLayersWillNeverKnow()
    {
        int top = _files.AddFolder(TestListings.Of(@"data\"), @"D:\O", @"C:\g"), parentId = _files.Snapshot.Lookup(Two).PathId;
        Delete(@"C:\g\data\over.txt");
        Snapshot before = _files.Snapshot;
        _whiteouts.AddPlace(parentId, "two.txt", @"\??\D:\O\data\two.txt", top, isLasting: true);
        Assert.True(_whiteouts.Outlast(before, Two));
        Assert.False(_whiteouts.OutlastsLayers(before, Two));
        Assert.True(_whiteouts.OutlastsLayers(before, @"C:\g\DATA\OVER.TXT"));
        Assert.False(_whiteouts.OutlastsLayers(before, @"C:\g\data\own.txt"));
        _whiteouts.AddFolder(before, @"C:\g\data\deep", [@"\??\D:\O\data\deep"], [], top);
        Assert.True(_whiteouts.OutlastsLayers(before, @"C:\g\data\deep\d.txt"));
    }

    /// <summary>A folder is being deleted: its marker exists before the markers in it are removed.</summary>
    [Fact]
    public void APlaceStaysGoneWhileAFolderAroundItHasAMarker()
    {
        const string place = @"D:\O\data\two.txt", marker = place + ".rvfshide", folder = @"D:\O\data.rvfshide";
        int top = _files.AddFolder(TestListings.Of(@"data\"), @"D:\O", @"C:\g");
        _whiteouts.AddPlace(_files.Snapshot.Lookup(Two).PathId, "two.txt", @"\??\" + place, top, isLasting: true);
        _disk.Put(marker);
        _disk.Put(folder);
        _disk.Remove(marker);
        _whiteouts.LiftGone();
        Assert.Equal(place, Seen(Two));
        _disk.Remove(folder);
        _whiteouts.LiftGone();
        Assert.Equal(@"D:\B\data\two.txt", Seen(Two));
    }

    [Fact]
    public void AHigherModsFileDoes()
    {
        Delete(Two);
        _files.AddFolder(TestListings.Of(@"data\two.txt"), @"D:\C", @"C:\g");
        Assert.Equal(@"D:\C\data\two.txt", Seen(Two));
    }

    /// <summary>The deleted file is a lower mod's; meanwhile the order of the mods has been reversed.</summary>
    [Fact]
    public void TheOrderOfTheMomentDecides()
    {
        Delete(Two);
        _files.Reorder([_high, _low]);
        Assert.Equal(@"D:\A\data\two.txt", Seen(Two));
        _files.Reorder([_low, _high]);
        Assert.Equal(@"D:\B\data\two.txt", Seen(Two));
    }

    /// <summary>The mod is removed: its folder doesn't exist, so nothing could be created in it again.</summary>
    [Fact]
    public void AModThatGoesTakesItsWhiteoutsWithIt()
    {
        Delete(Two);
        _files.Remove(_high);
        _disk.Remove(@"D:\B");
        Assert.Equal(@"D:\A\data\two.txt", Seen(Two));
        Assert.False(_whiteouts.Contains(_files.Snapshot.Lookup(Two).PathId, "two.txt"));
    }

    [Fact]
    public void TheGamesOwnFileIsHiddenUntilTheModHasItAgainAndUnseenEvenThen()
    {
        const string path = @"C:\g\data\over.txt";
        Delete(path);
        _files.SetListing(_low, TestListings.Of(@"data\two.txt"));
        Assert.Equal(LookupKind.Miss, _files.Snapshot.Lookup(path).Kind);
        Assert.Equal(@"D:\A\data\over.txt", Seen(path));
        Assert.True(_whiteouts.Hides(_files.Snapshot, path));
        Assert.True(_whiteouts.Outlast(_files.Snapshot, path));
        _disk.Put(@"D:\A\data\over.txt");
        Assert.False(_whiteouts.Hides(_files.Snapshot, path));
        Assert.True(_whiteouts.Outlast(_files.Snapshot, path));
        Assert.False(_whiteouts.Hides(_files.Snapshot, @"C:\g\data\own.txt"));
    }

    [Fact]
    public void OnlyAFileCanBeAdded()
    {
        _whiteouts.Add("data", _files.Snapshot.Lookup(@"C:\g\data"));
        _whiteouts.Add("own.txt", _files.Snapshot.Lookup(@"C:\g\data\own.txt"));
        _whiteouts.Add("x", _files.Snapshot.Lookup(@"C:\elsewhere\x"));
        Assert.False(_whiteouts.Any);
    }

    /// <summary>The snapshot from which a whiteout was made is garbage-collected.</summary>
    [Fact]
    public void AWhiteoutOutlivesItsSnapshot()
    {
        Delete(Two);
        for (int i = 0; i < 20; i++)
            _files.SetListing(_high, TestListings.Of(@"data\", $"other{i}.txt"));
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        Assert.Equal(@"D:\B\data\two.txt", Seen(Two));
    }

    /// <summary>A watcher asks about a name's past, which has its own load order and its own files.</summary>
    [Fact]
    public void ASnapshotOfThePastSaysWhatWasSupplied()
    {
        Snapshot before = _files.Snapshot;
        Delete(Two);
        _files.SetListing(_high, TestListings.Of(@"data\"));
        Snapshot deleted = _files.Snapshot;
        _files.AddFolder(TestListings.Of(@"data\two.txt"), @"D:\C", @"C:\g");
        Assert.True(_whiteouts.IsSuppliedIn(before, Two));
        Assert.False(_whiteouts.IsSuppliedIn(deleted, Two));
        Assert.True(_whiteouts.IsSuppliedIn(_files.Snapshot, Two));
    }

    [Fact]
    public void ManyThreadsAddAtOnceAndNoneIsLost()
    {
        string[] names = [.. Enumerable.Range(0, 400).Select(i => $"n{i}.txt")];
        _files.SetListing(_high, TestListings.Of([.. names.Select(name => @"data\" + name)]));
        Snapshot snapshot = _files.Snapshot;
        Parallel.For(0, names.Length * 4, i =>
        {
            string name = names[i % names.Length];
            _whiteouts.Add(name, snapshot.Lookup($@"C:\g\data\{name}"));
        });
        int folder = snapshot.Lookup(@"C:\g\data").PathId;
        Assert.Equal(names.Order(), _whiteouts.NamesIn(folder).Distinct().Order());
        Assert.All(names, name => Assert.True(_whiteouts.Contains(folder, name.ToUpperInvariant())));
    }

    /// <summary>A whiteout whose deletions all failed counts only while the file exists, and is used for the next deletion.</summary>
    [Fact]
    public void ADeletionThatFailsIsTakenBack()
    {
        Snapshot snapshot = _files.Snapshot;
        LookupResult found = snapshot.Lookup(Two);
        Whiteouts.Node? first = _whiteouts.Add("two.txt", in found), second = _whiteouts.Add("TWO.txt", in found);
        Assert.NotNull(first);
        Assert.Same(first, second);
        first.TakeDeletionBack();
        _disk.Remove(@"D:\B\data\two.txt");
        Assert.Equal(@"D:\B\data\two.txt", Seen(Two));
        Assert.True(_whiteouts.CoversName(found.PathId, "two.txt"));
        // The last one fails, too.
        first.TakeDeletionBack();
        Assert.False(_whiteouts.Contains(found.PathId, "two.txt") || _whiteouts.CoversName(found.PathId, "two.txt"));
        Assert.Same(first, _whiteouts.Add("two.txt", in found));
        Assert.True(_whiteouts.CoversName(found.PathId, "two.txt"));
        GC.KeepAlive(snapshot);
    }

    [Fact]
    public void AFolderIsGoneWithAllThatIsBelowIt()
    {
        _whiteouts.AddFolder(_files.Snapshot, @"C:\g\data", [@"\??\D:\B\data", @"\??\D:\A\data"], [], _high);
        _disk.Remove(@"D:\A\data");
        _disk.Remove(@"D:\B\data");
        _files.SetListing(_high, TestListings.Of());
        _files.SetListing(_low, TestListings.Of());
        Assert.True(_whiteouts.Folders.Covers(_files.Snapshot, @"C:\G\Data", out int length));
        Assert.Equal(@"C:\g\data".Length, length);
        Assert.True(_whiteouts.Folders.Covers(_files.Snapshot, @"C:\g\data\own.txt", out length));
        Assert.Equal(@"C:\g\data".Length, length);
        Assert.False(_whiteouts.Folders.Covers(_files.Snapshot, @"C:\g\data2", out _));
        Assert.False(_whiteouts.Folders.Covers(_files.Snapshot, @"C:\g", out _));
        Assert.Equal(@"D:\B\data", Seen(@"C:\g\data"));
        // The outermost folder counts.
        _whiteouts.AddFolder(_files.Snapshot, @"C:\g\data\in", [@"\??\D:\B\data\in"], [], _high);
        Assert.True(_whiteouts.Folders.Covers(_files.Snapshot, @"C:\g\data\in\x", out length));
        Assert.Equal(@"C:\g\data".Length, length);
    }

    [Fact]
    public void AFolderComesBackWithWhatAModBringsThere()
    {
        var told = new List<string>();
        _whiteouts.Folders.Changed = (path, isGone) => told.Add($"{path} {isGone}");
        // Content that was kept because the game doesn't see it restores nothing.
        DeleteHigherFolder([@"\??\D:\A\data"]);
        Assert.True(_whiteouts.Folders.Covers(_files.Snapshot, @"C:\g\data\own.txt", out _));
        int third = _files.AddFolder(TestListings.Of(@"data\"), @"D:\C", @"C:\g");
        Assert.True(_whiteouts.Folders.Covers(_files.Snapshot, @"C:\g\data\own.txt", out _));
        _disk.Put(@"D:\C\data\");
        Assert.False(_whiteouts.Folders.Covers(_files.Snapshot, @"C:\g\data\own.txt", out _));
        Assert.False(_whiteouts.Folders.Contains(@"C:\g\data"));
        // The mod that had the folder has it again: new content is created there.
        Assert.True(_disk.IsFolder(@"\??\D:\B\data"));
        Assert.Equal([@"C:\g\data True", @"C:\g\data False"], told);
        Assert.True(third > 0);
    }

    [Fact]
    public void AFolderIsLiftedOnce()
    {
        var told = new List<bool>();
        _whiteouts.Folders.Changed = (_, isGone) => told.Add(isGone);
        _whiteouts.AddFolder(_files.Snapshot, @"C:\g\data", [@"\??\D:\B\data"], [@"\??\D:\A\data"], _high);
        _whiteouts.Folders.Lift(@"C:\g\other");
        Assert.True(_whiteouts.Folders.Contains(@"C:\g\DATA"));
        _whiteouts.Folders.Lift(@"c:\g\data");
        _whiteouts.Folders.Lift(@"c:\g\data");
        Assert.False(_whiteouts.Folders.Contains(@"C:\g\data"));
        Assert.Equal([true, false], told);
    }

    /// <summary>A thread finds that a folder exists again. Before it acts, another thread creates the name and deletes it again.</summary>
    [Fact]
    public void AFolderIsNotMadeAgainByAThreadThatComesLate()
    {
        string[] deleted = [@"\??\D:\B\data"];
        DeleteFolder();
        _disk.Put(@"D:\B\data\");
        _disk.AfterNextFolder = () =>
        {
            _whiteouts.Folders.Lift(@"C:\g\data");
            DeleteFolder();
        };
        Assert.True(_whiteouts.Folders.Covers(_files.Snapshot, @"C:\g\data", out _));
        Assert.False(_disk.IsFolder(deleted[0]));
        Assert.True(_whiteouts.Folders.Contains(@"C:\g\data"));

        void DeleteFolder()
        {
            _disk.Remove(@"D:\A\data");
            _disk.Remove(@"D:\B\data");
            _whiteouts.AddFolder(_files.Snapshot, @"C:\g\data", deleted, [], _high);
        }
    }

    /// <summary>
    /// A marker hid a lower mod's folder when the game deleted the higher mod's; the folder is known again after the marker has gone.
    /// </summary>
    [Fact]
    public void AFolderIsNotBackBecauseALowerModsIsKnownAgain()
    {
        _files.SetListing(_low, TestListings.Of());
        DeleteHigherFolder(kept: []);
        Assert.True(_whiteouts.Folders.Covers(_files.Snapshot, @"C:\g\data\own.txt", out _));
        Assert.False(_disk.IsFolder(@"\??\D:\B\data"));
    }
}
