using System.Collections.Concurrent;
using System.Diagnostics;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>Measurements of changes during a game: an added file, and a rebuild from the cached listings.</summary>
internal static class ChangeRows
{
    public static IEnumerable<Row> Measure(FolderTree tree, Effort effort)
    {
        FolderListing listing = tree.ToListing();
        VirtualFileSystem files = tree.Mount(listing, out int layer);
        foreach (Row row in MeasureRebuild(tree, files, layer, effort).Concat(MeasureAppend(tree, files, layer, effort)))
            yield return row;
        files.Dispose();
        GC.KeepAlive(listing);
    }

    private static IEnumerable<Row> MeasureRebuild(FolderTree tree, VirtualFileSystem files, int layer, Effort effort)
    {
        string[] sources = Managed.GetSources(tree);
        int[] layers = [layer];
        object? filled = null;
        var ours = new Contender("Reloaded VFS", times =>
        {
            for (int i = 0; i < times; i++)
                files.Reorder(layers);
            return files.Snapshot.PrefixCount;
        }, Prepare: _ => Managed.Collect());
        var alternative = new Contender("a Dictionary(OrdinalIgnoreCase) for each folder", times =>
        {
            for (int i = 0; i < times; i++)
                filled = Managed.FillFolders(tree, sources);
            return filled is null ? 0 : 1;
        }, Prepare: _ => Managed.Collect());
        IReadOnlyList<Measured> measured = Comparison.Measure(effort, ours, alternative);
        Target target = tree.Name == "windows" ? Target.Value(45) : Target.None;
        yield return Row.Of("rebuild from cached listings", tree.Name, tree.FileCount < 5000 ? "us" : "ms", measured[0], alternative.Name,
            measured[1], target);
    }

    private static IEnumerable<Row> MeasureAppend(FolderTree tree, VirtualFileSystem files, int layer, Effort effort)
    {
        int count = Math.Min(tree.FileCount * 2, effort.Most * 20);
        var random = new SeededRandom(2);
        string[] paths = [.. Enumerable.Range(0, count + 200)
            .Select(i => $@"{tree.GetPath(tree.Folders[random.Next(tree.Folders.Count)])}\appended {i:00000}.dds")];
        var known = new ConcurrentDictionary<string, string>(
            tree.GetFilePaths().Select(path => KeyValuePair.Create(path, tree.SourceFolder)), StringComparer.OrdinalIgnoreCase);
        // In two steps: the first two hundred warm up.
        Append(paths.AsSpan(0, 200));
        Thread.Sleep(200);
        (Measured ours, Measured alternative) = Append(paths.AsSpan(200));
        yield return Row.Of("append a file", tree.Name, "us", ours, "ConcurrentDictionary(OrdinalIgnoreCase)", alternative,
            Target.Value(1));
        yield return Row.Of("append a file, longest", tree.Name, "us", ours.Nanoseconds.Maximum / 1000,
            "ConcurrentDictionary(OrdinalIgnoreCase)", alternative.Nanoseconds.Maximum / 1000);

        (Measured Ours, Measured Alternative) Append(ReadOnlySpan<string> added)
        {
            Managed.Collect();
            double[] times = new double[added.Length], others = new double[added.Length];
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < added.Length; i++)
            {
                long began = Stopwatch.GetTimestamp();
                bool done = files.TryAppendFile(layer, added[i]);
                times[i] = Clock.NanosecondsSince(began);
                if (!done)
                    throw new InvalidOperationException($"{added[i]} could not be appended.");
            }

            long middle = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < added.Length; i++)
            {
                long began = Stopwatch.GetTimestamp();
                known.TryAdd(added[i], tree.SourceFolder);
                others[i] = Clock.NanosecondsSince(began);
            }

            long after = GC.GetAllocatedBytesForCurrentThread();
            return (new Measured(new Samples(times), (middle - before) / (double)added.Length),
                new Measured(new Samples(others), (after - middle) / (double)added.Length));
        }
    }
}
