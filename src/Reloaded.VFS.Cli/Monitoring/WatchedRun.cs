using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Mods.Events;
using Spectre.Console;

namespace Reloaded.VFS.Cli.Monitoring;

/// <summary>A run whose file calls are shown from the game's first one on: in the terminal, in a log, or both.</summary>
/// <param name="shown">The calls that the terminal shows; null for none.</param>
internal sealed class WatchedRun(RunOptions options, EventFilter? shown)
{
    private readonly MonitorModel _model = new(shown ?? new EventFilter());
    private StreamWriter? _log;
    private IReadOnlyCollection<EventLayer> _layers = [];
    private long _dropped;
    private bool _isOver;

    /// <summary>Runs the game to its end.</summary>
    /// <param name="run">Starts the game and returns its result.</param>
    /// <returns>The exit code, as of <c>rvfs run</c>.</returns>
    public int Execute(Func<RunOptions, int> run)
    {
        string events = EventFiles.Create(on: true);
        try
        {
            Thread? view = null;
            int code;
            using (EventFollower follower = new(events, Receive))
            {
                if (shown is not null && !Console.IsErrorRedirected)
                    view = Show();
                code = run(options with { EventsFile = events });
            }

            _isOver = true;
            view?.Join();
            if (shown is not null)
            {
                using WrappedOutput? broken = TerminalSize.ForErrors is { } width ? new(Console.Error, width) : null;
                EventText.WriteSummary(broken ?? Console.Error, _model, _layers, _dropped);
            }

            if (_log is not null)
                EventText.WriteSummary(_log, _model, _layers, _dropped);
            return code;
        }
        finally
        {
            _log?.Dispose();
            EventFiles.Delete(events);
        }
    }

    private void Receive(EventReader reader, List<FileEvent> calls)
    {
        lock (_model)
        {
            _layers = [.. reader.Layers];
            _dropped = reader.Dropped;
            foreach (FileEvent call in calls)
            {
                if (_model.Add(call) && shown is not null && Console.IsErrorRedirected)
                    Console.Error.WriteLine(EventText.Line(call));
                WriteLog(call);
            }
        }

        _log?.Flush();
    }

    private void WriteLog(FileEvent call)
    {
        if (options.Log is null)
            return;
        // The start reports that the log can't be written.
        FileErrors.Ignore(() =>
        {
            // The DLL adds its own lines to the same file.
            _log ??= new StreamWriter(new FileStream(GameQuestion.HostPath(options.Log), FileMode.Append, FileAccess.Write,
                FileShare.ReadWrite | FileShare.Delete));
            _log.WriteLine(EventText.Line(call));
        });
    }

    private Thread Show()
    {
        // The game's own output is the standard output; the view is on the standard error.
        IAnsiConsole console = LiveConsole.Create(isError: true);
        Thread thread = new(() => Attempt.Make(
            () => MonitorView.Run(console, options.Game, _model, () => (_layers, _dropped), () => _isOver),
            "the game's calls aren't shown"))
        {
            IsBackground = true,
        };
        thread.Start();
        return thread;
    }
}
