using System.Diagnostics;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// Pauses of a game's thread while another process does what no event tells this one of. No code of the game runs meanwhile. Nothing is
/// waited for where the first look finds it done.
/// </summary>
/// <param name="mostMilliseconds">How long they may take together.</param>
internal readonly struct ShortPauses(int mostMilliseconds)
{
    private const long Pause = -2 * TimeSpan.TicksPerMillisecond; // from now on

    private readonly long _began = Stopwatch.GetTimestamp();

    /// <summary>Waits for two milliseconds. False, at once, where the time is over.</summary>
    public unsafe bool TryPause()
    {
        if (Stopwatch.GetElapsedTime(_began).TotalMilliseconds >= mostMilliseconds)
            return false;
        long pause = Pause;
        NtDelayExecution.Exported.Invoke(0, &pause);
        return true;
    }
}
