using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Mods.Events;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Reloaded.VFS.Cli.Monitoring;

/// <summary>The live view in a terminal: the last calls, and totals beside them.</summary>
internal static class MonitorView
{
    /// <summary>Draws until <paramref name="isOver"/> returns true. <paramref name="update"/> updates the model before each.</summary>
    public static void Run(IAnsiConsole console, string title, MonitorModel model,
        Func<(IReadOnlyCollection<EventLayer> Layers, long Dropped)> update, Func<bool> isOver)
    {
        console.Live(new Text("")).AutoClear(true).Start(context =>
        {
            while (!isOver())
            {
                IRenderable picture;
                lock (model)
                {
                    (IReadOnlyCollection<EventLayer> layers, long dropped) = update();
                    picture = Draw(console, title, model, layers, dropped);
                }

                context.UpdateTarget(picture);
                Thread.Sleep(200);
            }
        });
    }

    public static IRenderable Draw(IAnsiConsole console, string title, MonitorModel model, IReadOnlyCollection<EventLayer> layers,
        long dropped)
    {
        // A picture that is higher than the terminal couldn't be taken away again.
        int sides = console.Profile.Height < 30 ? 3 : 6, height = Math.Max(2, console.Profile.Height - 15 - sides);
        Table calls = new Table().Border(TableBorder.Simple).Expand()
            .AddColumn(new TableColumn("time").RightAligned().NoWrap()).AddColumn(new TableColumn("thread").RightAligned().NoWrap())
            .AddColumn(new TableColumn("took").RightAligned().NoWrap()).AddColumn(new TableColumn("result").NoWrap()).AddColumn("file")
            .AddColumn(new TableColumn("mod").NoWrap());
        foreach (FileEvent call in model.Recent.TakeLast(height))
            calls.AddRow(
                Plain(call.Began.TotalSeconds.ToString("0.000", CultureInfo.InvariantCulture)),
                Plain(call.Thread.ToString(CultureInfo.InvariantCulture)), Plain(EventText.Duration(call.Duration)),
                new Text(EventText.Status(call),
                    new Style(call.IsMissing ? Color.Yellow : call.IsRedirected ? Color.Green : Color.Default)),
                new TextPath(TerminalText.Show(EventText.Short(call.Path, layers))), Plain(call.Layer?.Name ?? ""));
        Table slow = Side("slowest files", model.Slowest(sides).Select(c => (EventText.Duration(c.Duration), EventText.Short(c.Path, layers))));
        Table hot = Side("hottest folders",
            model.HottestFolders(sides)
                .Select(f => (f.Calls.ToString(CultureInfo.InvariantCulture), EventText.Short(f.Folder, layers))));
        string[] unused = [.. model.UnusedMods(layers)];
        string totals = $"{model.Calls} calls in {EventText.Duration(model.Time)}   {model.Redirected} of mods' files   {model.Missing} "
            + $"missing{(dropped > 0 ? $"   {dropped} not recorded" : "")}";
        return new Rows(
            new Rule(Markup.Escape(TerminalText.Show(title))).LeftJustified(),
            new Text(totals, new Style(decoration: Decoration.Bold)),
            calls,
            new Columns(slow, hot).Expand(),
            new Text(unused.Length == 0 ? "every mod was asked for something" : TerminalText.Show($"nothing was asked for of: {string.Join(", ", unused)}"),
                new Style(Color.Grey)),
            new Text("Ctrl-C ends the view; the game runs on.", new Style(Color.Grey)));
    }

    private static Table Side(string title, IEnumerable<(string Figure, string Path)> rows)
    {
        Table table = new Table().Border(TableBorder.Simple).AddColumn(new TableColumn("").RightAligned().NoWrap()).AddColumn(title);
        foreach ((string figure, string path) in rows)
            table.AddRow(Plain(figure), new TextPath(TerminalText.Show(path)));
        return table;
    }

    private static Text Plain(string text) => new(TerminalText.Show(text));
}

/// <summary>The options that select the calls to show.</summary>
internal sealed class MonitorOptions
{
    private readonly Option<string?> _only = Syntax.Text("--only", "redirected|missing",
        "Show only files of mods, or only names that aren't there");
    private readonly Option<string?> _filter = Syntax.Text("--filter", "PATTERN",
        "Show only paths with this in them; with * and ? the file's name, or its last folders and name");

    public void AddTo(Command command)
    {
        _only.AcceptOnlyFromAmong("redirected", "missing");
        command.Add(_only);
        command.Add(_filter);
    }

    /// <summary>Refuses these options if no calls are shown.</summary>
    /// <param name="monitors">True if calls are shown.</param>
    /// <exception cref="CliException">One of these options was given, but no calls are shown.</exception>
    public void Check(ParseResult result, bool monitors)
    {
        if (!monitors && ((Option[])[_only, _filter]).FirstOrDefault(option => result.GetResult(option) is not null) is { } idle)
            throw new CliException($"{idle.Name} needs --monitor.");
    }

    public EventFilter Read(ParseResult result) => new()
    {
        OnlyRedirected = result.GetValue(_only) == "redirected",
        OnlyMissing = result.GetValue(_only) == "missing",
        Pattern = result.GetValue(_filter),
    };
}

/// <summary>
/// The terminal as Spectre.Console draws on it, which lets Spectre's own sequences through. What is drawn has no others:
/// <see cref="TerminalText.Show"/>.
/// </summary>
internal sealed class LiveConsole : IAnsiConsoleOutput
{
    private const int UsualWidth = 80, UsualHeight = 24;

    private LiveConsole(TextWriter writer) => Writer = writer;

    public TextWriter Writer { get; }

    public bool IsTerminal => true;
    public int Width => Measure(() => Console.BufferWidth, UsualWidth);
    public int Height => Measure(() => Console.WindowHeight, UsualHeight);

    /// <summary>Creates a console for standard error or standard output, which must be a terminal.</summary>
    public static IAnsiConsole Create(bool isError) => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new LiveConsole((isError ? TerminalText.PlainError : TerminalText.PlainOutput) ?? (isError ? Console.Error : Console.Out)),
    });

    public void SetEncoding(Encoding encoding)
    {
        // The encoding is the process's.
    }

    private static int Measure(Func<int> measure, int usual)
    {
        try
        {
            return measure() is > 0 and var size ? size : usual;
        }
        catch (IOException)
        {
            return usual;
        }
    }
}
