using System.Diagnostics;
using System.Globalization;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>
/// A line on the standard error that says what takes so long, from the first second on, and is gone afterwards. Silent where that is no
/// terminal. Not thread-safe; one at a time.
/// </summary>
internal sealed class Progress : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private readonly Func<string> _what;
    private readonly TextWriter _output;
    private readonly Timer? _timer;
    private int _written;
    private bool _ended;

    /// <summary>Begins.</summary>
    /// <param name="what">What is being done: <c>reading the mods</c>. Asked whenever the line is written, from any thread.</param>
    /// <param name="output">Where to.</param>
    /// <param name="isTerminal">Whether that can take a line back.</param>
    /// <param name="patience">When it is first shown, and how often it is renewed.</param>
    public Progress(Func<string> what, TextWriter output, bool isTerminal, TimeSpan patience)
    {
        _what = what;
        _output = output;
        _timer = isTerminal ? new Timer(_ => Show(), null, patience, patience) : null;
    }

    /// <summary>Does something that may take its time.</summary>
    public static T Of<T>(string what, Func<T> action) => Of(() => what, action);

    /// <summary>Does something that may take its time, and tells how far it is.</summary>
    public static T Of<T>(Func<string> what, Func<T> action)
    {
        using Progress progress = new(what, Console.Error, !Console.IsErrorRedirected, Patience);
        return action();
    }

    /// <summary>Takes the line back.</summary>
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
            string line = string.Create(CultureInfo.InvariantCulture, $"rvfs: {_what()}, {_clock.Elapsed.TotalSeconds:0} s");
            _output.Write("\r" + line.PadRight(_written));
            _written = Math.Max(_written, line.Length);
        }
    }
}
