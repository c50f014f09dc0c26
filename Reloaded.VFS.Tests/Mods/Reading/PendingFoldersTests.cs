using Reloaded.VFS.Mods.Reading;

namespace Reloaded.VFS.Tests.Mods.Reading;

public sealed class PendingFoldersTests
{
    private const int Threads = 2;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void FoldersComeInTheScansOrderAndEachIsReadOnce(bool isStack)
    {
        string alone = Walk(isStack, null, out int reads);
        for (int round = 0; round < 20; round++)
        {
            string together = "";
            int read = 0;
            ReadThreads.ForEach(1, Threads, (_, threads) => together = Walk(isStack, threads, out read));
            Assert.Equal(alone, together);
            Assert.Equal(reads, read);
        }
    }

    private static string Walk(bool isStack, ReadThreads? threads, out int reads)
    {
        using var pending = new PendingFolders<Job>(threads, isStack);
        var random = new Random(3);
        var counter = new Counter();
        var order = new List<int>();
        int number = 0;
        pending.Add([.. Enumerable.Range(0, 40).Select(_ => new Job(number++, counter))]);
        while (pending.TryTake(out Job? job))
        {
            Assert.Equal(1, job.Reads);
            order.Add(job.Number);
            if (number < 3000)
                pending.Add([.. Enumerable.Range(0, random.Next(4)).Select(_ => new Job(number++, counter))]);
        }

        Assert.Equal(number, order.Distinct().Count());
        reads = counter.Count;
        return string.Join(' ', order);
    }

    [Theory]
    [InlineData(0, PendingFolders<Job>.MostAhead)]
    [InlineData(PendingFolders<Job>.MostBytesAhead / 8, 9)]
    public void NoMoreIsReadAheadThanIsAllowed(int bytes, int most)
    {
        var counter = new Counter();
        ReadThreads.ForEach(1, Threads, (_, threads) =>
        {
            using var pending = new PendingFolders<Job>(threads, isStack: false);
            pending.Add([.. Enumerable.Range(0, 2000).Select(number => new Job(number, counter, bytes))]);
            int taken = 0;
            while (pending.TryTake(out Job? _))
            {
                taken++;
                // The other thread has time to read everything that it may.
                if (taken % 200 == 0)
                    Thread.Sleep(20);
                Assert.InRange(Volatile.Read(ref counter.Count) - taken, 0, most);
            }

            Assert.Equal(2000, taken);
        });
        Assert.Equal(2000, counter.Count);
    }

    [Fact]
    public void AnotherThreadReadsAhead()
    {
        var threads = new HashSet<int>();
        ReadThreads.ForEach(1, Threads, (_, all) =>
        {
            using var pending = new PendingFolders<Job>(all, isStack: true);
            pending.Add([.. Enumerable.Range(0, 400).Select(number => new Job(number, new Counter()) { Sleeps = true })]);
            while (pending.TryTake(out Job? job))
                threads.Add(job.Thread);
        });
        Assert.Equal(Math.Min(Threads, Environment.ProcessorCount), threads.Count);
    }

    [Fact]
    public void WithLittleToDoNoThreadIsStarted()
    {
        var threads = new HashSet<int>();
        ReadThreads.ForEach(3, Threads, (_, all) =>
        {
            using var pending = new PendingFolders<Job>(all, isStack: true);
            pending.Add([.. Enumerable.Range(0, 10).Select(number => new Job(number, new Counter()) { Sleeps = true })]);
            while (pending.TryTake(out Job? job))
                threads.Add(job.Thread);
        });
        Assert.Equal([Environment.CurrentManagedThreadId], threads);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    public void WhatAFolderThrowsReachesWhoTakesItAndAllThreadsEnd(int scans)
    {
        Assert.Equal("300", Assert.Throws<InvalidOperationException>(() => ReadThreads.ForEach(scans, Threads, (scan, threads) =>
        {
            using var pending = new PendingFolders<Job>(threads, isStack: false);
            pending.Add([.. Enumerable.Range(0, 2000).Select(number => new Job(number, new Counter()) { Fails = number == 300 })]);
            int taken = 0;
            while (pending.TryTake(out Job? job))
                Assert.Equal(taken++, job.Number);
        })).Message);
    }

    private sealed class Counter
    {
        public int Count;
    }

    private sealed class Job(int number, Counter counter, int bytes = 100) : ReadJob
    {
        public int Number => number;

        public int Reads { get; private set; }

        public int Thread { get; private set; }

        public bool Fails { get; init; }

        public bool Sleeps { get; init; }

        protected override int Read()
        {
            Reads++;
            Thread = Environment.CurrentManagedThreadId;
            Interlocked.Increment(ref counter.Count);
            if (Sleeps)
                System.Threading.Thread.Sleep(1);
            return Fails ? throw new InvalidOperationException($"{number}") : bytes;
        }
    }
}
