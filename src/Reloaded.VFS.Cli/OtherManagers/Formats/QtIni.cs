using Reloaded.VFS.Cli.OtherManagers.Plans;

namespace Reloaded.VFS.Cli.OtherManagers.Formats;

/// <summary>
/// An INI file as Qt's <c>QSettings</c> writes it: values with escapes, lists, and byte arrays (<c>@ByteArray(...)</c>). Immutable. The
/// reader throws for no content.
/// </summary>
internal sealed class QtIni
{
    private const string General = "General", ByteArray = "@ByteArray(";

    private readonly Dictionary<string, List<string>> _values = new(StringComparer.OrdinalIgnoreCase);

    private QtIni(string text)
    {
        string section = General;
        foreach (string line in Join(text))
        {
            if (line.Length == 0 || line[0] is ';' or '#')
                continue;
            if (line[0] == '[')
            {
                int end = line.IndexOf(']', StringComparison.Ordinal);
                section = UnescapeKey(end < 0 ? line[1..] : line[1..end]);
                continue;
            }

            int equals = line.IndexOf('=', StringComparison.Ordinal);
            if (equals > 0)
                _values[$"{section}/{UnescapeKey(line[..equals].Trim())}"] = Split(line[(equals + 1)..]);
        }
    }

    /// <summary>Reads a file.</summary>
    /// <exception cref="CliException">The file can't be read.</exception>
    public static QtIni Read(string file) => new(TextFile.Decode(ImportPlaces.Read(file)));

    public static QtIni Parse(string text) => new(text);

    /// <summary>Returns a value, or null if there is none or it is empty.</summary>
    /// <param name="key">The key, with slashes between its parts.</param>
    public string? Get(string section, string key) =>
        _values.TryGetValue($"{section}/{key}", out List<string>? parts) && Decode(string.Join(", ", parts)) is { Length: > 0 } text
            ? text
            : null;

    /// <summary>Returns the texts of a list, or null if there is no such key.</summary>
    public IReadOnlyList<string>? GetList(string section, string key) =>
        _values.TryGetValue($"{section}/{key}", out List<string>? parts)
            ? [.. parts.Select(part => Decode(part)).OfType<string>().Where(part => part.Length > 0)]
            : null;

    /// <summary>Joins lines that end with a backslash to the next one, as Qt does.</summary>
    private static IEnumerable<string> Join(string text)
    {
        string begun = "";
        foreach (string line in text.Split('\n'))
        {
            string plain = line.TrimEnd('\r');
            int slashes = plain.Length - plain.TrimEnd('\\').Length;
            if (slashes % 2 == 1)
            {
                begun += plain[..^1];
                continue;
            }

            yield return (begun + plain).Trim();
            begun = "";
        }

        yield return begun.Trim();
    }

    /// <summary>Decodes a key: a backslash stands between its parts, <c>%20</c> and <c>%U4E2D</c> are characters.</summary>
    private static string UnescapeKey(string key)
    {
        var text = new StringBuilder();
        for (int i = 0; i < key.Length; i++)
        {
            int first = key[i] != '%' ? -1 : i + 1 < key.Length && key[i + 1] == 'U' ? i + 2 : i + 1, count = first == i + 2 ? 4 : 2;
            if (first > 0 && first + count <= key.Length
                && int.TryParse(key.AsSpan(first, count), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out int code))
            {
                text.Append((char)code);
                i = first + count - 1;
            }
            else
            {
                text.Append(key[i] == '\\' ? '/' : key[i]);
            }
        }

        return text.ToString();
    }

    /// <summary>Splits a value at its commas, outside quotes, and decodes the escapes.</summary>
    private static List<string> Split(string value)
    {
        var parts = new List<string>();
        var part = new StringBuilder();
        bool isQuoted = false, wasQuoted = false;
        for (int i = 0; i < value.Length; i++)
        {
            char c = value[i];
            if (c == '\\')
            {
                i = Unescape(value, i + 1, part) - 1;
            }
            else if (c == '"')
            {
                isQuoted = !isQuoted;
                wasQuoted = true;
            }
            else if (c == ',' && !isQuoted)
            {
                End();
            }
            else if (isQuoted || part.Length > 0 || c is not (' ' or '\t'))
            {
                part.Append(c);
            }
        }

        End();
        return parts;

        void End()
        {
            parts.Add(wasQuoted ? part.ToString() : part.ToString().TrimEnd(' ', '\t'));
            part.Clear();
            wasQuoted = false;
        }
    }

    /// <summary>Decodes an escape after its backslash. Returns the position behind it.</summary>
    private static int Unescape(string value, int at, StringBuilder text)
    {
        if (at >= value.Length)
            return at;
        const string letters = "abfnrtv\"?'\\0", characters = "\a\b\f\n\r\t\v\"?'\\\0";
        if (letters.IndexOf(value[at], StringComparison.Ordinal) is >= 0 and var index)
        {
            text.Append(characters[index]);
            return at + 1;
        }

        if (value[at] != 'x')
            return at + 1;
        // Qt takes all digits that follow.
        int end = at + 1, code = 0;
        for (; end < value.Length && char.IsAsciiHexDigit(value[end]); end++)
            code = ((code << 4) | Convert.ToInt32(value[end].ToString(), 16)) & 0xFFFF;
        if (end > at + 1)
            text.Append((char)code);
        return end;
    }

    private static string? Decode(string value)
    {
        if (value.StartsWith(ByteArray, StringComparison.Ordinal) && value.EndsWith(')'))
        {
            string bytes = value[ByteArray.Length..^1];
            // What stands there without escapes was read as UTF-8 already.
            return bytes.Any(c => c > 255) || TextFile.FindInvalidUtf8(Encoding.Latin1.GetBytes(bytes)) >= 0
                ? bytes
                : Encoding.UTF8.GetString(Encoding.Latin1.GetBytes(bytes));
        }

        return value.StartsWith("@Invalid()", StringComparison.Ordinal) ? null
            : value.StartsWith("@@", StringComparison.Ordinal) ? value[1..]
            : value;
    }
}
