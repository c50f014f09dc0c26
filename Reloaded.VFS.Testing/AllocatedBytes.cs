namespace Reloaded.VFS.Testing;

/// <summary>What code allocates on the managed heap.</summary>
public static class AllocatedBytes
{
    private const int Rounds = 10;

    /// <summary>
    /// Bytes that <paramref name="work"/> allocates on this thread: the least of ten runs, or 0 as soon as one allocates none. What
    /// <paramref name="work"/> allocates once, such as for code that is compiled at its first call, isn't counted.
    /// </summary>
    /// <remarks>
    /// A collection in the background takes a thread's allocation buffer away, and .NET counts what was left of it as allocated by the
    /// thread: up to 8 KB, whatever the thread does.
    /// </remarks>
    public static long Of(Action work)
    {
        long least = long.MaxValue;
        for (int round = 0; round < Rounds && least > 0; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            work();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
