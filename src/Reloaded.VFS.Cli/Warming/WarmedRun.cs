using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Monitoring;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Starting.Wine;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Keeping;

namespace Reloaded.VFS.Cli.Warming;

/// <summary>
/// A run on Linux with what the game will read at its start read ahead (<c>rvfs run --warm</c>): what it opened at its last start, in that
/// order. The game is followed through its event file, for as long as a start takes, and what it opens is kept for the next start. Whatever
/// goes wrong, the game runs.
/// </summary>
internal sealed class WarmedRun : IDisposable
{
    // A game with its files in memory reads some megabytes in a millisecond.
    private const int PauseMilliseconds = 5;

    private static readonly TimeSpan s_longestStart = TimeSpan.FromMinutes(3);

    private readonly string _kept, _game;
    private readonly StartRecorder _recorder;
    private readonly StartFile[]? _last;
    private readonly AheadReader? _ahead;
    private readonly EventFollower _follower;
    private readonly Timer _timer;
    private readonly Lock _ending = new();
    private bool _isOver;

    private WarmedRun(string kept, string game, string prefix, string events)
    {
        (_kept, _game) = (kept, game);
        WinePaths? paths = null;
        // The prefix may be made meanwhile.
        _recorder = new StartRecorder(path => (paths ??= new WinePaths(prefix)).ToLinux(path));
        _last = StartFiles.TryRead(kept, game);
        _ahead = _last is { } files ? new AheadReader(files) : null;
        _follower = new EventFollower(events, Take, PauseMilliseconds);
        _timer = new Timer(_ => Dispose(), null, s_longestStart, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Runs the game to its end.</summary>
    /// <param name="options">How.</param>
    /// <param name="run">Starts the game, and returns how it ended.</param>
    /// <returns>As <c>rvfs run</c>.</returns>
    public static int Execute(RunOptions options, Func<RunOptions, int> run)
    {
        string prefix = WineInstallation.FindPrefix();
        if (Find(options, prefix) is not { } place || TryCreateEvents() is not { } events)
            return run(options);
        try
        {
            using WarmedRun warmed = new(place.Kept, place.Game, prefix, events);
            return run(options with { EventsFile = events });
        }
        finally
        {
            EventFiles.Delete(events);
        }
    }

    /// <summary>The start is over: nothing is read ahead or recorded any more, and what was recorded is kept.</summary>
    public void Dispose()
    {
        lock (_ending)
        {
            if (_isOver)
                return;
            _isOver = true;
            _timer.Dispose();
            _follower.Dispose();
            _ahead?.Dispose();
            if (_recorder.Find() is { Count: > 0 } files && (_last is null || !files.SequenceEqual(_last)))
                StartFiles.TryWrite(_kept, _game, files);
        }
    }

    /// <summary>Where the list is kept, and the game; null where nothing is to be kept, or something is wrong that the run says.</summary>
    private static (string Kept, string Game)? Find(RunOptions options, string prefix)
    {
        try
        {
            PrefixConfiguration configuration = new(prefix);
            string game = GameFile.Find(configuration.ToLinux(options.Game) ?? options.Game), folder = Path.GetDirectoryName(game)!;
            VfsConfiguration filled = configuration.Read(options, folder).WithDefaults(folder);
            return Directory.Exists(filled.Mods) && KeptPlace.OfOpens(filled.Mods) is { } kept ? (kept, game) : null;
        }
        catch (CliException)
        {
            return null;
        }
    }

    private static string? TryCreateEvents()
    {
        try
        {
            return EventFiles.Create(on: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private void Take(EventReader reader, List<FileEvent> calls)
    {
        foreach (FileEvent call in calls)
        {
            _recorder.Add(call);
            if (call.IsOpen)
                _ahead?.Pass(call.Path);
        }
    }
}
