using System.Runtime.ExceptionServices;

namespace Reloaded.VFS.Mods.Reading;

/// <summary>
/// A few threads that scan several folders side by side. A thread with no scan of its own reads ahead what the others will come to. They
/// are threads of their own, and have ended when <see cref="ForEach"/> returns: a pool's would stay in the game's process.
/// </summary>
internal sealed class ReadThreads
{
    /// <summary>With fewer folders to read no thread is started or woken: that costs as much as reading a few.</summary>
    public const int FewestToShare = 16;

    private const int StackBytes = 512 * 1024;

    private readonly List<IReadAhead> _sources = [];
    private readonly List<Thread> _helpers = [];
    private readonly Action<int, ReadThreads> _action;
    private readonly int _count;
    private readonly int _most;
    private readonly int _distance;
    private Exception? _failure;
    private int _next;
    private int _unfinished;
    private int _idle;
    private int _waiting;
    private bool _started;

    private ReadThreads(int count, int threads, Action<int, ReadThreads> action)
    {
        _count = count;
        _unfinished = count;
        _action = action;
        _most = Math.Min(threads, Environment.ProcessorCount) - 1;
        _distance = 2 * (_most + 1);
    }

    /// <summary>What guards the state of all jobs, and of the lists that they are in.</summary>
    internal object Lock { get; } = new();

    /// <summary>Runs an action for 0 to <paramref name="count"/>, exclusive, in any order, on several threads at a time.</summary>
    /// <param name="count">How often.</param>
    /// <param name="threads">Threads at most, this one included; no more than there are processors. 1 starts none.</param>
    /// <param name="action">The action. An exception of it is thrown when all threads have ended.</param>
    public static void ForEach(int count, int threads, Action<int, ReadThreads> action)
    {
        var all = new ReadThreads(count, threads, action);
        all.Share(0);
        all.Work();
        foreach (Thread helper in all._helpers)
            helper.Join();
        if (all._failure is not null)
            ExceptionDispatchInfo.Throw(all._failure);
    }

    /// <summary>
    /// Starts the other threads, once, if there is enough to do. Not to be called under the lock: a start waits for the thread.
    /// </summary>
    /// <param name="jobs">How many folders wait to be read.</param>
    internal void Share(int jobs)
    {
        int actions = Math.Max(_count - Volatile.Read(ref _next), 0);
        if (jobs + actions < FewestToShare || _most < 1 || Interlocked.Exchange(ref _started, true))
            return;
        // Only the calling thread comes here: before this there is no other.
        for (int i = 0; i < _most; i++)
        {
            var helper = new Thread(Work, StackBytes) { IsBackground = true, Name = "Reloaded VFS scan" };
            try
            {
                helper.Start();
            }
            catch (OutOfMemoryException)
            {
                // No thread to be had; those that are there do the work.
                break;
            }

            _helpers.Add(helper);
        }
    }

    /// <summary>Adds folders that may be read ahead. Under the lock.</summary>
    internal void Add(IReadAhead source) => _sources.Add(source);

    /// <summary>Removes them. Under the lock.</summary>
    internal void Remove(IReadAhead source) => _sources.Remove(source);

    /// <summary>Wakes a thread that has nothing to do, where there is enough for it. Under the lock.</summary>
    internal void Wake(IReadAhead source)
    {
        if (_idle > 0 && source.FindWaiting(_distance, FewestToShare) is not null)
            Monitor.Pulse(Lock);
    }

    /// <summary>
    /// Returns when a job is read: reads it, or others while another thread reads it. Under the lock, which is free meanwhile.
    /// </summary>
    internal void Finish(ReadJob job)
    {
        if (job.State == ReadState.Waiting)
            Run(job);
        _waiting++;
        while (job.State != ReadState.Done)
            RunOtherOrWait(1);
        _waiting--;
    }

    private void Work()
    {
        for (int i = Interlocked.Increment(ref _next) - 1; i < _count; i = Interlocked.Increment(ref _next) - 1)
        {
            try
            {
                if (_failure is null)
                    _action(i, this);
            }
            catch (Exception e)
            {
                Interlocked.CompareExchange(ref _failure, e, null);
            }

            lock (Lock)
            {
                if (--_unfinished == 0)
                    Monitor.PulseAll(Lock);
            }
        }

        lock (Lock)
        {
            while (_unfinished > 0)
                RunOtherOrWait(_distance);
        }
    }

    private void RunOtherOrWait(int distance)
    {
        foreach (IReadAhead source in _sources)
        {
            if (source.FindWaiting(distance, 1) is { } job)
            {
                Run(job);
                return;
            }
        }

        _idle++;
        Monitor.Wait(Lock);
        _idle--;
    }

    private void Run(ReadJob job)
    {
        job.State = ReadState.Begun;
        Monitor.Exit(Lock);
        try
        {
            job.Run();
        }
        finally
        {
            Monitor.Enter(Lock);
        }

        job.State = ReadState.Done;
        if (_waiting > 0)
            Monitor.PulseAll(Lock);
    }
}
