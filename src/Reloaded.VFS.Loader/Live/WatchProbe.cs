using Reloaded.VFS.Configuration;

namespace Reloaded.VFS.Loader.Live;

/// <summary>
/// Finds out whether the system still gives watches: Wine doesn't say when Linux refuses one. A folder of our own is watched last and a file
/// made in it; where nobody tells of that file, other watches may be deaf as well.
/// </summary>
internal sealed class WatchProbe
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly string _folder;
    private readonly FolderWatch _watch;

    private WatchProbe(string folder, FolderWatch watch, TimeSpan until)
    {
        _folder = folder;
        _watch = watch;
        Until = until;
    }

    /// <summary>When it has failed.</summary>
    public TimeSpan Until { get; }

    /// <summary>Begins; null where the temporary folder can't be written, and nothing is found out.</summary>
    public static WatchProbe? TryBegin(FolderWatches watches, TimeSpan now)
    {
        string folder = Path.Combine(Path.GetTempPath(), $"{VfsConfiguration.FolderName}-watch-{Environment.ProcessId}");
        try
        {
            Directory.CreateDirectory(folder);
            if (watches.OpenProbe(folder) is not { } watch)
                return null;
            File.WriteAllBytes(Path.Combine(folder, "probe"), []);
            return new WatchProbe(folder, watch, now + Patience);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Whether a packet is the probe's.</summary>
    public bool Took(FolderWatch watch) => ReferenceEquals(watch, _watch);

    /// <summary>Whether nobody has told of the file in time; cleans up then.</summary>
    public bool HasFailed(TimeSpan now)
    {
        if (now < Until)
            return false;
        CleanUp();
        return true;
    }

    /// <summary>It has worked.</summary>
    public void End(FolderWatches watches)
    {
        _watch.Close();
        watches.Free(_watch);
        CleanUp();
    }

    private void CleanUp()
    {
        _watch.Close();
        try
        {
            Directory.Delete(_folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // An empty folder stays among temporary files.
        }
    }
}
