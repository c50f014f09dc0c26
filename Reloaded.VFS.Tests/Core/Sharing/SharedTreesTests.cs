using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Sharing;

namespace Reloaded.VFS.Tests.Core.Sharing;

/// <summary>Tests of trees that one process makes and others map.</summary>
public sealed class SharedTreesTests
{
    [Fact]
    public void WhatIsMappedIsWhatWasBuilt()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            var game = new SharedGame(seed, mods: 1 + (seed % 5), files: seed % 3 == 0 ? 2000 : 40, hides: seed % 2 == 0);
            using VirtualFileSystem maker = game.Scan();
            SharedTrees trees = Open(SharedGame.Share(maker)!);
            using VirtualFileSystem child = game.Inherit(trees, out bool taken);
            Assert.True(taken);
            Assert.Equal(SharedGame.Everything(maker), SharedGame.Everything(child));
            Assert.Equal(maker.Statistics with { NativeBytes = 0 }, child.Statistics with { NativeBytes = 0 });
            Assert.Equal(maker.GetLayers(), child.GetLayers());
            Assert.Equal(FilterOf(maker), FilterOf(child));
            Assert.Equal(FilesOfLayers(maker), child.Snapshot.FilesOfLayers!.Where(layer => layer.Value > 0).ToDictionary());
        }
    }

    private static unsafe ulong[] FilterOf(VirtualFileSystem files)
    {
        ulong[] words = new ulong[NameFilter.CountFor(files.Snapshot.NameCount)];
        fixed (ulong* first = words)
            files.Snapshot.AddNamesTo(new NameFilter(first, (uint)words.Length));
        return words;
    }

    private static Dictionary<int, int> FilesOfLayers(VirtualFileSystem files)
    {
        var counts = new Dictionary<int, int>();
        for (int id = 0; id < files.Snapshot.FolderCount; id++)
        {
            if (!files.Snapshot.TryGetFolder(id, out FolderView folder))
                continue;
            foreach (EntryView entry in folder)
            {
                if (!entry.IsFolder)
                    counts[entry.Layer] = counts.GetValueOrDefault(entry.Layer) + 1;
            }
        }

        return counts;
    }

    /// <summary>Each process keeps to itself what it appends or lists anew, and has the same as if it had built everything.</summary>
    [Fact]
    public void AProcessGoesOnByItself()
    {
        for (int seed = 0; seed < 40; seed++)
        {
            var game = new SharedGame(seed, mods: 3, files: seed % 4 == 0 ? 3000 : 30);
            using VirtualFileSystem maker = game.Scan();
            HeldMemory memory = SharedGame.Share(maker)!;
            List<string> before = SharedGame.Everything(maker);
            using VirtualFileSystem first = game.Inherit(Open(memory.Copy()), out bool taken), second = game.Inherit(Open(memory), out _);
            Assert.True(taken);
            foreach (VirtualFileSystem files in (VirtualFileSystem[])[maker, first])
            {
                int lowest = files.GetLayers()[0].Handle;
                for (int i = 0; i < 3000; i++)
                    Assert.True(files.TryAppendFile(lowest, $@"{SharedGame.Target}\appended {i}"));
            }

            Assert.Equal(SharedGame.Everything(maker), SharedGame.Everything(first));
            Assert.Equal(before, SharedGame.Everything(second));
            foreach (VirtualFileSystem files in (VirtualFileSystem[])[maker, first, second])
                files.SetListing(files.GetLayers()[0].Handle, SharedGame.List(0, [@"a new folder\new", "Data\\b.txt"]));
            Assert.Equal(SharedGame.Everything(maker), SharedGame.Everything(first));
            Assert.Equal(SharedGame.Everything(maker), SharedGame.Everything(second));

            // A child's child: what has changed is shared, too.
            using VirtualFileSystem third = new SharedGameOf(game).Inherit(Open(SharedGame.Share(second)!));
            Assert.Equal(SharedGame.Everything(second), SharedGame.Everything(third));
        }
    }

    /// <summary>The maker uses what the others map, and frees its own copy. Snapshots that readers have stay valid.</summary>
    [Fact]
    public void TheMakerMovesIntoWhatItShares()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            var game = new SharedGame(seed, mods: 3, files: seed % 4 == 0 ? 3000 : 30, hides: seed % 3 == 0);
            using VirtualFileSystem maker = game.Scan(), other = game.Scan();
            List<string> before = SharedGame.Everything(maker);
            HeldMemory memory = null!;
            WrittenTrees written = SharedGame.Write(maker, length => memory = HeldMemory.Create(length))!;
            HeldMemory passed = memory.Copy();
            WeakReference left = MoveWhileRead(maker, written, memory);
            Collect();
            Assert.False(left.IsAlive);
            Assert.Equal(before, SharedGame.Everything(maker));

            // What it changes is its own: the memory that was passed on is as it was.
            foreach (VirtualFileSystem files in (VirtualFileSystem[])[maker, other])
            {
                for (int i = 0; i < 300; i++)
                    Assert.True(files.TryAppendFile(files.GetLayers()[0].Handle, $@"{SharedGame.Target}\appended {i}"));
            }

            Assert.Equal(SharedGame.Everything(other), SharedGame.Everything(maker));
            using VirtualFileSystem child = game.Inherit(Open(passed), out bool taken);
            Assert.True(taken);
            Assert.Equal(before, SharedGame.Everything(child));
            // A file system that has changed meanwhile doesn't move.
            Assert.Null(maker.MoveInto(written, memory, SharedGame.Identity));
        }
    }

    /// <summary>Moves a process's trees while a reader has its snapshot, and returns the memory that it leaves.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference MoveWhileRead(VirtualFileSystem maker, WrittenTrees written, HeldMemory memory)
    {
        Snapshot held = maker.Snapshot;
        var left = new WeakReference(written.Listings[0].Owner);
        Assert.NotNull(maker.MoveInto(written, memory, SharedGame.Identity));
        Assert.NotSame(held, maker.Snapshot);
        Collect();
        Assert.True(left.IsAlive);
        Assert.True(held.TryGetFolder(held.Lookup(SharedGame.Target).PathId, out FolderView folder));
        foreach (EntryView entry in folder)
            Assert.True(folder.TryFind(entry.Name, out _));
        GC.KeepAlive(held);
        return left;
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    [Fact]
    public void OtherModsAreBuiltFromTheSharedListings()
    {
        var game = new SharedGame(1, mods: 3, files: 50);
        using VirtualFileSystem maker = game.Scan();
        HeldMemory memory = SharedGame.Share(maker)!;
        var files = new VirtualFileSystem(RealPathForm.Windows);
        SharedTrees trees = Open(memory);
        Assert.True(files.Expect(trees));
        foreach (VirtualFileSystem one in (VirtualFileSystem[])[maker, files])
        {
            // In another order, and one mod less.
            using IDisposable update = one.BeginUpdate();
            foreach (LayerInfo layer in one.GetLayers())
                one.Remove(layer.Handle);
            foreach (int mod in (int[])[2, 0])
                one.AddFolder(one == files ? trees.Find(SharedGame.RootOf(mod), "options", (ulong)mod)! : game.List(mod), SharedGame.Target);
            one.AddTarget(SharedGame.Target);
        }

        Assert.False(trees.IsTaken);
        Assert.Equal(Names(maker), Names(files));
        files.Dispose();

        // The handles of layers differ, but nothing else does.
        static List<string> Names(VirtualFileSystem files) =>
            [.. SharedGame.Everything(files).Select(line => Regex.Replace(line, " of [0-9]+", ""))];
    }

    /// <summary>A target that a process declares after its layers is part of the tree already, or the tree is built without it.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void ATargetMayBeDeclaredLater(bool isDeclared)
    {
        const string Other = SharedGame.Target + @"\tools\vfs";
        var game = new SharedGame(1, mods: 2, files: 50);
        using VirtualFileSystem maker = game.Scan(), alone = game.Scan();
        maker.AddTarget(Other);
        using VirtualFileSystem child = game.Inherit(Open(SharedGame.Share(maker)!), out bool taken);
        Assert.True(taken);
        Snapshot snapshot = child.Snapshot;
        if (isDeclared)
            child.AddTarget(Other);
        child.EndExpecting();
        Assert.Equal(isDeclared, snapshot == child.Snapshot);
        Assert.Equal(SharedGame.Everything(isDeclared ? maker : alone).Select(WithoutId), SharedGame.Everything(child).Select(WithoutId));

        // The other target has no id where it was never declared.
        static string WithoutId(string line) => Regex.Replace(line, "^[0-9]+ | in [0-9]+", "");
    }

    [Fact]
    public void WhatWasScannedInAnotherWayIsNotTaken()
    {
        var game = new SharedGame(1, mods: 1, files: 10);
        using VirtualFileSystem maker = game.Scan();
        SharedTrees trees = Open(SharedGame.Share(maker)!);
        Assert.NotNull(trees.Find(SharedGame.RootOf(0), "options", 0));
        Assert.Null(trees.Find(SharedGame.RootOf(0), "other options", 0));
        Assert.Null(trees.Find(SharedGame.RootOf(0), "options", 1));
        Assert.Null(trees.Find(SharedGame.RootOf(1), "options", 0));
    }

    /// <summary>
    /// What was appended is shared as if it had been listed, also what is hidden or replaces a file. The maker moves into that and goes on.
    /// </summary>
    [Fact]
    public void AppendedFilesAreSharedAsIfListed()
    {
        for (int seed = 0; seed < 40; seed++)
        {
            var game = new SharedGame(seed, mods: 3, files: seed % 4 == 0 ? 3000 : 30, hides: seed % 2 == 0);
            using VirtualFileSystem maker = game.Scan();
            Append(maker, seed);
            List<string> before = SharedGame.Everything(maker);
            HeldMemory memory = null!;
            WrittenTrees written = SharedGame.Write(maker, length => memory = HeldMemory.Create(length))!;
            SharedTrees trees = Open(memory.Copy());
            using VirtualFileSystem child = game.Inherit(trees, out bool taken);
            Assert.True(taken);
            Assert.Equal(before, SharedGame.Everything(child));
            Assert.NotNull(maker.MoveInto(written, memory, SharedGame.Identity));
            Assert.Equal(before, SharedGame.Everything(maker));

            // What appears afterwards is new to both, and shared again.
            foreach (VirtualFileSystem files in (VirtualFileSystem[])[maker, child])
                Append(files, seed + 1000);
            Assert.Equal(SharedGame.Everything(maker), SharedGame.Everything(child));
            foreach (VirtualFileSystem files in (VirtualFileSystem[])[maker, child])
            {
                using VirtualFileSystem next = game.Inherit(Open(SharedGame.Share(files)!), out taken);
                Assert.True(taken);
                Assert.Equal(SharedGame.Everything(maker), SharedGame.Everything(next));
            }
        }

        static void Append(VirtualFileSystem files, int seed)
        {
            var random = new Random(seed);
            foreach (LayerInfo layer in files.GetLayers())
            {
                foreach (string folder in (string[])["", @"\Data", @"\data\sub", "\\\u0416\u0443\u043A"])
                {
                    for (int i = 0; i < 8; i++)
                    {
                        string name = $"{(i % 2 == 0 ? "FILE" : "appended \u00FC")} {random.Next(40)}";
                        files.TryAppendFile(layer.Handle, $@"{SharedGame.Target}{folder}\{name}");
                    }
                }
            }
        }
    }

    /// <summary>
    /// A process that lists a mod itself, in any order, takes the tree if the two listings are equal, and otherwise builds its own.
    /// </summary>
    [Fact]
    public void EqualListingsAreReplacedByTheSharedOnes()
    {
        for (int seed = 0; seed < 30; seed++)
        {
            var game = new SharedGame(seed, mods: 2, files: 40, hides: seed % 2 == 0);
            using VirtualFileSystem maker = game.Scan();
            HeldMemory memory = SharedGame.ShareUnknown(maker);
            Assert.Null(Open(memory.Copy()).Find(SharedGame.RootOf(0), "options", 0));
            Assert.Null(Open(memory.Copy()).Find(SharedGame.RootOf(0), "", 0));
            using VirtualFileSystem child = game.Inherit(Open(memory.Copy()), out bool taken);
            Assert.True(taken);
            Assert.Equal(SharedGame.Everything(maker), SharedGame.Everything(child));
            string[] files = game.Mods[0];
            FolderListing listing = SharedGame.List(0, files);
            Assert.True(ListingComparison.AreEqual(listing, SharedGame.List(0, files.Reverse())));
            Assert.False(ListingComparison.AreEqual(listing, SharedGame.List(0, files[1..])));
            Assert.False(ListingComparison.AreEqual(listing, SharedGame.List(0, [.. files[1..], files[0] + "x"])));
            Assert.False(ListingComparison.AreEqual(listing, SharedGame.List(0, [.. files[1..], files[0] + "\u0416"])));
            Assert.False(ListingComparison.AreEqual(listing, SharedGame.List(0, files.Select(file => file.Replace('i', 'I')))));
            Assert.False(ListingComparison.AreEqual(listing, SharedGame.List(1, files)));
            Assert.False(ListingComparison.AreEqual(listing, SharedGame.List(0, files, new Random(seed))));
        }
    }

    [Fact]
    public unsafe void AnotherVersionIsRefused()
    {
        using VirtualFileSystem maker = new SharedGame(1, mods: 2, files: 30).Scan();
        HeldMemory whole = SharedGame.Share(maker)!;
        Assert.NotNull(SharedTrees.Open(whole.Copy(), SharedGame.Identity));
        Assert.Null(SharedTrees.Open(whole.Copy(), SharedGame.Identity + 1));
        Assert.Null(SharedTrees.Open(whole.Copy(shorter: whole.Length - 1), SharedGame.Identity));
        Assert.Null(SharedTrees.Open(whole.Copy(shorter: 16), SharedGame.Identity));
        Assert.Null(SharedTrees.Open(HeldMemory.Create(whole.Length), SharedGame.Identity));
        AssertRefused(header => header->Version++);
        AssertRefused(header => header->PointerSize = 2);
        AssertRefused(header => header->Magic = 0);
        AssertRefused(header => header->HasTree = 2);

        void AssertRefused(HeaderChange change)
        {
            HeldMemory changed = whole.Copy();
            change((SharedHeader*)changed.Address);
            Assert.Null(SharedTrees.Open(changed, SharedGame.Identity));
        }
    }

    private unsafe delegate void HeaderChange(SharedHeader* header);

    /// <summary>
    /// Changes random bytes of shared memory: it is refused, or can be read and written to without an access outside it. Such an access
    /// would end this process.
    /// </summary>
    [Fact]
    public void ChangedMemoryIsRefusedOrHarmless()
    {
        int refused = 0, used = 0;
        for (int seed = 0; seed < 3000; seed++)
        {
            var random = new Random(seed);
            var game = new SharedGame(seed % 7, mods: 2, files: 40, hides: true);
            HeldMemory memory = s_fuzzed[seed % 7].Value.Copy();
            for (int changes = random.Next(1, 4); changes > 0; changes--)
            {
                // Mostly numbers and not texts, which are in the first half; the whole header.
                int at = random.Next(4) == 0 ? random.Next(512) : random.Next((int)memory.Length);
                memory.Bytes[at] = random.Next(3) switch
                {
                    0 => 0xFF,
                    1 => (byte)random.Next(256),
                    _ => (byte)(memory.Bytes[at] ^ (1 << random.Next(8))),
                };
            }

            if (SharedTrees.Open(memory, SharedGame.Identity) is not { } trees)
            {
                refused++;
                continue;
            }

            used++;
            if (!trees.HasTree)
                continue;
            using VirtualFileSystem child = game.Inherit(trees, out _);
            SharedGame.Everything(child);
            int layer = child.GetLayers()[0].Handle;
            for (int i = 0; i < 100; i++)
                child.TryAppendFile(layer, $@"{SharedGame.Target}\appended {i}");
            SharedGame.Everything(child);
        }

        Assert.True(refused > 300 && used > 300, $"{refused} refused, {used} used");
    }

    private static readonly Lazy<HeldMemory>[] s_fuzzed = [.. Enumerable.Range(0, 7).Select(seed => new Lazy<HeldMemory>(() =>
    {
        using VirtualFileSystem maker = new SharedGame(seed, mods: 2, files: 40, hides: true).Scan();
        return SharedGame.Share(maker)!;
    }))];

    private static SharedTrees Open(HeldMemory memory)
    {
        SharedTrees? trees = SharedTrees.Open(memory, SharedGame.Identity);
        Assert.NotNull(trees);
        return trees;
    }

    /// <summary>The game after the lowest mod has changed.</summary>
    private sealed class SharedGameOf(SharedGame game)
    {
        public VirtualFileSystem Inherit(SharedTrees trees)
        {
            var files = new VirtualFileSystem(RealPathForm.Windows);
            Assert.True(files.Expect(trees));
            using (files.BeginUpdate())
            {
                files.AddTarget(SharedGame.Target);
                for (int mod = 0; mod < game.Mods.Count; mod++)
                {
                    FolderListing listing = trees.Find(SharedGame.RootOf(mod), "options", (ulong)mod)!;
                    files.AddFolder(listing, SharedGame.Target, new LayerOptions { Name = $"mod {mod}" });
                }
            }

            Assert.True(trees.IsTaken);
            return files;
        }
    }
}
