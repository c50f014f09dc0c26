using System.Diagnostics;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>
/// A line on standard error that shows what takes so long, from the first second on, and is removed afterwards. Nothing is shown if
/// standard error isn't a terminal. Not thread-safe; only one may exist at a time.
/// </summary>
internal sealed class Progress : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private readonly Func<string> _what;
    private readonly Func<double>? _done;
    private readonly TextWriter _output;
    private readonly Timer? _timer;
    private int _written;
    private bool _ended;

    /// <summary>Starts the progress line.</summary>
    /// <param name="what">Returns what is being done, such as <c>reading the mods</c>. Called for each line, from any thread.</param>
    /// <param name="isTerminal">True if the output is a terminal, on which a line can be overwritten.</param>
    /// <param name="patience">The time until the line is first shown, and between its updates.</param>
    /// <param name="done">Returns the part that is done, 0 to 1, from any thread; null if it isn't known.</param>
    public Progress(Func<string> what, TextWriter output, bool isTerminal, TimeSpan patience, Func<double>? done = null)
    {
        _what = what;
        _done = done;
        _output = output;
        _timer = isTerminal ? new Timer(_ => Show(), null, patience, patience) : null;
    }

    /// <summary>Runs an action that may take a while.</summary>
    public static T Of<T>(string what, Func<T> action) => Of(() => what, action);

    /// <summary>Runs an action that may take a while.</summary>
    /// <param name="what">Returns what is being done, from any thread.</param>
    public static T Of<T>(Func<string> what, Func<T> action)
    {
        using Progress progress = new(what, Console.Error, !Console.IsErrorRedirected, Patience);
        return action();
    }

    /// <summary>Runs an action that may take a while, and shows how far it is and how long it will still take.</summary>
    public static T Of<T>(string what, Func<double> done, Func<T> action)
    {
        using Progress progress = new(() => what, Console.Error, !Console.IsErrorRedirected, Patience, done);
        return action();
    }

    /// <summary>Returns how far an action is and how long it will still take, if it goes on as before.</summary>
    /// <param name="done">The part that is done, 0 to 1.</param>
    /// <param name="elapsed">The time that this part took.</param>
    public static string Left(double done, TimeSpan elapsed)
    {
        if (done < 0.01)
            return "";
        double seconds = elapsed.TotalSeconds * (1 - done) / done;
        string left = seconds < 100
            ? $"{Math.Max(1, Math.Ceiling(seconds)):0} s"
            : $"{Math.Ceiling(seconds / 60):0} minutes";
        return $", {done:P0}, about {left} left";
    }

    public void Dispose()
    {
        _timer?.Dispose();
        lock (_lock)
        {
            _ended = true;
            if (_written > 0)
                _output.Write("\r" + new string(' ', _written) + "\r");
        }
    }

    private void Show()
    {
        lock (_lock)
        {
            if (_ended)
                return;
            string line = _done is null
                ? $"rvfs: {_what()}, {_clock.Elapsed.TotalSeconds:0} s"
                : $"rvfs: {_what()}{Left(_done(), _clock.Elapsed)}";
            _output.Write("\r" + line.PadRight(_written));
            _written = Math.Max(_written, line.Length);
        }
    }
}
