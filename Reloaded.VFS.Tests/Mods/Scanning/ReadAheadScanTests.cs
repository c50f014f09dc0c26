using System.Collections.Concurrent;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Reading;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Scanning;

/// <summary>Tests that a scan whose folders several threads read finds the same as one thread, in the same order.</summary>
public sealed class ReadAheadScanTests
{
    private const int Threads = 4;

    public static TheoryData<int> Seeds => [.. Enumerable.Range(0, 12)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void FindsWhatOneThreadFinds(int seed)
    {
        using var folder = new TemporaryFolder();
        Lay(folder, new Random(seed));
        foreach (bool seesLinks in new[] { true, false })
        {
            var alone = new Reader(folder.Root, seed);
            string expected = Describe(Scan(folder, alone, seesLinks, threads: 1));
            Assert.Contains("can't be read", expected);
            for (int round = 0; round < 4; round++)
            {
                var together = new Reader(folder.Root, seed) { Pauses = true };
                Assert.Equal(expected, Describe(Scan(folder, together, seesLinks, Threads)));
                // No folder is read needlessly, and none twice.
                Assert.Equal(alone.Read, together.Read);
            }
        }
    }

    [Fact]
    public void FoldersThatVanishMeanwhileCostOnlyWhatIsInThem()
    {
        using var folder = new TemporaryFolder();
        for (int i = 0; i < 200; i++)
        {
            for (int j = 0; j < 3; j++)
                folder.File($"mod/{i:000}/inner {j}/file");
        }

        using var begun = new ManualResetEventSlim();
        var deleter = new Thread(() =>
        {
            begun.Wait();
            for (int i = 199; i >= 0; i -= 2)
                Directory.Delete(folder.At($"mod/{i:000}"), recursive: true);
        });
        deleter.Start();
        int count = 0;
        FolderScan scan = Scan(folder, (path, action) =>
        {
            begun.Set();
            if (Interlocked.Increment(ref count) % 8 == 0)
                Thread.Sleep(1);
            return FolderReader.TryRead(path, action);
        }, seesLinks: true, Threads);
        deleter.Join();
        string[] paths = [.. Paths(scan.Listing!)];
        for (int i = 0; i < 200; i += 2)
        {
            for (int j = 0; j < 3; j++)
                Assert.Contains($"/{i:000}/inner {j}/file", paths);
        }

        Assert.All(scan.Diagnostics.SkipLast(1), d => Assert.Contains("it isn't there", d.Cause));
    }

    [Fact]
    public void AFaultThatIsntTheDisksIsThrown()
    {
        using var folder = new TemporaryFolder();
        for (int i = 0; i < 100; i++)
            folder.File($"mod/{i}/file");
        Assert.Throws<InvalidOperationException>(() => Scan(folder, (path, action) =>
            path.EndsWith("77", StringComparison.Ordinal) ? throw new InvalidOperationException() : FolderReader.TryRead(path, action),
            seesLinks: true, Threads));
    }

    private static FolderScan Scan(TemporaryFolder folder, Reader reader, bool seesLinks, int threads) =>
        Scan(folder, reader.TryRead, seesLinks, threads);

    private static FolderScan Scan(TemporaryFolder folder, Func<string, FolderEntryAction, Exception?> read, bool seesLinks, int threads)
    {
        FolderScan? scan = null;
        var options = new ScanOptions(["**/preview.png"]) { SeesLinks = seesLinks, Read = read };
        ReadThreads.ForEach(1, threads, (_, all) => scan = FolderScanner.Scan("M", folder.At("mod"), options, threads: all));
        return scan!;
    }

    private static void Lay(TemporaryFolder folder, Random random)
    {
        List<string> folders = ["mod"];
        string[] names = ["readme.txt", "preview.png", "desktop.ini", "x.rvfshide", "y.mohidden", "a.tmp", "Größe.dat"];
        while (folders.Count < 250)
        {
            string parent = folders[random.Next(Math.Max(folders.Count - 60, 0), folders.Count)];
            string path = $"{parent}/{(random.Next(20) == 0 ? ".git" : $"{(char)('a' + random.Next(26))} {folders.Count}")}";
            folder.Folder(path);
            folders.Add(path);
            for (int files = random.Next(6); files > 0; files--)
                folder.File($"{path}/{(random.Next(4) == 0 ? names[random.Next(names.Length)] : $"f{random.Next(1000)}")}");
            if (OperatingSystem.IsWindows())
                continue;
            if (random.Next(15) == 0)
                folder.File($"{path}/TWIN{folders.Count}");
            if (random.Next(15) == 0)
                folder.File($"{path}/twin{folders.Count}/file");
            if (random.Next(30) == 0)
                Directory.CreateSymbolicLink(folder.At($"{path}/up"), random.Next(2) == 0 ? ".." : ".");
            if (random.Next(30) == 0)
                folder.File($"{path}/bad:name");
        }
    }

    private static string Describe(FolderScan scan) =>
        string.Join('\n', [.. scan.Diagnostics.Select(d => d.ToString()), .. Paths(scan.Listing!)]);

    private static IEnumerable<string> Paths(FolderListing listing)
    {
        for (int i = 0; i < listing.FolderCount; i++)
        {
            string path = string.Concat(ListingSearch.GetNames(listing, i).Select(name => "/" + name));
            yield return path;
            (int first, int count) = listing.GetFiles(i);
            for (int file = first; file < first + count; file++)
                yield return $"{path}/{listing.GetFileName(file)}";
        }

        foreach (HiddenName hidden in listing.Hides.Names)
            yield return $"hides {hidden}";
        foreach (HiddenName left in listing.Hides.LeftOut)
            yield return $"leaves out {left}";
    }

    /// <summary>Lists real folders, and refuses some: before the first name, or in their middle.</summary>
    private sealed class Reader(string root, int seed)
    {
        private readonly ConcurrentBag<string> _read = [];

        /// <summary>Gets a value indicating whether each folder and each scan takes another time.</summary>
        public bool Pauses { get; init; }

        public IEnumerable<string> Read => _read.Order(StringComparer.Ordinal);

        public Exception? TryRead(string path, FolderEntryAction action)
        {
            _read.Add(path);
            if (Pauses && Random.Shared.Next(10) == 0)
                Thread.Sleep(Random.Shared.Next(3));
            string name = Path.GetRelativePath(root, path);
            int chance = (int)((uint)name.Aggregate(seed, (sum, c) => unchecked((sum * 31) + c)) % 40);
            if (name == "mod" || chance > 2)
                return FolderReader.TryRead(path, action);
            int left = chance == 2 ? 2 : 0;
            FolderReader.TryRead(path, (n, isFolder, isLink) =>
            {
                if (left-- > 0)
                    action(n, isFolder, isLink);
            });
            return chance == 0 ? new UnauthorizedAccessException() : new DirectoryNotFoundException();
        }
    }
}
