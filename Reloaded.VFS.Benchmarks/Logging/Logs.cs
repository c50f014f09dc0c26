using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Reloaded.VFS.Benchmarks.Logging;

/// <summary>A way of logging. One object per thread; only that thread writes.</summary>
public abstract class Log
{
    /// <summary>The number of characters or bytes that are kept before the oldest are overwritten.</summary>
    protected const int Capacity = 1 << 16;

    public abstract void Write(in LogRecord record);

    /// <summary>Returns the last lines that haven't been overwritten, in readable form. Only while no thread writes.</summary>
    public abstract string Read();
}

/// <summary>A log that discards records.</summary>
public sealed class NoLog : Log
{
    public override void Write(in LogRecord record) { }

    public override string Read() => "";
}

/// <summary>A log by string interpolation: a new string for each line.</summary>
public sealed class InterpolationLog : Log
{
    private readonly string[] _lines = new string[256];
    private int _next;

    public override void Write(in LogRecord record) =>
        _lines[_next++ & 255] = string.Create(CultureInfo.InvariantCulture,
            $"{record.Time} [{record.Thread}] {record.KindName} {record.PathId} {record.Path}\n");

    public override string Read() => string.Concat(Enumerable.Range(0, _lines.Length).Select(i => _lines[(_next + i) & 255]));
}

/// <summary>A log by a <see cref="StringBuilder"/> for each thread, reused for each line, which becomes a string.</summary>
public sealed class StringBuilderLog : Log
{
    private readonly string[] _lines = new string[256];
    private readonly StringBuilder _builder = new();
    private int _next;

    public override void Write(in LogRecord record)
    {
        _builder.Clear().Append(record.Time).Append(" [").Append(record.Thread).Append("] ").Append(record.KindName).Append(' ')
            .Append(record.PathId).Append(' ')
            .Append(record.Path).Append('\n');
        _lines[_next++ & 255] = _builder.ToString();
    }

    public override string Read() => string.Concat(Enumerable.Range(0, _lines.Length).Select(i => _lines[(_next + i) & 255]));
}

/// <summary>A log by formatting into a buffer for each thread.</summary>
public sealed class SpanLog : Log
{
    private readonly char[] _text = new char[Capacity];
    private int _end;

    // The end of the text before the last wrap.
    private int _wrapped;

    public override void Write(in LogRecord record)
    {
        int written = record.Format(_text.AsSpan(_end));
        if (written == 0)
        {
            _wrapped = _end;
            _end = 0;
            written = record.Format(_text);
        }

        _end += written;
    }

    public override string Read()
    {
        // The text behind the end is older; its first line may be partly overwritten.
        int older = _text.AsSpan(0, _wrapped).Length > _end ? Array.IndexOf(_text, '\n', _end) + 1 : 0;
        return string.Concat(older > 0 && older < _wrapped ? _text.AsSpan(older, _wrapped - older) : [], _text.AsSpan(0, _end));
    }
}

/// <summary>A log of binary records, formatted by the reader.</summary>
public sealed class BinaryLog : Log
{
    private struct Header
    {
        public long Time;
        public int Thread;
        public int PathId;
        public ushort PathLength;
        public byte Kind;
    }

    private readonly byte[] _bytes = new byte[Capacity];
    private int _end;

    public override void Write(in LogRecord record)
    {
        int size = SizeOf(record.Path.Length);
        if (_end + size > _bytes.Length)
            _end = 0;
        Span<byte> place = _bytes.AsSpan(_end, size);
        var header = new Header
        {
            Time = record.Time,
            Thread = record.Thread,
            PathId = record.PathId,
            PathLength = (ushort)record.Path.Length,
            Kind = record.Kind,
        };
        MemoryMarshal.Write(place, in header);
        MemoryMarshal.AsBytes(record.Path).CopyTo(place[Unsafe.SizeOf<Header>()..]);
        _end += size;
    }

    /// <summary>Returns the records since the last wrap: the beginning of the older ones isn't known.</summary>
    public override string Read()
    {
        var text = new StringBuilder();
        char[] line = new char[1024];
        for (int at = 0; at < _end;)
        {
            Header header = MemoryMarshal.Read<Header>(_bytes.AsSpan(at));
            ReadOnlySpan<char> path = MemoryMarshal.Cast<byte, char>(
                _bytes.AsSpan(at + Unsafe.SizeOf<Header>(), header.PathLength * sizeof(char)));
            int length = new LogRecord(header.Time, header.Thread, header.Kind, header.PathId, path).Format(line);
            text.Append(line, 0, length);
            at += SizeOf(header.PathLength);
        }

        return text.ToString();
    }

    private static int SizeOf(int pathLength) => (Unsafe.SizeOf<Header>() + (pathLength * sizeof(char)) + 7) & ~7;
}
