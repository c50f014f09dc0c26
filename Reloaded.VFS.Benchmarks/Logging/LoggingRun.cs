using System.Diagnostics;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Benchmarks.Logging;

/// <summary>Measurements of threads that look paths up and log each, in several ways, beside a thread that only looks up.</summary>
public sealed class LoggingRun(FolderTree tree, TimeSpan duration)
{
    private static readonly (string Name, Func<Log> Create)[] Ways =
    [
        ("nothing is logged", () => new NoLog()),
        ("string interpolation", () => new InterpolationLog()),
        ("StringBuilder", () => new StringBuilderLog()),
        ("spans into a thread's own buffer", () => new SpanLog()),
        ("a binary record, formatted by the reader", () => new BinaryLog()),
    ];

    private readonly PathText _paths = new(tree.GetFilePaths());

    public IEnumerable<LoggingRow> Measure(IReadOnlyList<int> threads, Action<string> say)
    {
        using VirtualFileSystem files = tree.Mount(tree.ToListing(), out _);
        foreach (int count in threads)
        {
            say($"{count} threads that log");
            double alone = 0;
            foreach ((string name, Func<Log> create) in Ways)
            {
                LoggingRow row = Measure(files, name, create, count);
                alone = alone == 0 ? row.LookupsBeside : alone;
                yield return row with { LookupsBesideRatio = row.LookupsBeside / Math.Max(alone, 1) };
            }
        }
    }

    private LoggingRow Measure(VirtualFileSystem files, string way, Func<Log> create, int threads)
    {
        Managed.Collect();
        var state = new State(files, _paths);
        Worker[] workers = [.. Enumerable.Range(0, threads).Select(i => new Worker(state, create(), i * (_paths.Count / threads)))];
        var beside = new Worker(state, log: null, 0);
        Thread[] all = [.. workers.Append(beside).Select(worker => new Thread(worker.Run))];
        foreach (Thread thread in all)
            thread.Start();
        Thread.Sleep(duration / 4);
        for (long waited = Stopwatch.GetTimestamp(); workers.Append(beside).Any(worker => !worker.HasBegun)
            && Stopwatch.GetElapsedTime(waited) < 10 * duration;)
            Thread.Sleep(1);
        int collections = GC.CollectionCount(0);
        Volatile.Write(ref state.Measuring, true);
        long began = Stopwatch.GetTimestamp();
        Thread.Sleep(duration);
        Volatile.Write(ref state.Stop, true);
        double seconds = Clock.NanosecondsSince(began) / 1e9;
        collections = GC.CollectionCount(0) - collections;
        foreach (Thread thread in all)
            thread.Join();

        long records = workers.Sum(worker => worker.Count);
        // The number of cores that these threads had: at most the machine's, of which the thread beside them used its part.
        double cores = Math.Min(threads, (double)Environment.ProcessorCount * threads / (threads + 1));
        return new LoggingRow(way, threads, records / seconds, seconds * 1e9 * cores / Math.Max(records, 1),
            workers.Sum(worker => worker.Allocated) / (double)Math.Max(records, 1),
            collections, beside.Count / seconds, 1, Clock.ToNanoseconds(beside.Longest));
    }

    private sealed class State(VirtualFileSystem files, PathText paths)
    {
        public readonly VirtualFileSystem Files = files;
        public readonly PathText Paths = paths;
        public bool Measuring;
        public bool Stop;
    }

    private sealed class Worker(State state, Log? log, int first)
    {
        private long _sum;
        private bool _hasBegun;

        public bool HasBegun => Volatile.Read(ref _hasBegun);

        public long Count { get; private set; }

        public long Allocated { get; private set; }

        public long Longest { get; private set; }

        public void Run()
        {
            int i = first;
            for (; !Volatile.Read(ref state.Measuring) && !Volatile.Read(ref state.Stop); i = i + 1 < state.Paths.Count ? i + 1 : 0)
            {
                Work(i, Stopwatch.GetTimestamp());
                Volatile.Write(ref _hasBegun, true);
            }

            long count = 0, longest = 0, last = Stopwatch.GetTimestamp(), before = GC.GetAllocatedBytesForCurrentThread();
            for (; !Volatile.Read(ref state.Stop); i = i + 1 < state.Paths.Count ? i + 1 : 0)
            {
                Work(i, last);
                long now = Stopwatch.GetTimestamp();
                longest = Math.Max(longest, now - last);
                last = now;
                count++;
            }

            Allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            (Count, Longest) = (count, longest);
            GC.KeepAlive(_sum);
        }

        private void Work(int i, long time)
        {
            Snapshot snapshot = state.Files.Snapshot;
            LookupResult result = snapshot.Lookup(state.Paths[i]);
            _sum += result.BackingNameLength;
            log?.Write(new LogRecord(time, first, (byte)result.Kind, result.PathId, state.Paths[i]));
            GC.KeepAlive(snapshot);
        }
    }
}
