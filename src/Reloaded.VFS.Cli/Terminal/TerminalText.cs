using System.Globalization;
using System.Text;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>
/// A writer that lets only the control characters of lines and columns through: names of files may contain others, which a terminal would
/// obey.
/// </summary>
/// <param name="inner">The writer that receives the text.</param>
internal sealed class TerminalText(TextWriter inner) : TextWriter(CultureInfo.InvariantCulture)
{
    /// <inheritdoc/>
    public override Encoding Encoding => inner.Encoding;

    /// <summary>Makes everything that this process writes to its terminal go through this writer.</summary>
    public static void Guard()
    {
        Console.SetOut(Synchronized(new TerminalText(Console.Out)));
        Console.SetError(Synchronized(new TerminalText(Console.Error)));
    }

    /// <inheritdoc/>
    public override void Write(char value)
    {
        if (IsShown(value))
            inner.Write(value);
        else
            inner.Write(Escape(value));
    }

    /// <inheritdoc/>
    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    /// <inheritdoc/>
    public override void Write(string? value) => Write(value.AsSpan());

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<char> buffer)
    {
        for (int end = 0; end < buffer.Length; end++)
        {
            if (IsShown(buffer[end]))
                continue;
            inner.Write(buffer[..end]);
            inner.Write(Escape(buffer[end]));
            buffer = buffer[(end + 1)..];
            end = -1;
        }

        inner.Write(buffer);
    }

    /// <inheritdoc/>
    public override void Flush() => inner.Flush();

    private static bool IsShown(char value) => !char.IsControl(value) || value is '\n' or '\r' or '\t';

    private static string Escape(char value) => string.Create(CultureInfo.InvariantCulture, $"\\u{(int)value:X4}");
}
