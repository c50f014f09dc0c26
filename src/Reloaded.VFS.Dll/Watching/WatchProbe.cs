using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>
/// Finds out whether the system still gives watches: Wine doesn't say when Linux refuses one. A folder that isn't a mod's is watched last
/// and a file made in it; where no watch tells of that file, other watches may be deaf as well. The system itself deletes the file when its
/// handle is closed, however the process ends.
/// </summary>
internal sealed class WatchProbe
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly FolderWatch _watch;

    private WatchProbe(FolderWatch watch, TimeSpan until)
    {
        _watch = watch;
        Until = until;
    }

    /// <summary>When it has failed.</summary>
    public TimeSpan Until { get; }

    /// <summary>Begins; null where nothing can be written, and nothing is found out.</summary>
    /// <param name="watches">What gives the probe's own watch.</param>
    /// <param name="place">A folder that is there and that the game doesn't see; null: the temporary folder.</param>
    /// <param name="now">By the clock of <see cref="Until"/>.</param>
    public static WatchProbe? TryBegin(FolderWatches watches, string? place, TimeSpan now)
    {
        string folder = place ?? Path.GetTempPath();
        if (watches.OpenProbe(folder) is not { } watch)
            return null;
        try
        {
            string file = Path.Combine(folder, $"{VfsConfiguration.FolderName}-{Guid.NewGuid():N}");
            DiskRemoval.OpenPassing(file, FileMode.CreateNew, FileShare.ReadWrite | FileShare.Delete).Dispose();
            return new WatchProbe(watch, now + Patience);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            watch.Close();
            return null;
        }
    }

    /// <summary>Whether a packet is the probe's.</summary>
    public bool Took(FolderWatch watch) => ReferenceEquals(watch, _watch);

    /// <summary>Whether the file was not told of in time; ends then.</summary>
    public bool HasFailed(TimeSpan now)
    {
        if (now < Until)
            return false;
        _watch.Close();
        return true;
    }

    /// <summary>It has worked.</summary>
    public void End(FolderWatches watches)
    {
        _watch.Close();
        watches.Free(_watch);
    }
}
