using Reloaded.VFS.Hooks.Originals;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// Keeps calls that write and the removal of an unchanged copy apart. A call that has found a copy opens it, or renames or deletes it, with
/// nothing between. The removal gives way to calls that are under way; those that begin during it wait for its end, a second at most.
/// Thread-safe without a lock: a thread that the game stops in the middle holds no call up for longer.
/// </summary>
internal sealed class WritingTurns
{
    private const int LongestWait = 1000; // milliseconds

    private readonly int _longestWait;
    private int _writing;
    private int _removal; // the number of the removal that is under way; 0 for none
    private int _removals;

    /// <summary>Turns of one overwrite folder.</summary>
    /// <param name="longestWait">How long a call waits for a removal, in milliseconds.</param>
    public WritingTurns(int longestWait = LongestWait) => _longestWait = longestWait;

    /// <summary>A call that may write begins. The turn is to be disposed of; turns of one thread may lie in each other.</summary>
    public Turn Begin()
    {
        Interlocked.Increment(ref _writing);
        if (Volatile.Read(ref _removal) is not 0 and int removal)
            Await(removal);
        return new Turn(this);
    }

    /// <summary>A removal begins, where no call is under way, nor another removal.</summary>
    /// <param name="removal">Its number, for <see cref="End"/>.</param>
    public bool TryBeginRemoval(out int removal)
    {
        removal = Interlocked.Increment(ref _removals);
        // Either a call that begins now sees the number, or it is counted before this thread looks.
        if (removal == 0 || Interlocked.CompareExchange(ref _removal, removal, 0) != 0)
            return false;
        if (Volatile.Read(ref _writing) == 0)
            return true;
        End(removal);
        return false;
    }

    /// <summary>How many removals have begun; the number wraps around.</summary>
    public int Removals => Volatile.Read(ref _removals);

    /// <summary>Whether a removal still keeps calls off: one that takes too long doesn't.</summary>
    public bool IsUnderWay(int removal) => Volatile.Read(ref _removal) == removal;

    /// <summary>A removal has ended.</summary>
    public void End(int removal) => Interlocked.CompareExchange(ref _removal, 0, removal);

    private void Await(int removal)
    {
        var pauses = new ShortPauses(_longestWait);
        while (IsUnderWay(removal))
        {
            if (!pauses.TryPause())
                End(removal);
        }
    }

    /// <summary>The turn of a call that may write; none where it is the default.</summary>
    public readonly ref struct Turn(WritingTurns turns)
    {
        /// <summary>The call has ended.</summary>
        public void Dispose()
        {
            if (turns is not null)
                Interlocked.Decrement(ref turns._writing);
        }
    }
}
