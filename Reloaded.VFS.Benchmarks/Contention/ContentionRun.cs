using System.Diagnostics;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>
/// Measurements of readers that look paths up continuously while a writer adds a file every millisecond and rebuilds everything every 50:
/// in this design, and with the same tree behind locks of several kinds.
/// </summary>
public sealed class ContentionRun(FolderTree tree, TimeSpan duration)
{
    public static readonly int[] ThreadCounts = [1, 2, 4, 8, 16];

    /// <summary>Shorter times without a finished look-up aren't recorded.</summary>
    private static readonly TimeSpan LeastGap = TimeSpan.FromMicroseconds(10);

    private static readonly long s_gap = (long)(LeastGap.TotalSeconds * Stopwatch.Frequency);

    private readonly PathText _paths = new(tree.GetFilePaths());

    /// <summary>Measures all designs with each number of readers.</summary>
    public IEnumerable<ContentionRow> Measure(IReadOnlyList<int> threads, Action<string> say)
    {
        foreach (int count in threads)
        {
            say($"{count} readers");
            yield return Measure<NoGuard>("this design", count);
            yield return Measure<LockGuard>("lock", count);
            yield return Measure<ReaderWriterGuard>("ReaderWriterLockSlim", count);
            yield return Measure<DotNetSpinGuard>("SpinLock", count);
            yield return Measure<PlainSpinGuard>("plain spin lock", count);
            yield return Measure<YieldingSpinGuard>("spin lock with pause and yield", count);
            yield return Measure<TicketGuard>("ticket lock", count);
        }
    }

    private ContentionRow Measure<TGuard>(string design, int threads)
        where TGuard : struct, IGuard
    {
        using VirtualFileSystem files = tree.Mount(tree.ToListing(), out int layer);
        Managed.Collect();
        var shared = new Shared<TGuard>(files);
        Reader<TGuard>[] readers = [.. Enumerable.Range(0, threads)
            .Select(i => new Reader<TGuard>(shared, _paths, i * (_paths.Count / threads), (int)(2 * duration / LeastGap) + 2))];
        Thread[] all = [.. readers.Select(reader => new Thread(reader.Run)), new Thread(() => shared.Write(tree, layer))];
        foreach (Thread thread in all)
            thread.Start();
        // By then all code is compiled and every reader has had an answer; counts up to here are discarded.
        Thread.Sleep(duration / 4);
        for (long waited = Stopwatch.GetTimestamp(); readers.Any(reader => !reader.HasBegun)
            && Stopwatch.GetElapsedTime(waited) < 10 * duration;)
            Thread.Sleep(1);
        Volatile.Write(ref shared.Measuring, true);
        long began = Stopwatch.GetTimestamp();
        Thread.Sleep(duration);
        Volatile.Write(ref shared.Measuring, false);
        double seconds = Clock.NanosecondsSince(began) / 1e9;
        Volatile.Write(ref shared.Stop, true);
        foreach (Thread thread in all)
            thread.Join();

        long lookups = readers.Sum(reader => reader.Lookups);
        // Excludes the time before the first look-up and after the last one.
        IEnumerable<double> idle = Gaps.Intersect([.. readers.Select(reader => reader.Gaps)])
            .Where(gap => gap.From > 0 && gap.To < long.MaxValue)
            .Select(gap => Clock.ToNanoseconds(gap.To - gap.From));
        return new ContentionRow(design, threads, lookups / seconds,
            readers.Sum(reader => Clock.ToNanoseconds(reader.Ticks)) / Math.Max(lookups, 1),
            Longest(readers.SelectMany(reader => reader.LongestWaits)), Longest(idle), shared.Appended, shared.Republished);
    }

    private static double[] Longest(IEnumerable<double> values) => [.. values.Concat([0, 0, 0, 0]).OrderDescending().Take(4)];

    /// <summary>The state shared by the readers and the writer.</summary>
    private sealed class Shared<TGuard>
        where TGuard : struct, IGuard
    {
        public readonly VirtualFileSystem Files;
        public TGuard Guard = default;
        public bool Measuring;
        public bool Stop;
        public int Appended;
        public int Republished;

        public Shared(VirtualFileSystem files)
        {
            Files = files;
            Guard.Create();
        }

        public void Write(FolderTree tree, int layer)
        {
            int[] layers = [layer];
            var random = new SeededRandom(5);
            for (int i = 0; !Volatile.Read(ref Stop); i++)
            {
                string path = $@"{tree.GetPath(tree.Folders[random.Next(tree.Folders.Count)])}\added {i}.dds";
                Guard.EnterWrite();
                Files.TryAppendFile(layer, path);
                if (i % 50 == 49)
                    Files.Reorder(layers);
                Guard.ExitWrite();
                if (Volatile.Read(ref Measuring))
                {
                    Appended++;
                    Republished += i % 50 == 49 ? 1 : 0;
                }

                Thread.Sleep(1);
            }
        }
    }

    private sealed class Reader<TGuard>(Shared<TGuard> shared, PathText paths, int first, int gaps)
        where TGuard : struct, IGuard
    {
        private readonly PriorityQueue<double, double> _longest = new();
        private long _sum;
        private bool _hasBegun;

        public long Lookups { get; private set; }

        public long Ticks { get; private set; }

        public Gaps Gaps { get; } = new(gaps);

        public bool HasBegun => Volatile.Read(ref _hasBegun);

        public IEnumerable<double> LongestWaits => _longest.UnorderedItems.Select(item => item.Element);

        public void Run()
        {
            for (int i = first; !Volatile.Read(ref shared.Measuring) && !Volatile.Read(ref shared.Stop); i = Next(i))
            {
                _sum += Ask(i);
                Volatile.Write(ref _hasBegun, true);
            }

            long lookups = 0, began = Stopwatch.GetTimestamp(), last = began, shortest = 0;
            Gaps.Add(0, began);
            for (int i = first; Volatile.Read(ref shared.Measuring); i = Next(i))
            {
                _sum += Ask(i);
                long now = Stopwatch.GetTimestamp();
                if (now - last > s_gap)
                    Gaps.Add(last, now);
                if (now - last > shortest)
                    shortest = Keep(now - last);
                last = now;
                lookups++;
            }

            Lookups = lookups;
            Ticks = last - began;
            // A stopped reader finishes nothing more.
            Gaps.Add(last, long.MaxValue);
            GC.KeepAlive(_sum);
        }

        private int Next(int i) => i + 1 < paths.Count ? i + 1 : 0;

        private int Ask(int i)
        {
            shared.Guard.EnterRead();
            Snapshot snapshot = shared.Files.Snapshot;
            LookupResult result = snapshot.Lookup(paths[i]);
            int length = result.BackingNameLength + result.BackingFolderLength;
            GC.KeepAlive(snapshot);
            shared.Guard.ExitRead();
            return length;
        }

        /// <summary>Keeps the four longest waits and returns the time that a wait must exceed to be one of them.</summary>
        private long Keep(long ticks)
        {
            double wait = Clock.ToNanoseconds(ticks);
            _longest.Enqueue(wait, wait);
            if (_longest.Count > 4)
                _longest.Dequeue();
            return _longest.Count < 4 ? 0 : (long)(_longest.Peek() * Stopwatch.Frequency / 1e9);
        }
    }
}
