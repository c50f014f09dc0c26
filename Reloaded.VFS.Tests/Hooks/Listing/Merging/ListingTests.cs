using Reloaded.VFS.Hooks.Listing.Merging;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Layout;

namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>
/// Tests of what the random comparison doesn't cover by name: statuses, concurrency, the number of queries of the file system, and
/// allocations.
/// </summary>
public sealed unsafe class ListingTests
{
    private const string Base = @"\??\C:\game\";
    private const string Mod = @"\??\D:\mods\a\";
    private const string Other = @"\??\D:\mods\b\";
    private const FILE_INFORMATION_CLASS Both = FILE_INFORMATION_CLASS.FileBothDirectoryInformation;
    private const FILE_INFORMATION_CLASS Names = FILE_INFORMATION_CLASS.FileNamesInformation;

    [Fact]
    public void ModsReplaceAddAndMergeFoldersInOrder()
    {
        MemoryVolume volume = new() { Hidden = name => name == "rvfs" };
        volume.AddFolder(Base, [File("b.txt", 1), File("D.txt", 2), Folder("data", 3), Folder("rvfs", 4)]);
        volume.AddFolder(Mod, [File("B.TXT", 5), File("c.txt", 6), Folder("DATA", 7), File("z.txt", 8)]);
        TestOverlay overlay = Lay(volume, Mod);
        using ListingHandle handle = new(volume, overlay, Base, false);
        Assert.Equal([".", "..", "b.txt", "c.txt", "D.txt", "data", "z.txt"], handle.Names());
        Assert.Equal((NtStatus.STATUS_NO_MORE_FILES, 0), Result(handle.Query(Names, 4096)));
    }

    [Fact]
    public void AFolderThatListsWithoutAnOrderGetsTheModsFilesAtTheEnd()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, [File("z", 1), File("b", 2), File("m", 3)], sorted: false);
        volume.AddFolder(Mod, [File("B", 4), File("n", 5), File("a", 6)], sorted: false);
        using ListingHandle handle = new(volume, Lay(volume, Mod), Base, false);
        Assert.Equal([".", "..", "z", "b", "m", "a", "n"], handle.Names());
    }

    [Fact]
    public void AnErrorOfTheRealCallIsTheAnswerAndFixesNothing()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, [File("a", 1)], supports: c => c != FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation);
        volume.AddFolder(Mod, [File("b", 2)]);
        using ListingHandle handle = new(volume, Lay(volume, Mod), Base, false);
        Assert.Equal((NtStatus.STATUS_INVALID_INFO_CLASS, 0),
            Result(handle.Query(FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation, 4096)));
        Assert.Equal((NtStatus.STATUS_INVALID_INFO_CLASS, 0),
            Result(handle.Query(FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation, 1)));
        Assert.Equal((NtStatus.STATUS_INFO_LENGTH_MISMATCH, 0), Result(handle.Query(Both, 95)));
        // This is still the first query.
        Assert.Equal((NtStatus.STATUS_NO_SUCH_FILE, 0), Result(handle.Query(Both, 4096, pattern: "x*")));
        Assert.Equal((NtStatus.STATUS_NO_MORE_FILES, 0), Result(handle.Query(Both, 4096)));
    }

    [Fact]
    public void AFaultInTheCallersBufferMovesNothing()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, [File("a", 1)]);
        volume.AddFolder(Mod, [File("b", 2)]);
        using ListingHandle handle = new(volume, Lay(volume, Mod), Base, false);
        handle.Copy = NativeCopy.Faults;
        Assert.Equal((NtStatus.STATUS_ACCESS_VIOLATION, 0), Result(handle.Query(Names, 4096, pattern: "b")));
        handle.Copy = NativeCopy.Works;
        (NtStatus status, byte[] bytes) = handle.Query(Names, 4096, QueryFlags.SL_RETURN_SINGLE_ENTRY, "?");
        Assert.Equal((NtStatus.STATUS_SUCCESS, "."), (status, ListingHandle.ReadNames(bytes).Single()));
        handle.Copy = NativeCopy.Faults;
        Assert.Equal((NtStatus.STATUS_ACCESS_VIOLATION, 0), Result(handle.Query(Names, 4096)));
        Assert.Equal((NtStatus.STATUS_ACCESS_VIOLATION, 0), Result(handle.Query(Names, 4096, QueryFlags.SL_RESTART_SCAN)));
        handle.Copy = NativeCopy.Works;
        Assert.Equal(["a", "b"], handle.Names());
    }

    [Fact]
    public void AModsFolderThatIsGoneLeavesTheGamesFiles()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, [File("a", 1), File("b", 2)]);
        TestOverlay overlay = new();
        overlay.Sources.Add(Mod);
        overlay.Entries.Add("B", new TestOverlay.Entry("B", false, Mod, "B"));
        overlay.Entries.Add("c", new TestOverlay.Entry("c", false, Mod, "c"));
        using ListingHandle handle = new(volume, overlay, Base, false);
        Assert.Equal([".", "..", "a", "b"], handle.Names());
    }

    [Fact]
    public void AnEntryThatIsGoneWhenAnotherClassIsAskedForIsLeftOut()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, [File("a", 1), File("c", 2), File("e", 3)]);
        volume.AddFolder(Mod, [File("b", 4), File("d", 5)]);
        using ListingHandle handle = new(volume, Lay(volume, Mod), Base, false);
        (NtStatus status, _) = handle.Query(Both, 4096, QueryFlags.SL_RETURN_SINGLE_ENTRY);
        Assert.Equal(NtStatus.STATUS_SUCCESS, status);
        volume.Files(Base).RemoveAll(f => f.Name == "c");
        volume.Files(Mod).RemoveAll(f => f.Name == "d");
        volume.Files(Base).Insert(2, File("0 new", 9));
        Assert.Equal(["..", "a", "b", "e"], handle.Names());
        Assert.Equal([".", "..", "0 new", "a", "b", "e"], handle.Names(QueryFlags.SL_RESTART_SCAN));
    }

    [Fact]
    public void AFolderWithoutANameLooksLikeAFolder()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, [File("a", 1)]);
        volume.AddFolder(Mod, [File("b", 2)]);
        TestOverlay overlay = Lay(volume, Mod);
        overlay.Entries.Add("new", new TestOverlay.Entry("new", true, "", ""));
        using ListingHandle handle = new(volume, overlay, Base, false);
        (NtStatus status, byte[] bytes) = handle.Query(FILE_INFORMATION_CLASS.FileDirectoryInformation, 4096, 0, "new");
        Assert.Equal(NtStatus.STATUS_SUCCESS, status);
        Assert.Equal(0x10u, BitConverter.ToUInt32(bytes, 56));
        Assert.Equal([".", "..", "a", "b", "new"], handle.Names(QueryFlags.SL_RESTART_SCAN, "*"));
    }

    [Fact]
    public void WithoutModsToo()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, [File("a", 1)]);
        using ListingHandle handle = new(volume, new TestOverlay(), Base, false);
        Assert.Equal([".", "..", "a"], handle.Names());
    }

    [Fact]
    public void AnExactNameScansNoFolder()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, Many("base", 20_000));
        volume.AddFolder(Mod, Many("mod", 20_000));
        volume.AddFolder(Other, Many("other", 20_000));
        TestOverlay overlay = Lay(volume, Mod, Other);
        foreach (string name in (string[])["base00007.txt", "MOD00008.txt", "other00009.txt", "none", "none~1.txt"])
        {
            long before = volume.RecordsRead;
            using ListingHandle handle = new(volume, overlay, Base, false);
            Assert.Equal(name.StartsWith("none", StringComparison.Ordinal) ? 0 : 1, handle.Names(pattern: name).Count);
            Assert.True(volume.RecordsRead - before <= 2, $"{name}: {volume.RecordsRead - before} records");
        }
    }

    [Fact]
    public void FewNamesOfALargeFolderDoNotReadItWhole()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, [File("a", 1)]);
        volume.AddFolder(Mod, Many("x", 50_000));
        TestOverlay overlay = new();
        overlay.Lay(volume, Mod, f => f.Name is "x00003.txt" or "x49998.txt");
        using ListingHandle handle = new(volume, overlay, Base, false);
        Assert.Equal([".", "..", "a", "x00003.txt", "x49998.txt"], handle.Names());
        Assert.True(volume.RecordsRead < 2_000, $"{volume.RecordsRead} records");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void AModThatWinsOneNameIsAskedForThatNameAlone(bool restartReplaces)
    {
        MemoryVolume volume = new() { RestartReplacesPattern = restartReplaces };
        volume.AddFolder(Base, [File("a", 1)]);
        volume.AddFolder(Mod, Many("x", 400));
        volume.AddFolder(Other, Many("y", 400));
        TestOverlay overlay = new();
        overlay.Lay(volume, Mod, f => f.Name == "x00003.txt");
        overlay.Lay(volume, Other, f => f.Name == "y00398.txt");
        using ListingHandle handle = new(volume, overlay, Base, false);
        int opens = volume.Opens;
        Assert.Equal([".", "..", "a", "x00003.txt", "y00398.txt"], handle.Names());
        Assert.Equal(2, volume.Opens - opens);
        Assert.Equal(5, volume.RecordsRead);
    }

    [Fact]
    public void NamesThatComeInOrderTakeOneComparisonEachToBeMerged()
    {
        const int Games = 9_000, Mods = 1_000;
        MemoryVolume volume = new();
        volume.AddFolder(Base, Many("x", Games));
        volume.AddFolder(Mod, Many("a", Mods));
        volume.Open(Base, out nint handle);
        var source = new MemorySource(volume);
        _ = DirectoryRecordLayout.TryGet(Both, out DirectoryRecordLayout layout);
        var builder = new ListingBuilder<MemorySource, TestOverlay>(ref source, Lay(volume, Mod), layout, default, default);
        Assert.Equal(NtStatus.STATUS_SUCCESS, builder.Build(handle));
        // One more for each of them to see that they come in order.
        Assert.InRange(builder.Comparisons, Games, (Games * 101 / 100) + (Mods * 2));
        builder.Dispose();
    }

    [Fact]
    public void Names8Dot3ThatAllModsFilesHaveAreNobodys()
    {
        // As many as would take minutes if each were compared with each.
        const int Count = 100_000;
        MemoryVolume volume = new();
        volume.AddFolder(Base, []);
        volume.AddFolder(Mod, Many("x", Count).Select(file => file with { ShortName = "X~1.TXT" }));
        volume.Open(Base, out nint handle);
        var source = new MemorySource(volume);
        _ = DirectoryRecordLayout.TryGet(Both, out DirectoryRecordLayout layout);
        var builder = new ListingBuilder<MemorySource, TestOverlay>(ref source, Lay(volume, Mod), layout, default, default);
        Assert.Equal(NtStatus.STATUS_SUCCESS, builder.Build(handle));
        int named = 0;
        foreach (ref readonly MergeItem item in builder.Items)
            named += item.ShortNameLength;
        Assert.Equal((Count + 2, 0), (builder.Items.Length, named));
        builder.Dispose();
    }

    [Fact]
    public void AModThatLosesEveryNameIsNotOpened()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, []);
        volume.AddFolder(Mod, [File("a", 1)]);
        volume.AddFolder(Other, [File("A", 2)]);
        using ListingHandle handle = new(volume, Lay(volume, Mod, Other), Base, false);
        int before = volume.Opens;
        Assert.Equal([".", "..", "a"], handle.Names());
        Assert.Equal(1, volume.Opens - before);
    }

    [Fact]
    public void NamesThatGiveWayAreReadAgainOnlyOnceTheirFolderHasChanged()
    {
        const int Count = 500;
        MemoryVolume volume = new() { Stamp = 1 };
        volume.AddFolder(Base, [File("own", 1), .. Many("X", Count)]);
        volume.AddFolder(Mod, Many("x", Count));
        TestOverlay overlay = Lay(volume, Mod);
        (List<(string, long)> first, long read) = List();
        // To be kept, the names are read twice.
        Assert.Equal((Count + 3, (Count + 2) * 2L + 1 + Count + 3), (first.Count, read));
        (List<(string, long)> second, read) = List();
        Assert.Equal(first, second);
        // The folder itself, its parent, and the name that no mod has.
        Assert.Equal(Count + 2 + 3, read);

        // What doesn't give way is answered as it is now, not as it was.
        volume.Files(Base)[2] = File("own", 5);
        overlay.Entries.Remove("X00007.txt");
        volume.Files(Base)[10] = File("X00007.txt", 77);
        List<(string, long)> now = List().Entries;
        Assert.Equal((("own", 50L), ("X00007.txt", 770L)), (now[2], now[10]));
        // Too many of them.
        foreach (int i in (int[])[10, 11, 12, 13])
            overlay.Entries.Remove($"X{i:00000}.txt");
        Assert.Equal(now.Select(entry => entry.Item1), List().Entries.Select(entry => entry.Name));
        foreach (int i in (int[])[7, 10, 11, 12, 13])
            overlay.Lay($"x{i:00000}.txt", false, Mod, $"x{i:00000}.txt");
        // A folder of the game's own isn't listed as the file that it was.
        volume.Files(Base)[2] = Folder("own", 6);
        Assert.Equal(("own", 0L), List().Entries[2]);
        volume.Files(Base)[2] = File("own", 5);

        volume.Files(Base).Add(File("z", 1));
        volume.Stamp = 2;
        Assert.Equal(("z", 10L), List().Entries[^1]);
        volume.Stamp = 0;
        Assert.Equal(("z", 10L), List().Entries[^1]);

        (List<(string Name, long Size)> Entries, long Read) List()
        {
            long before = volume.RecordsRead;
            volume.Open(Base, out nint handle);
            List<(string, long)> entries = Build(volume, overlay, handle);
            volume.Close(handle);
            Assert.Equal(0, volume.OpenHandles);
            return (entries, volume.RecordsRead - before);
        }
    }

    /// <summary>Under Wine 8 a restart gives a handle's old names, also once its folder has changed.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void OldNamesOfAHandleAreNotKept(bool hadPattern)
    {
        MemoryVolume volume = new() { Stamp = 1, RestartReadsAgain = false, RestartReplacesPattern = false };
        volume.AddFolder(Base, Many("X", 500));
        volume.AddFolder(Mod, Many("x", 500));
        TestOverlay overlay = Lay(volume, Mod);
        volume.Open(Base, out nint held);
        if (hadPattern)
        {
            byte* record = stackalloc byte[1024];
            Assert.Equal(NtStatus.STATUS_SUCCESS, volume.Query(held, Both, record, 1024, QueryFlags.SL_RETURN_SINGLE_ENTRY, "*7*", out _));
        }

        Build(volume, overlay, held);
        volume.Files(Base).Add(File("z", 1));
        volume.Stamp = 2;
        Build(volume, overlay, held);
        volume.Open(Base, out nint other);
        Assert.Equal("z", Build(volume, overlay, other)[^1].Name);
        Assert.Equal(503, Build(volume, overlay, other).Count);
        volume.Close(held);
        volume.Close(other);
        Assert.Equal(0, volume.OpenHandles);
    }

    private static List<(string Name, long Size)> Build(MemoryVolume volume, TestOverlay overlay, nint handle)
    {
        var source = new MemorySource(volume);
        _ = DirectoryRecordLayout.TryGet(Both, out DirectoryRecordLayout layout);
        var builder = new ListingBuilder<MemorySource, TestOverlay>(ref source, overlay, layout, default, default);
        Assert.Equal(NtStatus.STATUS_SUCCESS, builder.Build(handle));
        List<(string, long)> entries = [];
        foreach (ref readonly MergeItem item in builder.Items)
            entries.Add((item.Name.ToString(), ((FILE_BOTH_DIR_INFORMATION*)item.Record)->EndOfFile));
        builder.Dispose();
        return entries;
    }

    [Fact]
    public void WorkGrowsLinearly()
    {
        (long records, long queries, long comparisons) small = Work(10_000), large = Work(100_000);
        Assert.InRange(large.records, 1, small.records * 11);
        Assert.InRange(large.queries, 1, small.queries * 11);
        // Merging k sorted folders needs no factor of log n.
        Assert.InRange(large.comparisons, 100_000, small.comparisons * 13);

        static (long, long, long) Work(int count)
        {
            MemoryVolume volume = new();
            volume.AddFolder(Base, Many("f", count / 2));
            volume.AddFolder(Mod, Many("g", count / 4));
            volume.AddFolder(Other, Many("F", count / 4));
            TestOverlay overlay = Lay(volume, Mod, Other);
            volume.Open(Base, out nint handle);
            var source = new MemorySource(volume);
            _ = DirectoryRecordLayout.TryGet(Both, out DirectoryRecordLayout layout);
            var builder = new ListingBuilder<MemorySource, TestOverlay>(ref source, overlay, layout, default, default);
            Assert.Equal(NtStatus.STATUS_SUCCESS, builder.Build(handle));
            Assert.Equal(count * 3 / 4 + 2, builder.Items.Length);
            long comparisons = builder.Comparisons;
            builder.Dispose();
            return (volume.RecordsRead, volume.Queries, comparisons);
        }
    }

    [Fact]
    public void ALargeFolderIsServedInFullBuffers()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, Many("f", 30_000));
        volume.AddFolder(Mod, Many("g", 30_000));
        using ListingHandle handle = new(volume, Lay(volume, Mod), Base, false);
        int calls = 0, names = 0;
        while (handle.Query(Names, 4096) is { Status: 0 } answer)
        {
            calls++;
            names += ListingHandle.ReadNames(answer.Bytes).Count();
            Assert.True(answer.Bytes.Length > 4000 || names == 60_002);
        }

        Assert.Equal(60_002, names);
        Assert.InRange(calls, 1, 60_002 * 40 / 4000);
    }

    [Fact]
    public void GoingOnAllocatesNothing()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, Many("f", 5_000));
        volume.AddFolder(Mod, Many("g", 5_000));
        using ListingHandle handle = new(volume, Lay(volume, Mod), Base, false);
        byte* buffer = stackalloc byte[1024];
        for (int i = 0; i < 50; i++)
            Assert.Equal(NtStatus.STATUS_SUCCESS, handle.QueryInto(Both, buffer, 1024, 0, null, out _));
        int queries = volume.Queries, refused = 0;
        Assert.Equal(0, AllocatedBytes.Of(() =>
        {
            for (int i = 0; i < 100; i++)
                refused += handle.QueryInto(Both, buffer, 1024, 0, null, out _) == NtStatus.STATUS_SUCCESS ? 0 : 1;
        }));
        Assert.Equal(0, refused);
        Assert.Equal(queries, volume.Queries);
    }

    [Fact]
    public void ThreadsOnOneHandleShareTheEntriesAmongThem()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, Many("f", 3_000));
        volume.AddFolder(Mod, Many("g", 3_000));
        TestOverlay overlay = Lay(volume, Mod);
        for (int round = 0; round < 10; round++)
        {
            using ListingHandle handle = new(volume, overlay, Base, false) { IsShared = true };
            List<string>[] seen = [[], [], [], []];
            using Barrier start = new(seen.Length);
            RunThreads(seen.Length, i =>
            {
                start.SignalAndWait();
                seen[i].AddRange(handle.Names(length: 300 + 100 * i));
            });
            List<string> all = [.. seen.SelectMany(list => list)];
            Assert.Equal(6_002, all.Count);
            Assert.Equal(6_002, all.Distinct().Count());
        }

        Assert.Equal(0, volume.OpenHandles);
    }

    [Fact]
    public void RestartsQueriesOfAllClassesAndTheCloseAtOnce()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Base, Many("f", 200));
        volume.AddFolder(Mod, Many("g", 200));
        TestOverlay overlay = Lay(volume, Mod);
        for (int round = 0; round < 20; round++)
        {
            ListingHandle handle = new(volume, overlay, Base, false) { IsShared = true };
            RunThreads(4, i =>
            {
                var random = new Random(i);
                for (int call = 0; call < 200; call++)
                {
                    FILE_INFORMATION_CLASS informationClass = NaiveRecords.Classes[random.Next(NaiveRecords.Classes.Length)];
                    (NtStatus status, byte[] bytes) = handle.Query(informationClass, 2000,
                        random.Next(10) == 0 ? QueryFlags.SL_RESTART_SCAN : 0);
                    Assert.True(status is NtStatus.STATUS_SUCCESS or NtStatus.STATUS_NO_MORE_FILES);
                    Assert.True(!status.IsSuccess() || bytes.Length > 12);
                    if (i == 0 && call == 150)
                        handle.State.Dispose();
                }
            });
            handle.Dispose();
        }

        Assert.Equal(0, volume.OpenHandles);
        Assert.True(volume.Reopens > 0);
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public void TheProbeFindsOutHowTheSystemGoesOn(bool replaces, bool advances)
    {
        MemoryVolume volume = new() { RestartReplacesPattern = replaces, OverflowAdvances = advances };
        volume.AddFolder(Base, [File("game.exe", 1), File("other", 2)]);
        var source = new MemorySource(volume);
        Assert.True(ListingProbe.TryRun(ref source, Base, "GAME.EXE", out ListingBehaviour behaviour));
        Assert.Equal(new ListingBehaviour(replaces, advances), behaviour);
        Assert.Equal(0, volume.OpenHandles);
        Assert.False(ListingProbe.TryRun(ref source, Mod, "GAME.EXE", out behaviour));
        Assert.Equal(new ListingBehaviour(true, false), behaviour);
    }

    private static void RunThreads(int count, Action<int> run)
    {
        List<Exception> failures = [];
        Thread[] threads = [.. Enumerable.Range(0, count).Select(i => new Thread(() =>
        {
            try
            {
                run(i);
            }
            catch (Exception e)
            {
                lock (failures)
                    failures.Add(e);
            }
        }))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        Assert.Empty(failures);
    }

    private static (NtStatus Status, int Bytes) Result((NtStatus Status, byte[] Bytes) answer) => (answer.Status, answer.Bytes.Length);

    private static MemoryFile File(string name, long id) => new(name, false, id * 10, id * 100, id);

    private static MemoryFile Folder(string name, long id) => new(name, true, 0, id * 100, id);

    private static IEnumerable<MemoryFile> Many(string prefix, int count) =>
        Enumerable.Range(0, count).Select(i => File($"{prefix}{i:00000}.txt", i + 10));

    private static TestOverlay Lay(MemoryVolume volume, params string[] mods)
    {
        TestOverlay overlay = new();
        foreach (string mod in mods)
            overlay.Lay(volume, mod);
        return overlay;
    }
}
