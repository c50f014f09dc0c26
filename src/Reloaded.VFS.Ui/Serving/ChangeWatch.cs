using Reloaded.VFS.Ui.Asking;

namespace Reloaded.VFS.Ui.Serving;

/// <summary>Sees that the mods, their order or their rules change, whoever changes them.</summary>
/// <remarks>What lies deep in a mod isn't watched: a watch of each of its folders would use up what the system allows.</remarks>
internal sealed class ChangeWatch : IDisposable
{
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(150);

    private readonly List<FileSystemWatcher> _watchers = [];
    private readonly Timer _timer;

    /// <summary>Watches the folder of Reloaded VFS in the game's folder and the mods folder.</summary>
    /// <param name="folders">The folders; one that isn't there is left out.</param>
    /// <param name="changed">Called some time after a change, once for all that come together.</param>
    public ChangeWatch(IEnumerable<string> folders, Action changed)
    {
        _timer = new Timer(_ => changed());
        foreach (string folder in folders.Distinct().Where(Directory.Exists))
        {
            try
            {
                FileSystemWatcher watcher = new(folder)
                {
                    NotifyFilter = NotifyFilters.FileName | NotifyFilters.DirectoryName | NotifyFilters.LastWrite | NotifyFilters.Size,
                };
                watcher.Changed += Seen;
                watcher.Created += Seen;
                watcher.Deleted += Seen;
                watcher.Renamed += Seen;
                watcher.EnableRaisingEvents = true;
                _watchers.Add(watcher);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The page looks again when its window is.
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _watchers.ForEach(watcher => watcher.Dispose());
        _timer.Dispose();
    }

    /// <summary>Returns the folders that are watched for a game.</summary>
    public static IEnumerable<string> FoldersOf(Context context, string game)
    {
        string own = Path.Combine(game, "rvfs");
        string? mods = context.Options.FirstOrDefault(option => option.StartsWith("--mods=", StringComparison.Ordinal))?["--mods=".Length..];
        return [own, mods ?? Path.Combine(own, "mods"), Path.Combine(own, "sets")];
    }

    private void Seen(object sender, FileSystemEventArgs e) => _timer.Change(s_pause, Timeout.InfiniteTimeSpan);
}
