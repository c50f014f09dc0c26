using System.Runtime.ExceptionServices;

namespace Reloaded.VFS.Mods.Reading;

/// <summary>A few threads that scan several folders side by side. One with no scan of its own reads ahead for the others.</summary>
/// <remarks>
/// The threads are created for this and have ended when <see cref="ForEach"/> returns; those of a pool would stay in the game's process.
/// </remarks>
internal sealed class ReadThreads(int count, int threads, Action<int, ReadThreads> action)
{
    /// <summary>The minimum number of folders for which a thread is started or woken, which costs as much as reading a few.</summary>
    public const int FewestToShare = 16;

    private const int StackBytes = 512 * 1024;

    private readonly List<IReadAhead> _sources = [];
    private readonly List<Thread> _helpers = [];
    private readonly int _count = count;
    private readonly int _most = Math.Min(threads, Environment.ProcessorCount) - 1;
    private Exception? _failure;
    private int _next;
    private int _unfinished = count;
    private int _idle;
    private int _waiting;
    private int _started;

    private int Distance => 2 * (_most + 1);

    /// <summary>Gets the lock that guards the state of all jobs and the lists that contain them.</summary>
    internal object Lock { get; } = new();

    /// <summary>Runs an action for 0 to <paramref name="count"/>, exclusive, in any order, on several threads at a time.</summary>
    /// <param name="count">The number of times to run the action.</param>
    /// <param name="threads">The maximum number of threads, including this one. There are no more than processors; 1 starts none.</param>
    /// <param name="action">The action. If it throws, the exception is rethrown when all threads have ended.</param>
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
    /// Starts the other threads, once, if there is enough to do. Must not be called under the lock, because a start waits for the thread.
    /// </summary>
    /// <param name="jobs">The number of folders that wait to be read.</param>
    internal void Share(int jobs)
    {
        int actions = Math.Max(_count - Volatile.Read(ref _next), 0);
        if (jobs + actions < FewestToShare || _most < 1 || Interlocked.Exchange(ref _started, 1) != 0)
            return;
        // Only the calling thread gets here, because there is no other before this.
        for (int i = 0; i < _most; i++)
        {
            var helper = new Thread(Work, StackBytes) { IsBackground = true, Name = "Reloaded VFS scan" };
            try
            {
                helper.Start();
            }
            catch (OutOfMemoryException)
            {
                // No further thread can be created; the existing ones do the work.
                break;
            }

            _helpers.Add(helper);
        }
    }

    /// <summary>Adds folders that may be read ahead. Called under the lock.</summary>
    internal void Add(IReadAhead source) => _sources.Add(source);

    /// <summary>Removes folders that may be read ahead. Called under the lock.</summary>
    internal void Remove(IReadAhead source) => _sources.Remove(source);

    /// <summary>Wakes a thread that has nothing to do, if there is enough for it. Called under the lock.</summary>
    internal void Wake(IReadAhead source)
    {
        if (_idle > 0 && source.FindWaiting(Distance, FewestToShare) is not null)
            Monitor.Pulse(Lock);
    }

    /// <summary>
    /// Returns when a job is done: runs it, or others while another thread runs it. Called under the lock, which is released meanwhile.
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
                    action(i, this);
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
                RunOtherOrWait(Distance);
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

/// <summary>A folder that is to be read once, by whichever thread comes to it first.</summary>
internal abstract class ReadJob
{
    private ExceptionDispatchInfo? _fault;

    /// <summary>Gets or sets the state. <see cref="ReadThreads"/> changes it under its lock.</summary>
    internal ReadState State { get; set; }

    /// <summary>Gets the approximate number of bytes of names that the job holds once the folder is read.</summary>
    internal int Size { get; private set; }

    /// <summary>Reads the folder. Problems on disk are a result, not an exception.</summary>
    /// <returns>The approximate number of bytes of names that the job holds.</returns>
    protected abstract int Read();

    /// <summary>Reads the folder. An exception is kept for <see cref="ThrowFault"/>, as one that leaves a thread ends a process.</summary>
    internal void Run()
    {
        try
        {
            Size = Read();
        }
        catch (Exception e)
        {
            _fault = ExceptionDispatchInfo.Capture(e);
        }
    }

    /// <summary>Throws the exception that <see cref="Run"/> caught, if any.</summary>
    internal void ThrowFault() => _fault?.Throw();
}

internal enum ReadState
{
    /// <summary>No thread has begun the job.</summary>
    Waiting,

    /// <summary>A thread is reading the folder.</summary>
    Begun,

    Done,
}
