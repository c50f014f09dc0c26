using System.Diagnostics.CodeAnalysis;

namespace Reloaded.VFS.Mods.Reading;

/// <summary>The folders that a scan has found and not yet taken. One thread adds and takes.</summary>
/// <remarks>
/// The scan takes them in its own order, each of them read; other threads read the next ones ahead. The result doesn't depend on the
/// threads: the same folders are read, each once, and only those that the scan has added.
/// </remarks>
/// <typeparam name="TJob">A folder.</typeparam>
/// <param name="threads">The threads, or null if the scan reads each folder itself.</param>
/// <param name="isStack">True if folders that were added last are taken first.</param>
internal sealed class PendingFolders<TJob>(ReadThreads? threads, bool isStack) : IReadAhead, IDisposable
    where TJob : ReadJob
{
    /// <summary>The maximum number of folders that are read ahead.</summary>
    public const int MostAhead = 256;

    /// <summary>The approximate number of bytes of names that are read ahead. Once there are more, no further folder is begun.</summary>
    public const int MostBytesAhead = 2 * 1024 * 1024;

    private readonly object _lock = threads?.Lock ?? new object();
    private readonly List<TJob> _jobs = [];
    private int _head;
    private bool _isAdded;

    /// <summary>Adds folders, beginning with the one that is to be taken first.</summary>
    public void Add(ReadOnlySpan<TJob> jobs)
    {
        if (jobs.IsEmpty)
            return;
        int count;
        lock (_lock)
        {
            if (threads is not null && !_isAdded)
            {
                threads.Add(this);
                _isAdded = true;
            }

            int first = _jobs.Count;
            _jobs.AddRange(jobs);
            if (isStack)
                _jobs.Reverse(first, jobs.Length);
            count = _jobs.Count - _head;
            threads?.Wake(this);
        }

        threads?.Share(count);
    }

    /// <summary>Takes the next folder, which has been read. Returns false if there is none.</summary>
    public bool TryTake([NotNullWhen(true)] out TJob? job)
    {
        lock (_lock)
        {
            if (_head == _jobs.Count)
            {
                job = null;
                return false;
            }

            job = isStack ? _jobs[^1] : _jobs[_head];
            if (threads is null)
                job.Run();
            else
                threads.Finish(job);
            Remove();
            threads?.Wake(this);
        }

        job.ThrowFault();
        return true;
    }

    ReadJob? IReadAhead.FindWaiting(int distance, int fewest)
    {
        int bytes = 0, found = 0, count = Math.Min(_jobs.Count - _head, MostAhead);
        ReadJob? first = null;
        for (int i = 0; i < count && bytes < MostBytesAhead; i++)
        {
            TJob job = isStack ? _jobs[^(i + 1)] : _jobs[_head + i];
            if (job.State == ReadState.Waiting && i >= distance)
            {
                first ??= job;
                if (++found == fewest)
                    return first;
            }

            bytes += job.State == ReadState.Done ? job.Size : 0;
        }

        return null;
    }

    /// <summary>Stops reading folders ahead. Those that a thread is reading at the moment are completed.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _jobs.Clear();
            _head = 0;
            if (_isAdded)
                threads!.Remove(this);
        }
    }

    private void Remove()
    {
        if (isStack)
        {
            _jobs.RemoveAt(_jobs.Count - 1);
            return;
        }

        _jobs[_head++] = null!;
        // This is done now and then, so that each folder is moved once on average.
        if (_head >= MostAhead && _head * 2 >= _jobs.Count)
        {
            _jobs.RemoveRange(0, _head);
            _head = 0;
        }
    }
}

/// <summary>The folders that a scan will come to.</summary>
internal interface IReadAhead
{
    /// <summary>
    /// Returns the first folder that no thread has begun, or null for none. Called under the lock of the <see cref="ReadThreads"/>.
    /// </summary>
    /// <param name="distance">
    /// The minimum number of folders that the scan takes before it. The scan comes to nearer ones itself before another thread is done.
    /// </param>
    /// <param name="fewest">The number of waiting folders below which null is returned.</param>
    ReadJob? FindWaiting(int distance, int fewest);
}
