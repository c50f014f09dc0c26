using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Lookup;

public class ManyFilesTests
{
    [Fact]
    public void EveryFileOfALargeTreeIsFound()
    {
        const int folders = 10_000;
        using var builder = new FolderListingBuilder();
        var paths = new List<string> { @"C:\g" };
        for (int i = 1; i < folders; i++)
        {
            int parent = (i - 1) / 7;
            builder.AddFolder(parent, $"Folder {i}");
            paths.Add($@"{paths[parent]}\Folder {i}");
        }

        for (int i = 0; i < folders * 4; i++)
            builder.AddFile(i % folders, $"File {i}.dds");
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        files.AddFolder(builder.Build(), @"D:\m", @"C:\g");

        Snapshot snapshot = files.Snapshot;
        for (int i = 0; i < folders * 4; i++)
        {
            string path = $@"{paths[i % folders]}\File {i}.dds";
            LookupResult found = snapshot.Lookup(path.ToUpperInvariant());
            Assert.Equal(@"\??\D:\m" + path[4..], LookupTests.TextOf(found));
            Assert.Equal(paths[i % folders], files.GetPath(found.PathId).ToString());
        }

        GC.KeepAlive(snapshot);
        Assert.Equal((folders + 0, folders * 4), (files.Statistics.Folders, files.Statistics.Files));
    }

    [Fact]
    public void NamesOfEqualHashAreToldApart()
    {
        var byHash = new Dictionary<uint, string>();
        var same = new List<string>();
        for (int i = 0; same.Count < 6; i++)
        {
            string name = $"n{i}";
            uint hash = NameHash.Of(name);
            if (!byHash.TryAdd(hash, name))
                same.AddRange([byHash[hash], name]);
        }

        using var files = new VirtualFileSystem(RealPathForm.Windows);
        files.AddFolder(TestListings.Of([.. same.Where((_, i) => i % 2 == 0)]), @"D:\m", @"C:\g");
        foreach (string name in same.Where((_, i) => i % 2 != 0))
            Assert.Equal(LookupKind.Miss, files.Snapshot.Lookup($@"C:\g\{name}").Kind);
        files.AddFolder(TestListings.Of([.. same.Where((_, i) => i % 2 != 0)]), @"D:\m2", @"C:\g");
        for (int i = 0; i < same.Count; i++)
            Assert.Equal($@"\??\D:\m{(i % 2 == 0 ? "" : "2")}\{same[i]}", LookupTests.TextOf(files.Snapshot.Lookup($@"C:\g\{same[i]}")));
    }

    [Fact]
    public void FoldersTooDeepForWindowsAreLeftOutAndCounted()
    {
        using var builder = new FolderListingBuilder();
        int folder = 0;
        for (int i = 0; i < 140; i++)
        {
            folder = builder.AddFolder(folder, new string((char)('a' + (i % 26)), 250));
            builder.AddFile(folder, "file");
        }

        using var files = new VirtualFileSystem(RealPathForm.Windows);
        int layer = files.AddFolder(builder.Build(), @"D:\m", @"C:\g");
        LayerInfo info = files.GetLayer(layer)!;
        Assert.Equal((141, 140), (info.Folders, info.Files));
        Assert.Equal(140 - (32_767 / 251), info.SkippedFolders);
        Assert.Equal(32_767 / 251, files.Statistics.Files);
    }
}
