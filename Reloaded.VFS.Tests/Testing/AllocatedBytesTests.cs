using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Testing;

public class AllocatedBytesTests
{
    private static object? s_kept;

    [Fact]
    public void OneSmallObjectIsSeen()
    {
        Assert.InRange(AllocatedBytes.Of(() => s_kept = new object()), 1, 64);
    }

    [Fact]
    public void CollectionsInTheBackgroundAreNotSeen()
    {
        using var stop = new CancellationTokenSource();
        var other = new Thread(() =>
        {
            while (!stop.IsCancellationRequested)
            {
                s_kept = new byte[1000];
                GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: false);
            }
        });
        other.Start();
        try
        {
            int sum = 0;
            for (int time = 0; time < 50; time++)
            {
                // Gives this thread an allocation buffer.
                s_kept = new object();
                Assert.Equal(0, AllocatedBytes.Of(() =>
                {
                    for (int i = 0; i < 100_000; i++)
                        sum += i;
                }));
            }
        }
        finally
        {
            stop.Cancel();
            other.Join();
        }
    }
}
