namespace Reloaded.VFS.Testing;

/// <summary>A measurement of the bytes that code allocates on the managed heap.</summary>
public static class AllocatedBytes
{
    private const int Rounds = 10;

    /// <summary>Returns the number of bytes that <paramref name="work"/> allocates on this thread: the minimum of ten runs.</summary>
    /// <remarks>
    /// Stops at the first run that allocates nothing. One-time allocations, such as those of code that is compiled at its first call,
    /// aren't counted. Several runs are needed because a background collection takes a thread's allocation buffer away: .NET counts the
    /// unused rest of the buffer, up to 8 KB, as allocated by the thread.
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
