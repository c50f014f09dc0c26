using System.Runtime.CompilerServices;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Memory;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Lookup;

[Collection(nameof(AloneCollection))]
public class SnapshotMemoryTests
{
    private static readonly string s_longPath = @"C:\g\" + new string('x', 32_000);

    private static FolderListing Mod(int files) =>
        TestListings.Of([.. Enumerable.Range(0, files).Select(i => $@"data\f{i % 50}\some file {i}.dds")]);

    [Fact]
    public void LookingUpAndListingAllocateNothing()
    {
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        files.AddFolder(Mod(500), @"D:\m", @"C:\g");
        files.AddFile(@"D:\real", @"C:\g\data\f1\alias");
        int found = 0;
        Assert.Equal(0, AllocatedBytes.Of(() => found = Ask(files)));
        Assert.True(found > 10_000);
    }

    private static int Ask(VirtualFileSystem files)
    {
        int found = 0;
        for (int i = 0; i < 1000; i++)
        {
            Snapshot snapshot = files.Snapshot;
            found += (int)snapshot.Lookup(@"c:\g\data\f3\SOME FILE 3.dds").Kind;
            found += (int)snapshot.Lookup(@"c:\g\data\f1\ALIAS").Kind;
            found += (int)snapshot.Lookup(@"c:\g\data\F3").Kind;
            found += (int)snapshot.Lookup(@"c:\g\data\f3\nothing").Kind;
            found += (int)snapshot.Lookup(@"c:\windows\nothing").Kind;
            found += (int)snapshot.Lookup(s_longPath).Kind;
            if (files.TryGetPathId(@"C:\g\data\f1", out int id) && snapshot.TryGetFolder(id, out FolderView folder))
            {
                found += files.GetPath(id).Length + folder.GetSource(0).Length;
                foreach (EntryView entry in folder)
                    found += entry.Name.Length + entry.BackingFolder.Length + entry.BackingName.Length;
                found += folder.TryFind("ALIAS", out _) ? 1 : 0;
            }

            GC.KeepAlive(snapshot);
        }

        return found;
    }

    [Fact]
    public void ReplacedSnapshotsAreFreed()
    {
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        int layer = files.AddFolder(Mod(5000), @"D:\m", @"C:\g");
        Collect();
        long before = files.Statistics.NativeBytes;
        for (int i = 0; i < 40; i++)
            files.SetEnabled(layer, i % 2 != 0);
        Assert.True(files.Statistics.NativeBytes > before);
        Collect();
        Assert.Equal(before, files.Statistics.NativeBytes);
    }

    [Fact]
    public void ASnapshotInUseKeepsItsNamesButNotForEver()
    {
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        long empty = files.Statistics.NativeBytes;
        Use(files);
        Collect();
        // The ids of its 52 folders are kept.
        Assert.InRange(files.Statistics.NativeBytes, empty, empty + 200_000);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Use(VirtualFileSystem files)
    {
        int layer = files.AddFolder(Mod(20_000), @"D:\m", @"C:\g");
        Snapshot old = files.Snapshot;
        LookupResult result = old.Lookup(@"C:\g\data\f7\some file 7.dds");
        files.Remove(layer);
        files.Dispose();
        Collect();
        Assert.Equal(@"\??\D:\m\data\f7\some file 7.dds", LookupTests.TextOf(result));
        Assert.Equal(LookupKind.File, old.Lookup(@"C:\g\DATA\f7\some file 7.dds").Kind);
        Assert.Equal(LookupKind.Outside, files.Snapshot.Lookup(@"C:\g\data\f7\some file 7.dds").Kind);
        GC.KeepAlive(old);
    }

    [Fact]
    public void PublishingQuicklyStaysBounded()
    {
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        int layer = files.AddFolder(Mod(20_000), @"D:\m", @"C:\g");
        long highest = 0;
        for (int i = 0; i < 400; i++)
        {
            files.SetEnabled(layer, i % 2 != 0);
            highest = Math.Max(highest, files.Statistics.NativeBytes);
        }

        // 400 snapshots of about half a megabyte. Without explicit collections, none might happen. Finalisers may be late here, because
        // nothing else runs.
        Assert.InRange(highest, 0, 24L << 20);
    }

    /// <summary>
    /// A thread that follows a game's mods for hours replaces snapshots and listings: replaced ones don't wait for the garbage collector.
    /// </summary>
    [Fact]
    public void WhatWasReplacedIsFreedThoughNothingElseCollects()
    {
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        files.AddFolder(Mod(20_000), @"D:\base", @"C:\g");
        Collect();
        long bytes = NativeArena.AllBytes, highest = 0;
        int arenas = NativeArena.Live, most = 0;
        for (int i = 0; i < 200; i++)
        {
            int layer = files.AddFolder(Mod(2000), @"D:\m", @"C:\g");
            files.Remove(layer);
            // Like the thread that follows the mods: a moment between two changes.
            Thread.Sleep(2);
            highest = Math.Max(highest, NativeArena.AllBytes - bytes);
            most = Math.Max(most, NativeArena.Live - arenas);
        }

        Assert.InRange(highest, 1, 8L << 20);
        Assert.InRange(most, 1, 60);
        Collect();
        Assert.InRange(NativeArena.Live - arenas, -arenas, 3);
    }

    [Fact]
    public void TextOfRemovedFilesIsFreed()
    {
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        string folder = @"C:\g\" + new string('f', 200);
        files.AddFile(@"D:\stays\real name", $@"{folder}\stays");
        Collect();
        long before = files.Statistics.NativeBytes;
        for (int round = 0; round < 20; round++)
        {
            using (files.BeginUpdate())
            {
                foreach (int handle in Enumerable.Range(0, 500)
                    .Select(i => files.AddFile($@"D:\goes{i}\{new string('g', 200)}", $@"{folder}\goes{i}")).ToArray())
                    files.Remove(handle);
            }
        }

        Collect();
        Assert.InRange(files.Statistics.NativeBytes, 0, before + 1_000_000);
        Assert.Equal(@"\??\D:\stays\real name", LookupTests.TextOf(files.Snapshot.Lookup($@"{folder}\stays")));
    }

    [Fact]
    public void IdsAndPathsOutliveTheirFolders()
    {
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        int layer = files.AddFolder(TestListings.Of(@"Data\x"), @"D:\m", @"C:\g");
        Assert.True(files.TryGetPathId(@"c:\G\data", out int id));
        Assert.True(files.Remove(layer));
        Assert.False(files.Snapshot.TryGetFolder(id, out _));
        Assert.Equal(@"C:\g\Data", files.GetPath(id).ToString());
        files.AddFolder(TestListings.Of(@"DATA\x"), @"D:\m2", @"C:\g");
        Assert.Equal(id, files.Snapshot.Lookup(@"C:\g\data").PathId);
        Assert.True(files.GetPath(-1).IsEmpty && files.GetPath(1_000_000).IsEmpty);
        Assert.False(files.Snapshot.TryGetFolder(-1, out _) || files.Snapshot.TryGetFolder(1_000_000, out _));
    }

    private static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
