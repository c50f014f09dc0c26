namespace Reloaded.VFS.Mods.Tracking;

/// <summary>
/// When changes that were told are applied: after a quiet moment, but not so late that the game notices, and in a storm not so often that
/// it costs more than half of a processor. Times are since it was made. Used by one thread.
/// </summary>
/// <param name="clock">Tells the time.</param>
internal sealed class ApplySchedule(TimeProvider clock)
{
    /// <summary>So many changes in a row may have been more than the watches could tell.</summary>
    public const int BurstSize = 512;

    /// <summary>So many changes in a row are a storm.</summary>
    public const int StormSize = 64;

    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan BurstEnd = TimeSpan.FromMilliseconds(300);

    private readonly long _began = clock.GetTimestamp();
    private TimeSpan _first;
    private TimeSpan _last;
    private TimeSpan _notBefore;

    /// <summary>The time.</summary>
    public TimeSpan Now => clock.GetElapsedTime(_began);

    /// <summary>Changes in a row, without a pause.</summary>
    public int Burst { get; private set; }

    /// <summary>Counts a change.</summary>
    public void Count() => Burst++;

    /// <summary>Something was told just now.</summary>
    public void Told() => _last = Now;

    /// <summary>Something is told just now, and nothing else waits to be applied.</summary>
    public void FirstTold() => _first = Now;

    /// <summary>Whether what waits is to be applied.</summary>
    public bool IsDue(TimeSpan now) => now >= _notBefore && (now - _last >= Quiet || now - _first >= LongestWait);

    /// <summary>Whether so much was told that something may be missing, and it has come to an end.</summary>
    public bool HasBurstEnded(TimeSpan now) => Burst >= BurstSize && now - _last >= BurstEnd;

    /// <summary>The next change begins a row.</summary>
    public void EndBurst() => Burst = 0;

    /// <summary>Changes were applied.</summary>
    /// <param name="took">How long that took.</param>
    /// <param name="isComplete">Whether that was all that waited.</param>
    public void Applied(TimeSpan took, bool isComplete)
    {
        // Under a storm the game keeps half of the processor that this thread would take.
        _notBefore = Burst >= StormSize ? Now + took : TimeSpan.Zero;
        if (isComplete)
            _first = Now;
    }

    /// <summary>When there is something to do if nothing more is told; never: <see cref="TimeSpan.MaxValue"/>.</summary>
    /// <param name="now">The time.</param>
    /// <param name="hasPending">Whether something waits to be applied.</param>
    public TimeSpan NextLook(TimeSpan now, bool hasPending)
    {
        if (hasPending)
            return Max(_notBefore, Min(_last + Quiet, _first + LongestWait));
        if (Burst >= BurstSize)
            return _last + BurstEnd;
        if (now - _last > BurstEnd)
            EndBurst();
        return TimeSpan.MaxValue;
    }

    private static TimeSpan Min(TimeSpan x, TimeSpan y) => x < y ? x : y;

    private static TimeSpan Max(TimeSpan x, TimeSpan y) => x > y ? x : y;
}
