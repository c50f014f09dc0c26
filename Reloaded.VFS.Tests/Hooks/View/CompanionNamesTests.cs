using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.View;

/// <summary>Tests of which names are companions of another file, and where they lie (docs/writes.md).</summary>
public sealed class CompanionNamesTests
{
    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);
    private readonly ListedDisk _disk = new ListedDisk().Put(@"C:\g\data\own.db", @"C:\g\data\x.db", @"D:\A\data\x.db", @"D:\A\data\low.db",
        @"D:\B\data\x.db");
    private readonly MergedView _view;
    private readonly int _low, _high;

    public CompanionNamesTests()
    {
        _low = _files.AddFolder(TestListings.Of(@"data\x.db", @"data\low.db"), @"D:\A", @"C:\g");
        _high = _files.AddFolder(TestListings.Of(@"data\x.db"), @"D:\B", @"C:\g");
        _view = new MergedView(_files, _disk, new ListedAliases());
    }

    /// <summary>Returns a companion's place beside its file, or "-" if the name isn't a companion.</summary>
    private string Beside(string path)
    {
        SeenEntry seen = SeenPath.Of(_view, path, SeenOptions.Whiteouts | SeenOptions.Companions);
        return seen.IsCompanion ? seen.Backing![4..] : "-";
    }

    [Theory]
    [InlineData("x.db-journal", 8)]
    [InlineData("x.db-JOURNAL", 8)]
    [InlineData("x.db-wal", 4)]
    [InlineData("x.db-Shm", 4)]
    [InlineData("x.db.wal", 4)]
    [InlineData("x.db-mj0123ABcdF", 12)]
    [InlineData("x-mj012345678", 12)]
    // No name before the ending, another ending, and a digit that isn't hexadecimal.
    [InlineData("-journal", 0)]
    [InlineData("-wal", 0)]
    [InlineData(".wal", 0)]
    [InlineData("-mj012345678", 0)]
    [InlineData("x.db-mj01234567g", 0)]
    [InlineData("x.db-mj01234567", 0)]
    [InlineData("x.db-mk012345678", 0)]
    [InlineData("x.db-journal2", 0)]
    [InlineData("external", 0)]
    [InlineData("x.db-rnal", 0)]
    [InlineData("", 0)]
    [InlineData("wal", 0)]
    public void AnEndingSaysIt(string name, int length)
    {
        Assert.Equal(length, CompanionNames.EndingLength(name));
        // The rest isn't a companion.
        if (length > 0)
            Assert.True(CompanionNames.MayBe(ref System.Runtime.InteropServices.MemoryMarshal.GetReference(name.AsSpan()), name.Length));
    }

    [Theory]
    [InlineData(@"C:\g\data\x.db-journal", @"D:\B\data\x.db-journal")]
    [InlineData(@"c:\G\DATA\X.DB-WAL", @"D:\B\data\X.DB-WAL")]
    [InlineData(@"C:\g\data\low.db-shm", @"D:\A\data\low.db-shm")]
    [InlineData(@"C:\g\data\own.db-journal", "-")]
    [InlineData(@"C:\g\data\none.db-journal", "-")]
    [InlineData(@"C:\g\data-journal", "-")]
    [InlineData(@"C:\elsewhere\x.db-journal", "-")]
    public void ItLiesBesideTheFileThatTheGameSees(string path, string expected) => Assert.Equal(expected, Beside(path));

    /// <summary>
    /// A companion that lies apart from its file belongs to the file that the game sees: an earlier version created it there.
    /// </summary>
    [Fact]
    public void OneThatBelongsToNoOtherFileIsTheGames()
    {
        _disk.Put(@"C:\g\data\low.db-journal");
        Assert.Equal("-", Beside(@"C:\g\data\low.db-journal"));
        // Beside the game's own file it belongs to that file, and isn't seen.
        _disk.Put(@"C:\g\data\x.db-journal");
        Assert.Equal(@"D:\B\data\x.db-journal", Beside(@"C:\g\data\x.db-journal"));
        _disk.Remove(@"C:\g\data\x.db");
        Assert.Equal("-", Beside(@"C:\g\data\x.db-journal"));
        // A folder isn't a companion.
        _disk.Remove(@"C:\g\data\low.db-journal");
        _disk.Put(@"C:\g\data\low.db-journal\");
        Assert.Equal("-", Beside(@"C:\g\data\low.db-journal"));
    }

    /// <summary>A lower mod's companion belongs to the lower mod's file, if that mod has one.</summary>
    [Fact]
    public void ALowerModsOneBelongsToTheLowerModsFile()
    {
        _files.SetListing(_low, TestListings.Of(@"data\x.db", @"data\x.db-wal", @"data\low.db"));
        _disk.Put(@"D:\A\data\x.db-wal");
        Assert.Equal(@"D:\B\data\x.db-wal", Beside(@"C:\g\data\x.db-wal"));
        _disk.Remove(@"D:\A\data\x.db");
        Assert.Equal("-", Beside(@"C:\g\data\x.db-wal"));
    }

    /// <summary>The game has deleted the file in a mod: what it creates again lies there, and so does its companion.</summary>
    [Fact]
    public void AWhitedOutFileKeepsItsPlace()
    {
        LookupResult found = _files.Snapshot.Lookup(@"C:\g\data\x.db");
        _view.Whiteouts.Add("x.db", in found);
        _disk.Remove(@"D:\B\data\x.db");
        _files.SetListing(_high, TestListings.Of(@"data\"));
        Assert.Equal(@"D:\B\data\x.db-journal", Beside(@"C:\g\data\x.db-journal"));
    }

    /// <summary>A file that is laid singly over another name has another name of its own, and so has its companion.</summary>
    [Fact]
    public void ASingleFilesOneHasTheNameOfThatFile()
    {
        _files.AddFile(@"D:\C\other.sqlite", @"C:\g\data\x.db");
        _disk.Put(@"D:\C\other.sqlite");
        Assert.Equal(@"D:\C\other.sqlite-journal", Beside(@"C:\g\data\x.db-journal"));
    }

    [Fact]
    public void AListingHasItUnderTheNameThatItWasMadeBy()
    {
        int data = _files.Snapshot.Lookup(@"C:\g\data").PathId;
        Assert.Empty(_view.Companions.In(data));
        Assert.True(_view.Companions.TryFindPlace(data, "x.db-journal", out string seen, out string folder, out string real));
        Assert.Equal(("x.db-journal", @"\??\D:\B\data\", "x.db-journal"), (seen, folder, real));
        _view.Companions.Note(data, "X.db-Journal");
        _view.Companions.Note(data, "x.db-journal");
        Assert.Equal(["X.db-Journal"], _view.Companions.In(data));
        Assert.True(_view.Companions.TryFindPlace(data, "x.db-journal", out seen, out _, out _));
        Assert.Equal("X.db-Journal", seen);
        Assert.False(_view.Companions.TryFindPlace(data, "own.db-journal", out _, out _, out _));
        Assert.False(_view.Companions.TryFindPlace(data, "x.db", out _, out _, out _));
    }

    /// <summary>Every thread's name is kept.</summary>
    [Fact]
    public void NotesOfManyThreadsAreKept()
    {
        int data = _files.Snapshot.Lookup(@"C:\g\data").PathId;
        Parallel.For(0, 200, i => _view.Companions.Note(data + (i % 3), $"{i / 2}.db-wal"));
        Assert.Equal(200, Enumerable.Range(data, 3).Sum(folder => _view.Companions.In(folder).Length));
    }
}
