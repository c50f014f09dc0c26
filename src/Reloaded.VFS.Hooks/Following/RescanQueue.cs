using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace Reloaded.VFS.Hooks.Following;

/// <summary>
/// What calls of the game ask of the thread that follows the mods. After its end no call waits: what is asked then is complete at once.
/// Thread-safe.
/// </summary>
public sealed class RescanQueue
{
    private readonly ConcurrentQueue<RescanRequest> _requests = new();
    private volatile bool _hasEnded;

    /// <summary>Whether nothing is asked.</summary>
    public bool IsEmpty => _requests.IsEmpty;

    /// <summary>Asks for something.</summary>
    public void Add(RescanRequest request)
    {
        _requests.Enqueue(request);
        // After the request is in: whichever of both threads comes second finds it.
        if (_hasEnded)
            CompleteAll();
    }

    /// <summary>Takes what was asked first; the taker completes it.</summary>
    public bool TryTake([NotNullWhen(true)] out RescanRequest? request) => _requests.TryDequeue(out request);

    /// <summary>The thread has ended: everything that was asked, and will be, is complete without being done.</summary>
    public void End()
    {
        _hasEnded = true;
        // The processor may look into the queue before others see the line above.
        Interlocked.MemoryBarrier();
        CompleteAll();
    }

    private void CompleteAll()
    {
        while (_requests.TryDequeue(out RescanRequest? request))
            request.Complete();
    }
}
