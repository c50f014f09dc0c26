using System.Text.Json;
using Reloaded.VFS.Cli.Monitoring;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Mods.Events;
using Spectre.Console;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs monitor</c>, which shows a running game's file calls.</summary>
internal static class MonitorCommand
{
    private const string Examples = """
        The game must run with its mods already; 'rvfs run --monitor GAME' starts one and shows its calls from the first on.
        Where the output isn't a terminal, each call is a line, and the totals come at the end.

        Examples:
          rvfs monitor                              The game that runs
          rvfs monitor game.exe                     A running game by its program
          rvfs monitor 1234 --only redirected       By its process id (under Wine: Wine's); only files of mods
          rvfs monitor game.exe --only missing      What the game looks for and doesn't find
          rvfs monitor game.exe --filter '*.dds'    Only some files
          rvfs monitor --json > calls.jsonl         Each call as JSON in a line of its own; the last line has the totals
        """;

    private const double LongestSeconds = 1e9;

    public static Command Create()
    {
        Argument<string?> process = Syntax.Optional("PROCESS",
            "The game's process id, or its program's name. Default: the game that was started last");
        MonitorOptions options = new();
        Option<double?> seconds = Syntax.Number("--seconds", "N", "End after N seconds. Default: with the game, or with Ctrl-C");
        Option<bool> json = Syntax.Flag("--json", "Print each call as JSON, one in a line");
        CommandWithExamples command = new(Examples, "monitor", "Monitor a running game's file calls.") { process, seconds, json };
        options.AddTo(command);
        command.SetAction(result =>
        {
            try
            {
                string? meant = result.GetValue(process)
                    ?? (GameOption.Of(result) is { } named ? Path.GetFileName(NamedGame.Find(named).FindProgram()) : null);
                string file = EventFiles.Find(meant);
                using EventReader reader = EventReader.Open(file, CliVersion.Text);
                TextWriter output = result.InvocationConfiguration.Output;
                return Follow(reader, file, options.Read(result), result.GetValue(seconds), result.GetValue(json)
                    ? new JsonLines(output)
                    : new TextLines(output));
            }
            catch (EventFileException e)
            {
                throw new CliException(e.OwnText + ".", "Use the rvfs that the game was started with.");
            }
        });
        return command;
    }

    private static int Follow(EventReader reader, string file, EventFilter filter, double? seconds, Lines lines)
    {
        MonitorModel model = new(filter);
        DateTime end = seconds is { } s ? DateTime.UtcNow.AddSeconds(Math.Min(s, LongestSeconds)) : DateTime.MaxValue;
        DateTime nextLook = default;
        bool stopped = false;
        Console.CancelKeyPress += (_, e) => e.Cancel = stopped = true;
        reader.TurnOn();
        IAnsiConsole? console = Console.IsOutputRedirected || lines is JsonLines ? null : LiveConsole.Create(isError: false);
        if (console is { Profile.Capabilities.Ansi: true })
        {
            MonitorView.Run(console, $"{reader.Program} (process {reader.ProcessId})", model, () =>
            {
                reader.Read().ForEach(call => model.Add(call));
                return (reader.Layers, reader.Dropped);
            }, IsOver);
        }
        else
        {
            do
            {
                lines.Write(reader.Read().Where(model.Add));
                Thread.Sleep(50);
            }
            while (!IsOver());
            lines.Write(reader.Read().Where(model.Add));
        }

        lines.End(model, reader.Layers, reader.Dropped);
        return ExitCodes.Ok;

        bool IsOver()
        {
            if (stopped || DateTime.UtcNow >= end)
                return true;
            if (DateTime.UtcNow < nextLook)
                return false;
            nextLook = DateTime.UtcNow.AddSeconds(1);
            return !EventFiles.IsInUse(file, reader.ProcessId);
        }
    }

    /// <summary>The calls and the totals as lines.</summary>
    private abstract class Lines(TextWriter output)
    {
        protected TextWriter Output => output;

        public void Write(IEnumerable<FileEvent> calls)
        {
            foreach (FileEvent call in calls)
                output.WriteLine(LineOf(call));
            output.Flush();
        }

        public abstract void End(MonitorModel model, IReadOnlyCollection<EventLayer> layers, long dropped);

        protected abstract string LineOf(FileEvent call);
    }

    private sealed class TextLines(TextWriter output) : Lines(output)
    {
        public override void End(MonitorModel model, IReadOnlyCollection<EventLayer> layers, long dropped) =>
            EventText.WriteSummary(Output, model, layers, dropped);

        protected override string LineOf(FileEvent call) => EventText.Line(call);
    }

    private sealed class JsonLines(TextWriter output) : Lines(output)
    {
        public override void End(MonitorModel model, IReadOnlyCollection<EventLayer> layers, long dropped) =>
            Output.WriteLine(TextOf(new MonitorOutput(null, CallTotalsOutput.Of(model, layers, dropped))));

        protected override string LineOf(FileEvent call) => TextOf(new MonitorOutput(CallOutput.Of(call), null));

        private static string TextOf(MonitorOutput line) => JsonSerializer.Serialize(line, OutputJson.Lines.MonitorOutput);
    }
}
