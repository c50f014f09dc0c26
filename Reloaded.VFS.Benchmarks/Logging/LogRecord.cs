using System.Globalization;

namespace Reloaded.VFS.Benchmarks.Logging;

/// <summary>The record of a look-up.</summary>
/// <param name="Time">The time in ticks of the system's clock.</param>
/// <param name="Thread">The thread's number.</param>
/// <param name="Kind">The result: a <see cref="VFS.Lookup.LookupKind"/>.</param>
/// <param name="PathId">The folder's id.</param>
/// <param name="Path">The requested path.</param>
public readonly ref struct LogRecord(long time, int thread, byte kind, int pathId, ReadOnlySpan<char> path)
{
    public readonly long Time = time;
    public readonly int Thread = thread;
    public readonly byte Kind = kind;
    public readonly int PathId = pathId;
    public readonly ReadOnlySpan<char> Path = path;

    /// <summary>Formats the record as a readable line.</summary>
    /// <returns>The number of characters; 0 if they don't fit.</returns>
    public int Format(Span<char> line)
    {
        var writer = new Writer(line);
        writer.Add(Time);
        writer.Add(" [");
        writer.Add(Thread);
        writer.Add("] ");
        writer.Add(KindName);
        writer.Add(" ");
        writer.Add(PathId);
        writer.Add(" ");
        writer.Add(Path);
        writer.Add("\n");
        return writer.Written;
    }

    /// <summary>Gets the result in words.</summary>
    public string KindName => Kind switch { 0 => "outside", 1 => "miss", 2 => "file", _ => "folder" };

    /// <summary>
    /// Writes text into a span. Written by hand: an interpolation handler boxes numbers until it has been compiled with full optimization.
    /// </summary>
    private ref struct Writer(Span<char> line)
    {
        private readonly Span<char> _line = line;
        private bool _isFull;

        /// <summary>Gets the number of written characters; 0 if something didn't fit.</summary>
        public int Written { get => _isFull ? 0 : field; private set; }

        public void Add(ReadOnlySpan<char> text)
        {
            if (_isFull || !text.TryCopyTo(_line[Written..]))
                _isFull = true;
            else
                Written += text.Length;
        }

        public void Add(long number)
        {
            if (_isFull || !number.TryFormat(_line[Written..], out int written, provider: CultureInfo.InvariantCulture))
                _isFull = true;
            else
                Written += written;
        }
    }
}
