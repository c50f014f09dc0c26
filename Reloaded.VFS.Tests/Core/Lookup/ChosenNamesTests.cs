using Reloaded.VFS.Hashing;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Core.Lookup;

/// <summary>
/// Tests of names whose hashes aren't evenly spread, as in a hostile mod. A table's segments have room for a quarter more than their share;
/// if one of them needs more, the table is built with a single segment.
/// </summary>
public class ChosenNamesTests
{
    private const int Files = 5000, Segments = 3;

    [Theory]
    [InlineData(34)]
    [InlineData(42)]
    [InlineData(43)]
    [InlineData(49)]
    [InlineData(60)]
    [InlineData(100)]
    public void EveryFileIsFoundHoweverManyAreInOneSegment(int percent)
    {
        var names = new List<string>();
        int chosen = 0;
        for (int i = 0; names.Count < Files; i++)
        {
            string name = $"file {i}.dds";
            bool isFirst = SegmentOf($@"C:\g\{name}") == 0;
            if (isFirst ? chosen >= Files * percent / 100 : names.Count - chosen >= Files * (100 - percent) / 100)
                continue;
            chosen += isFirst ? 1 : 0;
            names.Add(name);
        }

        using var builder = new FolderListingBuilder();
        foreach (string name in names)
            builder.AddFile(0, name);
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        files.AddFolder(builder.Build(), @"D:\m", @"C:\g");

        Snapshot snapshot = files.Snapshot;
        foreach (string name in names)
        {
            Assert.Equal($@"\??\D:\m\{name}", LookupTests.TextOf(snapshot.Lookup($@"c:\G\{name.ToUpperInvariant()}")));
            Assert.Equal(LookupKind.Miss, snapshot.Lookup($@"C:\g\{name}_").Kind);
        }

        Assert.True(snapshot.TryGetFolder(snapshot.Lookup(@"C:\g").PathId, out FolderView folder));
        var listed = new List<string>();
        foreach (EntryView entry in folder)
            listed.Add(entry.Name.ToString());
        Assert.Equal(names, listed);
        GC.KeepAlive(snapshot);
    }

    /// <summary>Returns the segment that the table uses for slightly more than twice 2,048 entries.</summary>
    private static ulong SegmentOf(string path) => ((PathHash.HashFolded(path) >> 32) * Segments) >> 32;
}
