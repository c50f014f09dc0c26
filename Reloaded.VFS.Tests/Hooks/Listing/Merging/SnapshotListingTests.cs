using Reloaded.VFS.Hooks.Listing.Merging;
using Reloaded.VFS.Hooks.Listing.State;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Tests.Hooks.View;
using Reloaded.VFS.Tests.Layout;

namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>Tests of listings from a real snapshot, with the mods' folders in memory.</summary>
public sealed unsafe class SnapshotListingTests
{
    [Fact]
    public void ASnapshotsFolderIsMergedIntoTheGames()
    {
        MemoryVolume volume = new();
        volume.AddFolder(@"\??\C:\g\", [File("game.exe", 1), Folder("Data", 2), File("readme.txt", 3)]);
        volume.AddFolder(@"\??\D:\mods\a\", [Folder("DATA", 11), File("README.TXT", 12), File("excluded.txt", 13)]);
        volume.AddFolder(@"\??\D:\mods\b\", [File("Readme.txt", 21), Folder("added", 22)]);
        volume.AddFolder(@"\??\E:\", [File("x", 31)]);
        volume.AddFolder(@"\??\D:\single\", [File("real.bin", 41)]);
        using VirtualFileSystem files = new(path => path.StartsWith(@"\??\", StringComparison.Ordinal) ? path : @"\??\" + path);
        files.AddTarget(@"C:\g");
        files.AddFolder(Listing(["DATA"], ["README.TXT"]), @"D:\mods\a", @"C:\g");
        files.AddFolder(Listing(["added"], ["Readme.txt"]), @"D:\mods\b", @"C:\g");
        files.AddFolder(Listing([], ["x"]), @"E:\", @"C:\g\drive");
        files.AddFile(@"D:\single\real.bin", @"C:\g\alias.bin");

        Assert.Equal(
            [(".", 1L), ("..", 2L), ("added", 22L), ("alias.bin", 41L), ("Data", 2L), ("drive", 1L), ("game.exe", 1L), ("readme.txt", 21L)],
            List(volume, files, @"C:\g", @"\??\C:\g\", null));
        Assert.Equal([("alias.bin", 41L)], List(volume, files, @"C:\g", @"\??\C:\g\", "ALIAS.BIN"));
        Assert.Equal([("readme.txt", 21L)], List(volume, files, @"C:\g", @"\??\C:\g\", "r*"));
        Assert.Equal([], List(volume, files, @"C:\g", @"\??\C:\g\", "excluded.txt"));
        // Only mods have the folder: the handle leads to the mod's.
        Assert.Equal([(".", 1L), ("..", 2L), ("x", 31L)], List(volume, files, @"C:\g\drive", @"\??\E:\", null));
        Assert.Equal(0, volume.OpenHandles);
    }

    /// <summary>
    /// The game has just created the folder in place of another one, and the thread that follows the mods hasn't read it yet.
    /// </summary>
    [Fact]
    public void AFolderThatNoSnapshotHasYetIsListedAsItIsOnDisk()
    {
        MemoryVolume volume = new();
        volume.AddFolder(@"\??\D:\mods\a\new\", [File("made.txt", 1)]);
        using VirtualFileSystem files = new(path => path.StartsWith(@"\??\", StringComparison.Ordinal) ? path : @"\??\" + path);
        files.AddTarget(@"C:\g");
        var view = new MergedView(files, new ListedDisk(), new ListedAliases());
        var folder = new SnapshotFolder(view, files.GetOrAddPathId(@"C:\g\new"));
        Assert.False(folder.Leads || folder.LeadsAround);
        Assert.Equal(["made.txt"], List(volume, folder, @"\??\D:\mods\a\new\", null).Select(found => found.Name).Where(name => name[0] != '.'));
    }

    private static List<(string Name, long Id)> List(MemoryVolume volume, VirtualFileSystem files, string path, string real,
        string? pattern)
    {
        Snapshot snapshot = files.Snapshot;
        var view = new MergedView(files, new ListedDisk(), new ListedAliases());
        Assert.True(files.TryGetPathId(path, out int id));
        Assert.True(snapshot.TryGetFolder(id, out FolderView folder));
        List<(string, long)> found = List(volume, new SnapshotFolder(view, folder), real, pattern);
        GC.KeepAlive(snapshot);
        return found;
    }

    private static List<(string Name, long Id)> List(MemoryVolume volume, SnapshotFolder folder, string real, string? pattern)
    {
        Assert.Equal(NtStatus.STATUS_SUCCESS, volume.Open(real, out nint handle));
        using DirectoryListingState state = new();
        var source = new MemorySource(volume);
        List<(string, long)> found = [];
        byte* buffer = stackalloc byte[4096];
        fixed (char* start = pattern)
        {
            DirectoryQuery query = new()
            {
                Handle = handle,
                HandleFolder = real,
                Class = FILE_INFORMATION_CLASS.FileIdFullDirectoryInformation,
                Buffer = buffer,
                Length = 4096,
                Pattern = start,
                PatternLength = pattern?.Length ?? 0,
                Copy = NativeCopy.Function(NativeCopy.Works),
            };
            Assert.True(state.WillFetch(query.Class, 0));
            while (state.Query(ref source, folder, query, out _) == 0)
            {
                Assert.False(state.WillFetch(query.Class, 0));
                for (byte* record = buffer; ;)
                {
                    var file = (FILE_ID_FULL_DIR_INFORMATION*)record;
                    found.Add((new string(&file->FileName, 0, (int)file->FileNameLength / 2), file->FileId));
                    if (file->NextEntryOffset == 0)
                        break;
                    record += file->NextEntryOffset;
                }
            }
        }

        volume.Close(handle);
        return found;
    }

    private static FolderListing Listing(string[] folders, string[] names)
    {
        using FolderListingBuilder builder = new();
        foreach (string folder in folders)
            builder.AddFolder(0, folder);
        foreach (string name in names)
            builder.AddFile(0, name);
        return builder.Build();
    }

    private static MemoryFile File(string name, long id) => new(name, false, id, id, id);

    private static MemoryFile Folder(string name, long id) => new(name, true, 0, id, id);
}
