using Reloaded.VFS.Changes;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Changes;

/// <summary>Tests of the differences between two snapshots in a folder, in the order in which they are reported.</summary>
public sealed class SnapshotDifferenceTests
{
    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);
    private readonly int _low;

    public SnapshotDifferenceTests() =>
        _low = _files.AddFolder(TestListings.Of("a.txt", @"deep\b.txt", @"deep\er\c.txt"), @"D:\low", @"C:\g");

    /// <summary>
    /// Returns the differences that a change makes: '+' was added, '-' was removed, '*' has another backing file. A folder ends with a
    /// backslash.
    /// </summary>
    private string Difference(Action change, string folder = @"C:\g", bool tree = true)
    {
        int id = _files.Snapshot.Lookup(folder).PathId;
        Snapshot before = _files.Snapshot;
        change();
        return string.Join(", ", SnapshotDifference.Of(before, _files.Snapshot, id, tree).Select(found =>
        {
            char sign = found.Kind switch { NameChangeKind.Came => '+', NameChangeKind.Gone => '-', _ => '*' };
            return $"{sign}{found.Path}{(found.IsFolder ? "\\" : "")}";
        }));
    }

    private string Difference(params string[] listing) => Difference(() => _files.SetListing(_low, TestListings.Of(listing)));

    [Fact]
    public void NothingIsDifferentWhereNothingChanged()
    {
        Snapshot snapshot = _files.Snapshot;
        int id = snapshot.Lookup(@"C:\g").PathId;
        Assert.Empty(SnapshotDifference.Of(snapshot, snapshot, id, tree: true));
        Assert.Equal("", Difference("a.txt", @"deep\b.txt", @"deep\er\c.txt"));
    }

    [Theory]
    [InlineData("-a.txt", @"deep\b.txt", @"deep\er\c.txt")]
    [InlineData("+b.txt", "a.txt", "b.txt", @"deep\b.txt", @"deep\er\c.txt")]
    [InlineData(@"+deep\new.txt", "a.txt", @"deep\b.txt", @"deep\new.txt", @"deep\er\c.txt")]
    // A removed folder comes after its content, an added one before it.
    [InlineData(@"-deep\b.txt, -deep\er\c.txt, -deep\er\, -deep\", "a.txt")]
    [InlineData(@"+new\, +new\er\, +new\er\d.txt", "a.txt", @"deep\b.txt", @"deep\er\c.txt", @"new\er\d.txt")]
    // A file that becomes a folder, and a folder that becomes a file.
    [InlineData(@"-a.txt, +a.txt\, +a.txt\x", @"a.txt\x", @"deep\b.txt", @"deep\er\c.txt")]
    [InlineData(@"-deep\b.txt, -deep\er\c.txt, -deep\er\, -deep\, +deep", "a.txt", "deep")]
    public void NamesComeAndGo(string expected, params string[] listing)
    {
        Assert.Equal(Sorted(expected), Sorted(Difference(listing)));
    }

    [Fact]
    public void FoldersStandBeforeWhatComesAndBehindWhatGoes()
    {
        string[] gone = Difference("a.txt").Split(", ");
        Assert.True(Array.IndexOf(gone, @"-deep\er\c.txt") < Array.IndexOf(gone, @"-deep\er\"));
        Assert.True(Array.IndexOf(gone, @"-deep\er\") < Array.IndexOf(gone, @"-deep\"));
        Assert.Equal(gone.Length - 1, Array.IndexOf(gone, @"-deep\"));
        string[] came = Difference("a.txt", @"deep\er\c.txt").Split(", ");
        Assert.Equal([@"+deep\", @"+deep\er\", @"+deep\er\c.txt"], came);
    }

    /// <summary>Without the tree, only the folder's own names count.</summary>
    [Fact]
    public void BelowTheFolderOnlyTheTreeCounts()
    {
        Assert.Equal("", Difference(() => _files.SetListing(_low, TestListings.Of("a.txt", @"deep\x", @"deep\er\c.txt")), tree: false));
        Assert.Equal(@"-deep\", Difference(() => _files.SetListing(_low, TestListings.Of("a.txt")), tree: false));
        Assert.Equal(@"+deep\", Difference(() => _files.SetListing(_low, TestListings.Of("a.txt", @"deep\x\y")), tree: false));
        FolderListing more = TestListings.Of("a.txt", @"deep\x\y", @"deep\z.txt");
        Assert.Equal("+z.txt", Difference(() => _files.SetListing(_low, more), @"C:\g\deep"));
    }

    /// <summary>The same file in a layer of another rank isn't a change; another layer's file is one.</summary>
    [Fact]
    public void AnotherLayersFileTakesThePlace()
    {
        int high = 0;
        FolderListing listing = TestListings.Of("A.TXT", "new.txt");
        Assert.Equal("*a.txt, +new.txt", Difference(() => high = _files.AddFolder(listing, @"D:\high", @"C:\g")));
        Assert.Equal("*a.txt", Difference(() => _files.Reorder([high, _low])), ignoreCase: true);
        Assert.Equal("", Difference(() => _files.SetListing(high, TestListings.Of("new.txt"))));
        Assert.Equal("-new.txt", Difference(() => _files.Remove(high)));
    }

    /// <summary>A name that a marker hides is gone, as if its layer lacked it.</summary>
    [Fact]
    public void AHiddenNameIsGone()
    {
        int high = 0;
        Assert.Equal("-a.txt", Difference(() => high = _files.AddFolder(TestListings.Of("a.txt.rvfshide"), @"D:\high", @"C:\g")));
        Assert.Equal("+a.txt", Difference(() => _files.SetListing(high, TestListings.Of())));
    }

    /// <summary>A folder that neither snapshot has, and one that only one of them has.</summary>
    [Fact]
    public void AFolderThatAppearsOrGoesIsComparedWithNothing()
    {
        int id = _files.Snapshot.Lookup(@"C:\g\deep").PathId;
        Snapshot with = _files.Snapshot;
        _files.SetListing(_low, TestListings.Of("a.txt"));
        Snapshot without = _files.Snapshot;
        Assert.Equal(["b.txt", "er", @"er\c.txt"], Paths(with, without, NameChangeKind.Gone));
        Assert.Equal(["b.txt", "er", @"er\c.txt"], Paths(without, with, NameChangeKind.Came));
        Assert.Empty(SnapshotDifference.Of(without, without, id, tree: true));

        string[] Paths(Snapshot before, Snapshot now, NameChangeKind kind)
        {
            List<NameChange> changes = SnapshotDifference.Of(before, now, id, tree: true);
            Assert.All(changes, change => Assert.Equal(kind, change.Kind));
            return [.. changes.Select(change => change.Path).Order(StringComparer.Ordinal)];
        }
    }

    private static string[] Sorted(string changes) => [.. changes.Split(", ").Order(StringComparer.Ordinal)];
}
