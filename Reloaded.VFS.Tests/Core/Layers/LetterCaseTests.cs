using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Core.Lookup;

namespace Reloaded.VFS.Tests.Core.Layers;

/// <summary>
/// Tests that a name is seen in the lowest layer's letter case, while the backing file is the winner's, in the letter case on its disk.
/// </summary>
public class LetterCaseTests
{
    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);

    /// <summary>Returns a folder's listing: the name that is seen, and the backing file or folder.</summary>
    private string[] List(string path)
    {
        Snapshot snapshot = _files.Snapshot;
        Assert.True(_files.TryGetPathId(path, out int id));
        Assert.True(snapshot.TryGetFolder(id, out FolderView folder));
        var lines = new List<string>();
        foreach (EntryView entry in folder)
        {
            lines.Add($"{entry.Name} = {NtPath.ToCanonical(entry.BackingFolder)}{entry.BackingName}");
            if (!entry.IsFolder)
                Assert.Equal(string.Concat(entry.BackingFolder, entry.BackingName),
                    LookupTests.TextOf(snapshot.Lookup($@"{path}\{entry.Name}")));
        }

        GC.KeepAlive(snapshot);
        return [.. lines.Order(StringComparer.OrdinalIgnoreCase)];
    }

    [Fact]
    public void TheLowestEnabledLayerCasesTheNameAndTheHighestHasTheFile()
    {
        int low = _files.AddFolder(TestListings.Of("FILE.txt", @"SUB\x"), @"D:\low", @"C:\g");
        int middle = _files.AddFolder(TestListings.Of("File.txt", @"Sub\x"), @"D:\middle", @"C:\g");
        int high = _files.AddFolder(TestListings.Of("file.TXT", @"sub\x"), @"D:\high", @"C:\g");
        Assert.Equal([@"FILE.txt = D:\high\file.TXT", @"SUB = D:\high\sub"], List(@"C:\g"));
        _files.SetEnabled(low, false);
        Assert.Equal([@"File.txt = D:\high\file.TXT", @"Sub = D:\high\sub"], List(@"C:\g"));
        _files.Reorder([high, middle]);
        Assert.Equal([@"file.TXT = D:\middle\File.txt", @"sub = D:\middle\Sub"], List(@"C:\g"));
        _files.Remove(middle);
        Assert.Equal([@"file.TXT = D:\high\file.TXT", @"sub = D:\high\sub"], List(@"C:\g"));
    }

    [Fact]
    public void AWinnerThatIsCasedAsTheLowestIsItselfSeen()
    {
        _files.AddFolder(TestListings.Of("name"), @"D:\1", @"C:\g");
        _files.AddFolder(TestListings.Of("NAME"), @"D:\2", @"C:\g");
        _files.AddFolder(TestListings.Of("name"), @"D:\3", @"C:\g");
        Assert.Equal([@"name = D:\3\name"], List(@"C:\g"));
        _files.AddFolder(TestListings.Of("Name"), @"D:\4", @"C:\g");
        Assert.Equal([@"name = D:\4\Name"], List(@"C:\g"));
    }

    [Fact]
    public void FilesOfAnotherRealNameKeepIt()
    {
        _files.AddFile(@"D:\one\first.bin", @"C:\g\Alias.txt");
        Assert.Equal([@"Alias.txt = D:\one\first.bin"], List(@"C:\g"));
        _files.AddFile(@"D:\two\longer second.bin", @"C:\g\ALIAS.TXT");
        Assert.Equal([@"Alias.txt = D:\two\longer second.bin"], List(@"C:\g"));
        _files.AddFolder(TestListings.Of("aLIAS.txt"), @"D:\three", @"C:\g");
        Assert.Equal([@"Alias.txt = D:\three\aLIAS.txt"], List(@"C:\g"));
    }

    [Fact]
    public void AppendedFilesKeepTheNameThatIsThere()
    {
        int low = _files.AddFolder(TestListings.Of("other"), @"D:\low", @"C:\g");
        int high = _files.AddFolder(TestListings.Of("KNOWN"), @"D:\high", @"C:\g");
        Assert.True(_files.TryAppendFile(high, @"C:\g\new"));
        Assert.True(_files.TryAppendFile(high, @"C:\g\OTHER"));
        Assert.Equal([@"KNOWN = D:\high\KNOWN", @"new = D:\high\new", @"other = D:\high\OTHER"], List(@"C:\g"));
        // As if the lower mod had had the name from the start.
        Assert.True(_files.TryAppendFile(low, @"C:\g\Known"));
        Assert.Equal([@"Known = D:\high\KNOWN", @"new = D:\high\new", @"other = D:\high\OTHER"], List(@"C:\g"));
    }

    [Fact]
    public void OfOneLayerThatHasANameTwiceTheFirstCounts()
    {
        _files.AddFolder(TestListings.Of(@"Data\A", @"DATA\a"), @"D:\low", @"C:\g");
        Assert.Equal([@"Data = D:\low\Data"], List(@"C:\g"));
        Assert.Equal([@"A = D:\low\Data\A"], List(@"C:\g\data"));
        _files.AddFolder(TestListings.Of(@"data\a", @"dAtA\A"), @"D:\high", @"C:\g");
        Assert.Equal([@"Data = D:\high\data"], List(@"C:\g"));
        Assert.Equal([@"A = D:\high\data\a"], List(@"C:\g\data"));
    }

    [Fact]
    public void FilesAndFoldersDoNotCaseEachOther()
    {
        _files.AddFolder(TestListings.Of("THING", @"OTHER\x"), @"D:\low", @"C:\g");
        _files.AddFolder(TestListings.Of(@"thing\x", "other"), @"D:\high", @"C:\g");
        Assert.Equal([@"other = D:\high\other", @"thing = D:\high\thing"], List(@"C:\g"));
    }

    [Fact]
    public void ConflictsAreNamedAsTheyAreSeen()
    {
        _files.AddFolder(TestListings.Of("Name"), @"D:\1", @"C:\g");
        _files.AddFolder(TestListings.Of("NAME"), @"D:\2", @"C:\g");
        _files.AddFolder(TestListings.Of("name"), @"D:\3", @"C:\g");
        PathConflict conflict = Assert.Single(_files.GetConflicts());
        Assert.Equal(@"C:\g\Name", conflict.Path);
        Assert.Equal([@"\??\D:\3\name", @"\??\D:\2\NAME", @"\??\D:\1\Name"], conflict.Providers.Select(p => p.Backing));
    }

    [Fact]
    public void MemoryGrowsOnlyWhereTheCasingDiffers()
    {
        string[] names = [.. Enumerable.Range(0, 20_000).Select(i => $"texture {i}.dds")];
        long same = Measure(names);
        Assert.Equal(same, Measure(names));
        // Two spellings of a name: 16 bytes and the visible one; the last block of 64 KiB isn't full.
        long texts = names.Sum(n => n.Length * (long)sizeof(char));
        Assert.InRange(Measure([.. names.Select(n => n.ToUpperInvariant())]) - same, (16 * 20_000) + texts,
            (16 * 20_000) + texts + (64 * 1024));

        long Measure(string[] higher)
        {
            using var files = new VirtualFileSystem(RealPathForm.Windows);
            files.AddFolder(TestListings.Of(names), @"D:\low", @"C:\g");
            files.AddFolder(TestListings.Of(higher), @"D:\high", @"C:\g");
            return files.Snapshot.NativeBytes;
        }
    }
}
