using System.Diagnostics;
using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Structures;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTree;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTreeManager;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>
/// Measurements of changes during a game: a rebuild from the cached listings, and an added file. Neither side reads the disk.
/// </summary>
internal static class PeerChangeRows
{
    /// <summary>
    /// The number of files that this project adds for each of the peer's, because the peer takes as long for one as for a rebuild.
    /// </summary>
    private const int PerTurn = 100;

    public static IEnumerable<Row> Measure(FolderTree tree, Effort effort)
    {
        FolderListing listing = tree.ToListing();
        VirtualFileSystem files = tree.Mount(listing, out int layer);
        FolderRedirection cached = new PeerInput(tree, withFolders: true, rooted: true).CreateListing();
        RedirectionTreeManager manager = PeerInput.CreateManager(cached);
        foreach (Row row in MeasureRebuild(tree, files, layer, manager, cached, effort)
            .Concat(MeasureAppend(tree, files, layer, manager, effort)))
            yield return row;
        files.Dispose();
        GC.KeepAlive(listing);
    }

    private static IEnumerable<Row> MeasureRebuild(FolderTree tree, VirtualFileSystem files, int layer, RedirectionTreeManager manager,
        FolderRedirection cached, Effort effort)
    {
        int[] layers = [layer];
        object? built = null;
        var ours = new Contender("Reloaded VFS", times =>
        {
            for (int i = 0; i < times; i++)
                files.Reorder(layers);
            return files.Snapshot.PrefixCount;
        }, Prepare: _ => Managed.Collect());
        var peer = new Contender(PeerRun.Name, times =>
        {
            for (int i = 0; i < times; i++)
                PeerInput.Rebuild(manager);
            return manager.Lookup.Prefix.Length;
        }, Prepare: _ => Managed.Collect());
        var clean = new Contender($"{PeerRun.Name}, of the listing's names alone", times =>
        {
            for (int i = 0; i < times; i++)
            {
                var first = RedirectionTree<RedirectionTreeTarget>.Create();
                PeerInput.Fill(first, cached);
                built = new LookupTree<RedirectionTreeTarget>(first);
            }

            return built is null ? 0 : 1;
        }, Prepare: _ => Managed.Collect());
        IReadOnlyList<Measured> measured = Comparison.Measure(effort, ours, peer, clean);
        string unit = tree.FileCount < 5000 ? "us" : "ms";
        Target target = Target.Ratio(tree.Name == "windows" ? Math.Round(45 / 130.0, 2) : 1);
        double? absolute = tree.Name == "windows" ? 45 : null;
        foreach ((string name, Measured other) in new[] { (peer.Name, measured[1]), (clean.Name, measured[2]) })
        {
            Row row = Row.Of("rebuild from cached listings", tree.Name, unit, measured[0], name, other, target);
            yield return row with { ValueTarget = absolute };
        }
    }

    private static IEnumerable<Row> MeasureAppend(FolderTree tree, VirtualFileSystem files, int layer, RedirectionTreeManager manager,
        Effort effort)
    {
        int turns = effort.Fewest;
        var random = new SeededRandom(2);
        string[] names = [.. Enumerable.Range(0, (turns + 10) * PerTurn).Select(i =>
        {
            TreeFolder folder = tree.Folders[random.Next(tree.Folders.Count)];
            return $@"{(folder.Path.Length == 0 ? "" : $@"\{folder.Path}")}\appended {i:00000}.dds";
        })];
        double[] times = new double[turns], others = new double[turns];
        double longest = 0;
        long allocated = 0, othersAllocated = 0;
        // The first turns warm up.
        for (int turn = -10; turn < turns; turn++)
        {
            ReadOnlySpan<string> added = names.AsSpan((turn + 10) * PerTurn, PerTurn);
            double[] single = new double[PerTurn];
            string[] paths = [.. added.ToArray().Select(name => tree.VirtualFolder + name)];
            var redirection = new FileRedirection(PeerInput.ToPeer(paths[0], rooted: true),
                PeerInput.ToPeer(tree.SourceFolder + added[0], rooted: true));
            Managed.Collect();
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < PerTurn; i++)
            {
                long began = Stopwatch.GetTimestamp();
                bool done = files.TryAppendFile(layer, paths[i]);
                single[i] = Clock.NanosecondsSince(began);
                if (!done)
                    throw new InvalidOperationException($"{paths[i]} could not be appended.");
            }

            long middle = GC.GetAllocatedBytesForCurrentThread();
            long start = Stopwatch.GetTimestamp();
            manager.AddFileRedirection(redirection);
            double other = Clock.NanosecondsSince(start);
            long after = GC.GetAllocatedBytesForCurrentThread();
            CheckAppended(files, manager, paths[0]);
            if (turn < 0)
                continue;
            times[turn] = new Samples(single).Median;
            longest = Math.Max(longest, single.Max());
            others[turn] = other;
            allocated += middle - before;
            othersAllocated += after - middle;
        }

        Measured ours = new(new Samples(times), allocated / (double)(turns * PerTurn)),
            peer = new(new Samples(others), othersAllocated / (double)turns);
        yield return Row.Of("append a file", $"{tree.Name}, medians of {PerTurn}", "us", ours, PeerRun.Name, peer, Target.Value(1));
        yield return Row.Of("append a file, longest", $"{tree.Name}, of {turns * PerTurn} and {turns}", "us", longest / 1000, PeerRun.Name,
            peer.Nanoseconds.Maximum / 1000, Target.Ratio(1));
    }

    /// <summary>Checks that both sides have an added file.</summary>
    private static void CheckAppended(VirtualFileSystem files, RedirectionTreeManager manager, string path)
    {
        char[] buffer = new char[1024];
        Snapshot snapshot = files.Snapshot;
        LookupResult found = snapshot.Lookup(path);
        if (found.Kind != LookupKind.File || !manager.TryGetFile(PeerInput.ToPeer(path, rooted: true), out RedirectionTreeTarget target))
            throw new InvalidOperationException($"{path} was added and isn't there.");
        found.CopyBacking(buffer);
        PeerCheck.SameTarget(buffer.AsSpan(0, found.BackingLength), target.GetFullPath());
        GC.KeepAlive(snapshot);
    }
}
