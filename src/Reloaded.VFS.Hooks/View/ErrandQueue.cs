using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// What calls of the game ask of the thread that follows the mods. After its end no call waits: what is asked then is complete at once.
/// Thread-safe.
/// </summary>
public sealed class ErrandQueue
{
    private readonly ConcurrentQueue<Errand> _errands = new();
    private volatile bool _hasEnded;

    /// <summary>Whether nothing is asked.</summary>
    public bool IsEmpty => _errands.IsEmpty;

    /// <summary>Asks for something.</summary>
    public void Add(Errand errand)
    {
        _errands.Enqueue(errand);
        // After the errand is in: whichever of both threads comes second finds it.
        if (_hasEnded)
            CompleteAll();
    }

    /// <summary>Takes what was asked first; the taker completes it.</summary>
    public bool TryTake([NotNullWhen(true)] out Errand? errand) => _errands.TryDequeue(out errand);

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
        while (_errands.TryDequeue(out Errand? errand))
            errand.Complete();
    }
}
