using System.Diagnostics;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// Pauses of a game's thread until another process has done something for which this process gets no event. No code of the game runs
/// meanwhile.
/// </summary>
/// <remarks>If the first look finds it done, nothing is waited for.</remarks>
/// <param name="mostMilliseconds">The maximum total time.</param>
internal readonly struct ShortPauses(int mostMilliseconds)
{
    private const long Pause = -2 * TimeSpan.TicksPerMillisecond; // from now on

    private readonly long _began = Stopwatch.GetTimestamp();

    /// <summary>Waits for two milliseconds. Returns false at once if the time is over.</summary>
    public unsafe bool TryPause()
    {
        if (Stopwatch.GetElapsedTime(_began).TotalMilliseconds >= mostMilliseconds)
            return false;
        long pause = Pause;
        NtDelayExecution.Exported.Invoke(0, &pause);
        return true;
    }
}
