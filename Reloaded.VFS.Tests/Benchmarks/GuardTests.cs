using Reloaded.VFS.Benchmarks.Contention;

namespace Reloaded.VFS.Tests.Benchmarks;

/// <summary>Tests that the locks which the contention suite compares really lock.</summary>
[Collection(nameof(AloneCollection))]
[Trait("Processors", "All")]
public class GuardTests
{
    private sealed class Cell<TGuard>
        where TGuard : struct, IGuard
    {
        public TGuard Guard = default;
        public long Count;
    }

    [Fact]
    public void LockExcludes() => Exclude<LockGuard>();

    [Fact]
    public void ReaderWriterLockExcludes() => Exclude<ReaderWriterGuard>();

    [Fact]
    public void DotNetSpinLockExcludes() => Exclude<DotNetSpinGuard>();

    [Fact]
    public void PlainSpinLockExcludes() => Exclude<PlainSpinGuard>();

    [Fact]
    public void YieldingSpinLockExcludes() => Exclude<YieldingSpinGuard>();

    [Fact]
    public void TicketLockExcludes() => Exclude<TicketGuard>();

    /// <summary>Checks that no addition is lost if two threads add to a number that isn't thread-safe.</summary>
    private static void Exclude<TGuard>()
        where TGuard : struct, IGuard
    {
        const int times = 2_000;
        var cell = new Cell<TGuard>();
        cell.Guard.Create();
        Thread[] threads = [.. Enumerable.Range(0, 2).Select(_ => new Thread(() =>
        {
            for (int i = 0; i < times; i++)
            {
                cell.Guard.EnterWrite();
                long before = cell.Count;
                if (i % 100 == 0)
                    Thread.Yield();
                cell.Count = before + 1;
                cell.Guard.ExitWrite();
                cell.Guard.EnterRead();
                cell.Guard.ExitRead();
            }
        }))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        Assert.Equal(2 * times, cell.Count);
    }

    [Fact]
    public void IdleIsWhatLiesInAGapOfEveryThread()
    {
        Gaps first = Of((0, 10), (20, 40), (50, 60)), second = Of((5, 25), (30, 35), (55, 100)), third = Of((0, 22), (31, 33), (34, 58));
        Assert.Equal([(5, 10), (20, 22), (31, 33), (34, 35), (55, 58)], Gaps.Intersect([first, second, third]));
        Assert.Empty(Gaps.Intersect([first, new Gaps(100)]));

        static Gaps Of(params (long, long)[] gaps)
        {
            var all = new Gaps(100);
            foreach ((long from, long to) in gaps)
                all.Add(from, to);
            return all;
        }
    }
}
