using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace Reloaded.VFS.Hooks.Following;

/// <summary>The requests of the game's calls to the thread that follows the mods. Thread-safe.</summary>
/// <remarks>After that thread has ended no call waits: new requests are complete at once.</remarks>
public sealed class RescanQueue
{
    private readonly ConcurrentQueue<RescanRequest> _requests = new();
    private volatile bool _hasEnded;

    /// <summary>Gets a value indicating whether there are no requests.</summary>
    public bool IsEmpty => _requests.IsEmpty;

    /// <summary>Adds a request.</summary>
    public void Add(RescanRequest request)
    {
        _requests.Enqueue(request);
        // Checked after the request is queued: whichever thread comes second completes it.
        if (_hasEnded)
            CompleteAll();
    }

    /// <summary>Takes the oldest request; the caller completes it.</summary>
    public bool TryTake([NotNullWhen(true)] out RescanRequest? request) => _requests.TryDequeue(out request);

    /// <summary>Completes all present and future requests unhandled, because the thread has ended.</summary>
    public void End()
    {
        _hasEnded = true;
        // Keeps the read of the queue from moving before the write above.
        Interlocked.MemoryBarrier();
        CompleteAll();
    }

    private void CompleteAll()
    {
        while (_requests.TryDequeue(out RescanRequest? request))
            request.Complete();
    }
}
