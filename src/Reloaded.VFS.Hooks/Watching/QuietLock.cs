namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// A lock for handlers. On a thread of a single-threaded apartment the runtime's own lock waits as COM does: it hands the game's window its
/// messages meanwhile, and that code would run
/// in the middle of the game's call. This one lets other threads run, or sleeps a moment. It is held for a few lines of code; not to be
/// entered twice by one thread.
/// </summary>
internal sealed class QuietLock
{
#if DEBUG
    // Entering twice throws at once then, instead of waiting for ever.
    private const bool KnowsOwner = true;
#else
    private const bool KnowsOwner = false;
#endif

    private SpinLock _lock = new(KnowsOwner);

    /// <summary>Enters, and leaves when what it returns is disposed.</summary>
    public Scope Enter()
    {
        bool isTaken = false;
        _lock.Enter(ref isTaken);
        return new Scope(this);
    }

    /// <summary>The time in the lock.</summary>
    public readonly ref struct Scope(QuietLock owner)
    {
        /// <summary>Leaves.</summary>
        public void Dispose() => owner._lock.Exit();
    }
}
