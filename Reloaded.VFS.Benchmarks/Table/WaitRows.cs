using System.Collections.Frozen;
using System.Diagnostics;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>
/// Measurements of a reader's waits for one answer during other work in the process: the longest wait in each run of the work.
/// </summary>
/// <remarks>
/// The median of these waits shows the effect of the work on readers; the longest of all is often the operating system's, which gives the
/// core to another thread.
/// </remarks>
internal static class WaitRows
{
    private const int Appended = 100;

    /// <summary>The pause between two runs of the work.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(2);

    public static IEnumerable<Row> Measure(FolderTree tree, Effort effort)
    {
        var paths = new PathText(tree.GetFilePaths());
        FolderListing listing = tree.ToListing();
        VirtualFileSystem files = tree.Mount(listing, out int layer);
        var guard = new Lock();
        FrozenDictionary<string, string> managed = tree.GetFilePaths()
            .ToFrozenDictionary(path => path, path => path, StringComparer.OrdinalIgnoreCase);
        var bySpan = managed.GetAlternateLookup<ReadOnlySpan<char>>();
        int[] layers = [layer];
        var random = new SeededRandom(4);
        int added = 0;

        int Free(int i) => files.Snapshot.Lookup(paths[i]).BackingNameLength;
        int Locked(int i)
        {
            lock (guard)
                return Free(i);
        }

        void Rebuild() => files.Reorder(layers);
        void Append()
        {
            for (int i = 0; i < Appended; i++)
                files.TryAppendFile(layer, $@"{tree.GetPath(tree.Folders[random.Next(tree.Folders.Count)])}\late {added++}.dds");
        }

        void WithLock(Action action)
        {
            lock (guard)
                action();
        }

        // The machine's own effect on a reader.
        foreach (Row row in Rows("nothing else going on", () => Thread.Sleep(10), Free))
            yield return row;
        foreach (Row row in Rows("while rebuilding", Rebuild, Free, "the same behind a lock", () => WithLock(Rebuild), Locked))
            yield return row;
        foreach (Row row in WaitTrace.Measure("while rebuilding", tree.Name, 2 * effort.Fewest, paths.Count, Free, Rebuild))
            yield return row;
        foreach (Row row in Rows($"while {Appended} files are appended", Append, Free, "the same behind a lock",
            () => WithLock(Append), Locked))
            yield return row;
        // The trees aren't in the managed heap; the collector has to visit what is.
        foreach (Row row in Rows("while collecting", GC.Collect, Free, "FrozenDictionary(OrdinalIgnoreCase) by span", GC.Collect,
            i => bySpan.TryGetValue(paths[i], out string? path) ? path.Length : 0))
        {
            yield return row;
        }

        files.Dispose();
        GC.KeepAlive(listing);
        GC.KeepAlive(managed);

        IEnumerable<Row> Rows(string what, Action disturb, Func<int, int> read, string? name = null, Action? otherDisturb = null,
            Func<int, int>? otherRead = null)
        {
            const int turns = 2;
            var ours = new List<double>();
            var others = new List<double>();
            for (int turn = 0; turn < turns; turn++)
            {
                ours.AddRange(LongestWaits(effort.Fewest, paths.Count, read, disturb));
                if (otherDisturb is not null)
                    others.AddRange(LongestWaits(effort.Fewest, paths.Count, otherRead!, otherDisturb));
            }

            Measured? other = name is null ? null : new Measured(new Samples(others), 0);
            yield return Row.Of($"longest wait of a reader, {what}", $"{tree.Name}, each time", "us", new Measured(new Samples(ours), 0),
                name, other)
                with
            { AllocatedBytes = null, AlternativeAllocatedBytes = null };
            yield return Row.Of($"longest wait of a reader, {what}", $"{tree.Name}, of {ours.Count} times", "us", ours.Max() / 1000, name,
                name is null ? null : others.Max() / 1000);
        }
    }

    /// <summary>Returns the longest wait in nanoseconds for each run of the disturbance.</summary>
    private static double[] LongestWaits(int times, int count, Func<int, int> read, Action disturb)
    {
        long sum = 0;
        // Compiles the code and loads the caches before measuring.
        for (int i = 0; i < count; i++)
            sum += read(i);
        Managed.Collect();
        long[] longest = new long[times];
        // Odd during the disturbance.
        int phase = 0;
        var disturber = new Thread(() =>
        {
            for (int time = 0; time < times; time++)
            {
                Thread.Sleep(Pause);
                Volatile.Write(ref phase, (2 * time) + 1);
                disturb();
                Volatile.Write(ref phase, (2 * time) + 2);
            }
        });
        disturber.Start();
        long last = Stopwatch.GetTimestamp();
        for (int i = 0, before = 0; before < 2 * times; i = i + 1 < count ? i + 1 : 0)
        {
            sum += read(i);
            long now = Stopwatch.GetTimestamp();
            int after = Volatile.Read(ref phase);
            // Every run of the disturbance that overlaps this wait.
            for (int time = before / 2; time <= (after - 1) / 2 && after > 0; time++)
                longest[time] = Math.Max(longest[time], now - last);
            (before, last) = (after, now);
        }

        disturber.Join();
        GC.KeepAlive(sum);
        return [.. longest.Select(Clock.ToNanoseconds)];
    }
}
