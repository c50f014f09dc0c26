namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Counts the lines of a text on the way from its begin to its end: each byte is looked at once. Not thread-safe.</summary>
/// <param name="first">The number of the text's first line.</param>
internal sealed class LineCounter(int first)
{
    private int _line = first, _position;

    /// <summary>The line that a position is in, which isn't before the position that was asked for last.</summary>
    public int LineOf(ReadOnlySpan<byte> content, int position)
    {
        position = Math.Clamp(position, _position, content.Length);
        _line += content[_position..position].Count((byte)'\n');
        _position = position;
        return _line;
    }
}
