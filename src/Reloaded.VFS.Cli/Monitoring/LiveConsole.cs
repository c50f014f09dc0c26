using System.Text;
using Reloaded.VFS.Cli.Terminal;
using Spectre.Console;

namespace Reloaded.VFS.Cli.Monitoring;

/// <summary>
/// The terminal as Spectre.Console draws on it, which lets Spectre's own sequences through. What is drawn has no others:
/// <see cref="TerminalText.Show"/>.
/// </summary>
internal sealed class LiveConsole : IAnsiConsoleOutput
{
    private const int UsualWidth = 80, UsualHeight = 24;

    private LiveConsole(TextWriter writer) => Writer = writer;

    /// <inheritdoc/>
    public TextWriter Writer { get; }

    /// <inheritdoc/>
    public bool IsTerminal => true;

    /// <inheritdoc/>
    public int Width => Measure(() => Console.BufferWidth, UsualWidth);

    /// <inheritdoc/>
    public int Height => Measure(() => Console.WindowHeight, UsualHeight);

    /// <summary>Creates a console for standard error or standard output, which must be a terminal.</summary>
    public static IAnsiConsole Create(bool isError) => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new LiveConsole((isError ? TerminalText.PlainError : TerminalText.PlainOutput) ?? (isError ? Console.Error : Console.Out)),
    });

    /// <inheritdoc/>
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
