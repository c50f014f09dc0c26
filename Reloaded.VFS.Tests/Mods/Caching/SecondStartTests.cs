using System.Globalization;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Testing;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Mods.Caching;

/// <summary>Whatever changes between two starts, the second sees what one sees that knows nothing of the first.</summary>
public sealed class SecondStartTests(ITestOutputHelper output) : IDisposable
{
    // Longer than a tick of the clock that file systems take their times from: the margin, which is that in real starts, is none here.
    private const int Tick = 12;

    // Changes to one tree; the next begins with another.
    private const int PerWorld = 50;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private string Mods => _folder.At("game/rvfs/mods");

    private string File => CacheFiles.Of(Mods)!;

    /// <summary><c>RVFS_CHANGES</c> is how many; 300 by default.</summary>
    private static int Changes =>
        int.TryParse(Environment.GetEnvironmentVariable("RVFS_CHANGES"), CultureInfo.InvariantCulture, out int count) ? count : 300;

    [LinuxFact]
    public void SeesWhatAFreshScanSeesAfterRandomChanges()
    {
        (int wrong, int confirmed, int changed) = Run(LinuxFolders.Instance, Changes, failure => Assert.Fail(failure));
        output.WriteLine($"{Changes} changes: {confirmed} folders were as they were, {changed} weren't");
        Assert.Equal(0, wrong);
        // Cached folders that are never used would always be right.
        Assert.True(confirmed > changed, $"{confirmed} folders confirmed, {changed} not");
    }

    [LinuxFact]
    public void WouldBeWrongWithoutTheTimeOfTheLastChange() =>
        Assert.Contains(Enumerable.Range(0, 6), world => Run(new WithoutChange(), PerWorld, _ => { }, world * PerWorld).Wrong > 0);

    private (int Wrong, int Confirmed, int Changed) Run(IFolderFacts facts, int count, Action<string> fail, int first = 0)
    {
        int wrong = 0, confirmed = 0, changed = 0;
        for (int done = first; done < first + count; done += PerWorld)
        {
            using var folder = new TemporaryFolder();
            var mods = folder.At("game/rvfs/mods");
            var changes = new RandomChanges(done, mods, folder.At("outside"));
            var random = new Random(done);
            for (int i = 0; i < PerWorld; i++)
            {
                Thread.Sleep(Tick);
                if (i == 0 || random.Next(4) > 0)
                    Assert.True(FolderCacheWriter.Run(mods, facts, fewest: 0, margin: TimeSpan.Zero));
                Thread.Sleep(Tick);
                changes.Change();
                using CachedMods cached = new(mods, facts);
                string fresh = Describe(mods, null), second = Describe(mods, cached);
                confirmed += cached.Confirmed;
                changed += cached.Changed;
                if (fresh == second)
                    continue;
                wrong++;
                fail($"world {done}, change {i} ({changes.Last}):\n{Difference(fresh, second)}");
            }
        }

        return (wrong, confirmed, changed);
    }

    private static string Difference(string fresh, string second)
    {
        string[] there = fresh.Split('\n'), seen = second.Split('\n');
        return $"not seen: {string.Join(", ", there.Except(seen))}\nseen: {string.Join(", ", seen.Except(there))}";
    }

    /// <summary>What a start sees: mods, their folders and files in their order, what they hide, what there is to tell.</summary>
    private static string Describe(string mods, CachedMods? cached)
    {
        string game = Path.GetDirectoryName(Path.GetDirectoryName(mods))!;
        var set = ModSet.Load(new VfsConfiguration { Targets = [game], Mods = mods }, cached);
        List<string> lines = [.. set.Diagnostics.Select(d => d.ToString())];
        foreach (LoadedMod mod in set.Mods)
        {
            lines.Add($"{mod.Mod.Name} {mod.Mod.State}");
            if (mod.Listing is { } listing)
                lines.AddRange(Paths(mod.Mod.Name, listing));
            // As it is under Wine, where no link shows.
            FolderScan blind = FolderScanner.Scan(mod.Mod.Name, mod.Mod.Folder, new ScanOptions(["**"]) { SeesLinks = false }, null,
                cached?.Find(mod.Mod.Name) is { } known ? known with { IsUnmoved = false } : null);
            lines.AddRange(blind.Diagnostics.Select(d => d.ToString()));
            if (blind.Listing is { } all)
                lines.AddRange(Paths("all of " + mod.Mod.Name, all));
        }

        return string.Join('\n', lines);
    }

    private static IEnumerable<string> Paths(string mod, FolderListing listing)
    {
        for (int folder = 0; folder < listing.FolderCount; folder++)
        {
            string path = string.Join('/', [mod, .. ListingSearch.GetNames(listing, folder)]);
            yield return path;
            (int first, int count) = listing.GetFiles(folder);
            for (int file = first; file < first + count; file++)
                yield return $"{path}/{listing.GetFileName(file)}";
        }

        foreach (HiddenName hidden in listing.Hides.Names)
            yield return $"{mod} hides {hidden}";
        foreach (HiddenName left in listing.Hides.LeftOut)
            yield return $"{mod} leaves out {left}";
    }

    /// <summary>Mods that are links, and mods with a link directly in them, as an import makes them.</summary>
    [LinuxFact]
    public void WhatALinkLeadsToIsConfirmedAsLongAsItIsTheSame()
    {
        foreach (string outside in (string[])["a", "b", "c"])
        {
            for (int i = 0; i < 10; i++)
                _folder.File($"outside/{outside}/deep/d{i}/{outside}.txt");
        }

        _folder.Folder("game/rvfs/mods/linked inside");
        _folder.Folder("game/rvfs/mods/up");
        string whole = _folder.At("game/rvfs/mods/whole"), inner = _folder.At("game/rvfs/mods/linked inside/files");
        Directory.CreateSymbolicLink(whole, _folder.At("outside/a"));
        Directory.CreateSymbolicLink(inner, _folder.At("outside/b"));
        Directory.CreateSymbolicLink(_folder.At("game/rvfs/mods/up/files"), "../..");
        Directory.CreateSymbolicLink(_folder.At("game/rvfs/mods/up/file"), _folder.At("outside/a/deep/d0/a.txt"));
        Directory.CreateSymbolicLink(_folder.At("game/rvfs/mods/up/dead"), _folder.At("outside/none"));
        (Action Change, int Least)[] changes =
        [
            (() => { }, 24),
            (() => _folder.File("outside/b/deep/d3/new.txt"), 22),
            (() => _folder.File("outside/a/deep/d3/deeper/new.txt"), 22),
            (() => _folder.File("outside/a/deep/d4/a.txt", "other"), 24),
            (() => Retarget(inner, _folder.At("outside/c")), 12),
            (() => Retarget(inner, _folder.At("outside/b")), 12),
            (() => { Directory.Move(_folder.At("outside/a"), _folder.At("outside/x")); Directory.Move(_folder.At("outside/c"), _folder.At("outside/a")); }, 12),
            (() => Directory.CreateSymbolicLink(_folder.At("outside/b/deep/again"), ".."), 20),
            (() => Retarget(whole, "/"), 0),
        ];
        foreach ((Action change, int least) in changes[..^1])
        {
            Thread.Sleep(Tick);
            Assert.True(FolderCacheWriter.Run(Mods, LinuxFolders.Instance, fewest: 0, margin: TimeSpan.Zero));
            Thread.Sleep(Tick);
            change();
            using CachedMods cached = new(Mods, LinuxFolders.Instance);
            Assert.Equal(Describe(Mods, null), Describe(Mods, cached));
            Assert.True(cached.Confirmed >= least, $"{cached.Confirmed} folders, at least {least} wanted");
        }

        // What contains the mods folder isn't walked through.
        changes[^1].Change();
        Assert.True(FolderCacheWriter.Run(Mods, LinuxFolders.Instance, fewest: 0, margin: TimeSpan.Zero));

        static void Retarget(string link, string target)
        {
            System.IO.File.Delete(link);
            Directory.CreateSymbolicLink(link, target);
        }
    }

    [LinuxFact]
    public void TwoProcessesKeepTheSameFoldersAtOnce()
    {
        var changes = new RandomChanges(1, Mods, _folder.At("outside"));
        for (int round = 0; round < 20; round++)
        {
            Thread.Sleep(Tick);
            Thread[] keepers = [.. Enumerable.Range(0, 4).Select(_ => new Thread(
                () => FolderCacheWriter.Run(Mods, LinuxFolders.Instance, fewest: 0, margin: TimeSpan.Zero)))];
            Array.ForEach(keepers, keeper => keeper.Start());
            Array.ForEach(keepers, keeper => keeper.Join());
            Thread.Sleep(Tick);
            changes.Change();
            using CachedMods cached = new(Mods, LinuxFolders.Instance);
            Assert.Equal(Describe(Mods, null), Describe(Mods, cached));
            Assert.Empty(Directory.GetFiles(_folder.At("game/rvfs"), "*.tmp"));
        }
    }

    [LinuxFact]
    public void WhatIsKeptDoesntDependOnThreads()
    {
        var random = new Random(5);
        List<string> folders = ["game/rvfs/mods/mod"];
        while (folders.Count < 300)
        {
            folders.Add($"{folders[random.Next(folders.Count)]}/{folders.Count}");
            _folder.File($"{folders[^1]}/file {random.Next()}");
        }

        Directory.CreateSymbolicLink(_folder.At($"{folders[150]}/link"), "..");
        Thread.Sleep(Tick);
        byte[] Write(int threads)
        {
            Assert.True(FolderCacheWriter.Run(Mods, new Pausing(), fewest: 0, margin: TimeSpan.Zero, threads));
            return System.IO.File.ReadAllBytes(File);
        }

        byte[] alone = Write(1);
        for (int round = 0; round < 5; round++)
        {
            // Once what was cached is confirmed, and once it is read.
            Assert.Equal(alone, Write(4));
            System.IO.File.Delete(File);
            Assert.Equal(alone, Write(4));
        }

        using CachedMods cached = new(Mods, LinuxFolders.Instance);
        Assert.Equal(Describe(Mods, null), Describe(Mods, cached));
        // The one with the link, twice: links are seen, and not seen.
        Assert.Equal(2, cached.Changed);
    }

    [LinuxFact]
    public void AFolderThatHasJustChangedIsNotTrusted()
    {
        _folder.File("game/rvfs/mods/mod/data/a");
        Assert.True(FolderCacheWriter.Run(Mods, LinuxFolders.Instance, fewest: 0));
        using (CachedMods cached = new(Mods, LinuxFolders.Instance))
        {
            Assert.Equal(Describe(Mods, null), Describe(Mods, cached));
            Assert.Equal(0, cached.Confirmed);
        }

        Thread.Sleep(2100);
        Assert.True(FolderCacheWriter.Run(Mods, LinuxFolders.Instance, fewest: 0));
        using (CachedMods cached = new(Mods, LinuxFolders.Instance))
        {
            Describe(Mods, cached);
            Assert.Equal(0, cached.Changed);
        }
    }

    [LinuxFact]
    public void WhatHasntChangedIsntWrittenAgain()
    {
        new RandomChanges(2, Mods, _folder.At("outside")).Change();
        Thread.Sleep(Tick);
        Assert.True(FolderCacheWriter.Run(Mods, LinuxFolders.Instance, fewest: 0, margin: TimeSpan.Zero));
        FolderStamp? folder = LinuxFolders.Instance.Find(_folder.At("game/rvfs"), withId: false);
        Thread.Sleep(Tick);
        Assert.True(FolderCacheWriter.Run(Mods, LinuxFolders.Instance, fewest: 0, margin: TimeSpan.Zero));
        Assert.Equal(folder, LinuxFolders.Instance.Find(_folder.At("game/rvfs"), withId: false));
    }

    [LinuxFact]
    public void FewFoldersAreNotKept()
    {
        _folder.File("game/rvfs/mods/mod/data/a");
        Assert.True(FolderCacheWriter.Run(Mods, LinuxFolders.Instance, fewest: 0));
        Assert.False(FolderCacheWriter.Run(Mods, LinuxFolders.Instance));
        Assert.False(System.IO.File.Exists(File));
    }

    [LinuxFact]
    public void AFolderThatCantBeWrittenMeansThatNothingIsKept()
    {
        _folder.File("game/rvfs/mods/mod/data/a");
        Directory.CreateDirectory(File);
        Assert.False(FolderCacheWriter.Run(Mods, LinuxFolders.Instance, fewest: 0));
        Assert.Null(CachedFolders.Open(File, LinuxFolders.Instance));
    }

    private sealed class Pausing : IFolderFacts
    {
        public FolderStamp? Find(string folder, bool withId) => LinuxFolders.Instance.Find(folder, withId);

        public bool IsTrusted(string folder) => LinuxFolders.Instance.IsTrusted(folder);

        public ulong? FindVolume(string folder) => LinuxFolders.Instance.FindVolume(folder);

        public string? FindReal(string folder) => LinuxFolders.Instance.FindReal(folder);

        public bool TryList(string folder, FolderFactAction action)
        {
            if (Random.Shared.Next(10) == 0)
                Thread.Sleep(1);
            return LinuxFolders.Instance.TryList(folder, action);
        }
    }

    private sealed class WithoutChange : IFolderFacts
    {
        public FolderStamp? Find(string folder, bool withId) =>
            LinuxFolders.Instance.Find(folder, withId) is { } stamp ? stamp with { Change = 1 } : null;

        public bool IsTrusted(string folder) => LinuxFolders.Instance.IsTrusted(folder);

        public ulong? FindVolume(string folder) => LinuxFolders.Instance.FindVolume(folder);

        public string? FindReal(string folder) => LinuxFolders.Instance.FindReal(folder);

        public bool TryList(string folder, FolderFactAction action) => LinuxFolders.Instance.TryList(folder, action);
    }
}
