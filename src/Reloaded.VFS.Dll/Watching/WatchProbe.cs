using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>A test of whether the system still provides watches: Wine doesn't report that Linux has refused one.</summary>
/// <remarks>
/// A folder that isn't a mod's is watched last, and a file is created in it. If no watch reports that file, other watches may not work
/// either. The system deletes the file when its handle is closed, however the process ends.
/// </remarks>
internal sealed class WatchProbe
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly FolderWatch _watch;

    private WatchProbe(FolderWatch watch, TimeSpan until)
    {
        _watch = watch;
        Until = until;
    }

    public TimeSpan Until { get; }

    /// <summary>Begins a probe. Returns null if nothing can be written, so that nothing can be determined.</summary>
    /// <param name="watches">Provides the probe's own watch.</param>
    /// <param name="place">An existing folder that the game doesn't see; null for the temporary folder.</param>
    /// <param name="now">The present time by the clock of <see cref="Until"/>.</param>
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

    /// <summary>Determines whether a packet is the probe's.</summary>
    public bool Took(FolderWatch watch) => ReferenceEquals(watch, _watch);

    /// <summary>Determines whether the file wasn't reported in time; ends the probe then.</summary>
    public bool HasFailed(TimeSpan now)
    {
        if (now < Until)
            return false;
        _watch.Close();
        return true;
    }

    /// <summary>Ends the probe after success.</summary>
    public void End(FolderWatches watches)
    {
        _watch.Close();
        watches.Free(_watch);
    }
}
