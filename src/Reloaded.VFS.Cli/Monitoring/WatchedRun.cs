using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Events;
using Spectre.Console;

namespace Reloaded.VFS.Cli.Monitoring;

/// <summary>A run whose file calls are shown from the game's first one on: in the terminal, in a log, or both.</summary>
internal static class WatchedRun
{
    /// <summary>Runs the game to its end.</summary>
    /// <param name="options">The options of the run.</param>
    /// <param name="shown">The calls that the terminal shows; null for none.</param>
    /// <param name="run">Starts the game and returns its result.</param>
    /// <returns>The exit code, as of <c>rvfs run</c>.</returns>
    public static int Execute(RunOptions options, EventFilter? shown, Func<RunOptions, int> run)
    {
        string events = EventFiles.Create(on: true);
        MonitorModel model = new(shown ?? new EventFilter());
        StreamWriter? log = null;
        IReadOnlyCollection<EventLayer> layers = [];
        long dropped = 0;
        bool over = false;
        Thread? view = null;
        try
        {
            int code;
            using (EventFollower follower = new(events, Take))
            {
                if (shown is not null && !Console.IsErrorRedirected)
                    view = Show();
                code = run(options with { EventsFile = events });
            }

            over = true;
            view?.Join();
            if (shown is not null)
                EventText.WriteSummary(Console.Error, model, layers, dropped);
            if (log is not null)
                EventText.WriteSummary(log, model, layers, dropped);
            return code;
        }
        finally
        {
            log?.Dispose();
            EventFiles.Delete(events);
        }

        void Take(EventReader reader, List<FileEvent> calls)
        {
            lock (model)
            {
                layers = [.. reader.Layers];
                dropped = reader.Dropped;
                foreach (FileEvent call in calls)
                {
                    if (model.Add(call) && shown is not null && Console.IsErrorRedirected)
                        Console.Error.WriteLine(EventText.Line(call));
                    WriteLog(call);
                }
            }

            log?.Flush();
        }

        void WriteLog(FileEvent call)
        {
            if (options.Log is null)
                return;
            try
            {
                // The DLL appends its own lines to the same file.
                log ??= new StreamWriter(
                    new FileStream(HostPath(options.Log), FileMode.Append, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete));
                log.WriteLine(EventText.Line(call));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The start reports that the file can't be written.
            }
        }

        Thread Show()
        {
            // Standard output belongs to the game; the view uses standard error.
            IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Error) });
            Thread thread = new(() => Attempt.Make(() => MonitorView.Run(console, options.Game, model, () => (layers, dropped), () => over),
                "the game's calls aren't shown"))
            {
                IsBackground = true,
            };
            thread.Start();
            return thread;
        }
    }

    private static string HostPath(string path) => GameQuestion.HostPath(path);
}
