using System.Collections.Frozen;
using System.Diagnostics;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Trees;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>The longest time that a reader waits for one answer while something else goes on in the process.</summary>
internal static class WaitRows
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(2);

    public static IEnumerable<Row> Measure(FolderTree tree, Effort effort)
    {
        var paths = new PathText(tree.GetFilePaths());
        FolderListing listing = tree.ToListing();
        VirtualFileSystem files = tree.Mount(listing, out int layer);
        var guard = new Lock();
        FrozenDictionary<string, string> managed = tree.GetFilePaths().ToFrozenDictionary(path => path, path => path, StringComparer.OrdinalIgnoreCase);
        var bySpan = managed.GetAlternateLookup<ReadOnlySpan<char>>();
        int[] layers = [layer];
        TimeSpan duration = effort.Total / 2;

        int Free(int i) => files.Current.Lookup(paths[i]).TargetNameLength;
        int Locked(int i)
        {
            lock (guard)
                return Free(i);
        }

        // What the machine does to a reader by itself: nothing else goes on.
        double alone = LongestWait(duration, paths.Count, Free, () => Thread.Sleep(Pause));
        yield return Row.Of("longest wait of a reader, nothing else going on", tree.Name, "us", alone);

        double ours = LongestWait(duration, paths.Count, Free, () => files.Reorder(layers));
        double locked = LongestWait(duration, paths.Count, Locked, () =>
        {
            lock (guard)
                files.Reorder(layers);
        });
        yield return Row.Of("longest wait of a reader, while rebuilding", tree.Name, "us", ours, "the same behind a lock", locked);

        // The trees aren't in the managed heap; what is there, the collector has to look at.
        ours = LongestWait(duration, paths.Count, Free, () => GC.Collect());
        double heap = LongestWait(duration, paths.Count, i => bySpan.TryGetValue(paths[i], out string? path) ? path.Length : 0, () => GC.Collect());
        yield return Row.Of("longest wait of a reader, while collecting", tree.Name, "us", ours, "FrozenDictionary(OrdinalIgnoreCase) by span", heap);
        files.Dispose();
        GC.KeepAlive(listing);
        GC.KeepAlive(managed);
    }

    private static double LongestWait(TimeSpan duration, int count, Func<int, int> read, Action disturb)
    {
        long sum = 0;
        // Compiled and at hand before it counts.
        for (int i = 0; i < count; i++)
            sum += read(i);
        Managed.Collect();
        bool stop = false;
        var writer = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
            {
                disturb();
                Thread.Sleep(Pause);
            }
        });
        writer.Start();
        long began = Stopwatch.GetTimestamp(), last = began, longest = 0;
        long end = began + (long)(duration.TotalSeconds * Stopwatch.Frequency);
        for (int i = 0; last < end; i = i + 1 < count ? i + 1 : 0)
        {
            sum += read(i);
            long now = Stopwatch.GetTimestamp();
            longest = Math.Max(longest, now - last);
            last = now;
        }
        Volatile.Write(ref stop, true);
        writer.Join();
        GC.KeepAlive(sum);
        return Clock.ToNanoseconds(longest) / 1000;
    }
}
