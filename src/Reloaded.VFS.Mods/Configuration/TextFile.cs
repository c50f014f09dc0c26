using System.Buffers;
using System.Buffers.Binary;
using System.Text.Unicode;

namespace Reloaded.VFS.Mods.Configuration;

internal enum TextFileEncoding
{
    /// <summary>UTF-8, which includes ASCII.</summary>
    Utf8,

    /// <summary>UTF-16, little-endian: Notepad's "Unicode".</summary>
    Utf16LittleEndian,

    /// <summary>UTF-16, big-endian.</summary>
    Utf16BigEndian,
}

/// <summary>Text files as people save them: UTF-8 or UTF-16 of either byte order, with a byte order mark or without.</summary>
internal static class TextFile
{
    /// <summary>Detects the encoding of a text and advances <paramref name="content"/> past a byte order mark.</summary>
    /// <remarks>
    /// Without a byte order mark, the positions of zero bytes decide: UTF-8 text has none, and UTF-16 text of mostly Latin letters has one
    /// in every two bytes.
    /// </remarks>
    public static TextFileEncoding Detect(ref ReadOnlySpan<byte> content)
    {
        if (content.StartsWith((ReadOnlySpan<byte>)[0xEF, 0xBB, 0xBF]))
        {
            content = content[3..];
            return TextFileEncoding.Utf8;
        }

        if (content.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xFE]))
        {
            content = content[2..];
            return TextFileEncoding.Utf16LittleEndian;
        }

        if (content.StartsWith((ReadOnlySpan<byte>)[0xFE, 0xFF]))
        {
            content = content[2..];
            return TextFileEncoding.Utf16BigEndian;
        }

        int evenZeros = 0, oddZeros = 0, sample = Math.Min(content.Length, 1024);
        for (int i = 0; i < sample; i++)
        {
            if (content[i] == 0)
            {
                if ((i & 1) == 0)
                    evenZeros++;
                else
                    oddZeros++;
            }
        }

        if (content.Length % 2 != 0 || Math.Max(evenZeros, oddZeros) * 4 < sample || Math.Min(evenZeros, oddZeros) * 16 > sample
            || evenZeros == oddZeros)
            return TextFileEncoding.Utf8;
        return oddZeros > evenZeros ? TextFileEncoding.Utf16LittleEndian : TextFileEncoding.Utf16BigEndian;
    }

    /// <summary>
    /// Decodes UTF-16 text without checking it: unpaired surrogates, which names on Windows can have, are kept. Half a unit at the end is
    /// dropped.
    /// </summary>
    public static string DecodeUtf16(ReadOnlySpan<byte> content, TextFileEncoding encoding)
    {
        ReadOnlySpan<ushort> units = MemoryMarshal.Cast<byte, ushort>(content[..(content.Length & ~1)]);
        bool swap = (encoding == TextFileEncoding.Utf16LittleEndian) != BitConverter.IsLittleEndian;
        var text = new char[units.Length];
        for (int i = 0; i < units.Length; i++)
            text[i] = (char)(swap ? BinaryPrimitives.ReverseEndianness(units[i]) : units[i]);
        return new string(text);
    }

    /// <summary>Decodes the text of a whole file. Bytes that aren't UTF-8 become U+FFFD.</summary>
    public static string Decode(ReadOnlySpan<byte> content)
    {
        TextFileEncoding encoding = Detect(ref content);
        return encoding == TextFileEncoding.Utf8 ? Encoding.UTF8.GetString(content) : DecodeUtf16(content, encoding);
    }

    /// <summary>
    /// Returns the text of a whole file as UTF-8, without a byte order mark. Unless the file is UTF-16, the bytes stay as they are.
    /// </summary>
    public static ReadOnlySpan<byte> ToUtf8(ReadOnlySpan<byte> content)
    {
        TextFileEncoding encoding = Detect(ref content);
        return encoding == TextFileEncoding.Utf8 ? content : Encoding.UTF8.GetBytes(DecodeUtf16(content, encoding));
    }

    /// <summary>Returns the lines of a file as <see cref="ToUtf8"/> has them, without their line ends.</summary>
    public static List<byte[]> SplitLines(ReadOnlySpan<byte> content) => SplitUtf8(ToUtf8(content));

    /// <summary>Returns the lines of a text in UTF-8 without a byte order mark, without their line ends.</summary>
    public static List<byte[]> SplitUtf8(ReadOnlySpan<byte> content)
    {
        var lines = new List<byte[]>();
        while (!content.IsEmpty)
        {
            int end = content.IndexOfAny((byte)'\n', (byte)'\r');
            lines.Add((end < 0 ? content : content[..end]).ToArray());
            content = end < 0 ? [] : content[(end + (content[end..].StartsWith("\r\n"u8) ? 2 : 1))..];
        }

        return lines;
    }

    /// <summary>Joins lines to a file's content, each with a line end.</summary>
    public static byte[] JoinLines(IEnumerable<byte[]> lines)
    {
        var content = new MemoryStream();
        foreach (byte[] line in lines)
        {
            content.Write(line);
            content.WriteByte((byte)'\n');
        }

        return content.ToArray();
    }

    /// <summary>Returns the position of the first byte that isn't UTF-8, or -1 if there is none.</summary>
    public static int FindInvalidUtf8(ReadOnlySpan<byte> content)
    {
        if (Utf8.IsValid(content))
            return -1;
        int position = 0;
        while (position < content.Length)
        {
            if (Rune.DecodeFromUtf8(content[position..], out _, out int consumed) != OperationStatus.Done)
                return position;
            position += consumed;
        }

        return -1;
    }

    /// <summary>Returns the line, from 1, of a position.</summary>
    public static int LineOf(ReadOnlySpan<byte> content, int position) =>
        1 + content[..Math.Clamp(position, 0, content.Length)].Count((byte)'\n');
}
