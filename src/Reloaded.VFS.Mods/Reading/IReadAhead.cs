namespace Reloaded.VFS.Mods.Reading;

/// <summary>Folders that a scan will come to.</summary>
internal interface IReadAhead
{
    /// <summary>The first that no thread has begun; null for none. Called under the lock of the <see cref="ReadThreads"/>.</summary>
    /// <param name="distance">How many the scan takes before it, at least: it comes to those itself before another thread is done.</param>
    /// <param name="fewest">With fewer of them there counts none.</param>
    ReadJob? FindWaiting(int distance, int fewest);
}
