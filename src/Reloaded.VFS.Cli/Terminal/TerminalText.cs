namespace Reloaded.VFS.Cli.Terminal;

/// <summary>
/// A writer that lets only the control characters of lines and columns through: names of files may contain others, which a terminal would
/// obey.
/// </summary>
/// <param name="inner">The writer that receives the text.</param>
internal sealed class TerminalText(TextWriter inner) : TextWriter(CultureInfo.InvariantCulture)
{
    public override Encoding Encoding => inner.Encoding;

    /// <summary>Gets the writer of standard error that lets every character through, for colours of rvfs's own.</summary>
    public static TextWriter? PlainError { get; private set; }

    /// <summary>Gets the writer of standard output that lets every character through.</summary>
    public static TextWriter? PlainOutput { get; private set; }

    /// <summary>Returns a text whose control characters are made visible.</summary>
    public static string Show(string text) =>
        text.All(IsShown) ? text : string.Concat(text.Select(c => IsShown(c) ? $"{c}" : Escape(c)));

    /// <summary>Makes everything that this process writes to its terminal go through this writer.</summary>
    /// <param name="newLine">The end of a line; null for that of this system.</param>
    public static void Guard(string? newLine = null)
    {
        (PlainOutput, PlainError) = (Console.Out, Console.Error);
        Console.SetOut(Synchronized(new TerminalText(Console.Out) { NewLine = newLine ?? Environment.NewLine }));
        Console.SetError(Synchronized(new TerminalText(Console.Error) { NewLine = newLine ?? Environment.NewLine }));
    }

    public override void Write(char value)
    {
        if (IsShown(value))
            inner.Write(value);
        else
            inner.Write(Escape(value));
    }

    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));
    public override void Write(string? value) => Write(value.AsSpan());

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

    public override void Flush() => inner.Flush();

    private static bool IsShown(char value) => !char.IsControl(value) || value is '\n' or '\r' or '\t';

    private static string Escape(char value) => $"\\u{(int)value:X4}";
}
