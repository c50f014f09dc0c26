namespace Reloaded.VFS.Hooks.Watching;

/// <summary>A lock for handlers, held for a few lines of code. One thread must not enter it twice.</summary>
/// <remarks>
/// On a thread of a single-threaded apartment the runtime's own lock waits like COM: it dispatches messages to the game's window meanwhile,
/// and that code would run in the middle of the game's call. This lock lets other threads run, or sleeps a moment.
/// </remarks>
internal sealed class QuietLock
{
#if DEBUG
    // Entering twice then throws at once, instead of waiting forever.
    private const bool KnowsOwner = true;
#else
    private const bool KnowsOwner = false;
#endif

    private SpinLock _lock = new(KnowsOwner);

    /// <summary>Enters the lock, and leaves it when the returned object is disposed of.</summary>
    public Scope Enter()
    {
        bool isTaken = false;
        _lock.Enter(ref isTaken);
        return new Scope(this);
    }

    /// <summary>The scope in which the lock is held.</summary>
    public readonly ref struct Scope(QuietLock owner)
    {
        /// <summary>Leaves the lock.</summary>
        public void Dispose() => owner._lock.Exit();
    }
}
