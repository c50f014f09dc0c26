using System.Globalization;
using System.Text;

namespace Reloaded.VFS.Mods.Metadata;

/// <summary>
/// Reads TOML as far as me3's profiles need it: tables, arrays of tables, dotted keys, strings of all four kinds, truth values, arrays and
/// inline tables. Numbers and times are passed over. A library would be most of what the DLL reads of text.
/// </summary>
internal sealed class TomlReader
{
    private const int DeepestValue = 32;

    private readonly string _text;
    private int _at, _depth;

    private TomlReader(string text) => _text = text;

    private char Current => _at < _text.Length ? _text[_at] : '\0';

    /// <summary>The root table; null for what isn't TOML.</summary>
    /// <param name="text">The content.</param>
    /// <returns>
    /// A value is a <see cref="string"/>, a <see cref="bool"/>, a <see cref="List{T}"/> or a <see cref="Dictionary{TKey,TValue}"/> of
    /// values; null for a number or a time.
    /// </returns>
    public static Dictionary<string, object?>? TryRead(string text)
    {
        try
        {
            return new TomlReader(text).ReadDocument();
        }
        catch (FormatException)
        {
            return null;
        }
    }

    private Dictionary<string, object?> ReadDocument()
    {
        var root = new Dictionary<string, object?>(StringComparer.Ordinal);
        Dictionary<string, object?> table = root;
        for (SkipLines(); _at < _text.Length; SkipLines())
        {
            if (!TryTake("["))
            {
                ReadPair(table);
            }
            else
            {
                bool isArray = TryTake("[");
                List<string> names = ReadKey();
                Take(isArray ? "]]" : "]");
                table = isArray ? AddItem(root, names) : names.Aggregate(root, Below);
            }

            SkipBlanks();
            if (_at < _text.Length && Current is not ('\n' or '\r' or '#'))
                throw new FormatException();
        }

        return root;
    }

    private static Dictionary<string, object?> AddItem(Dictionary<string, object?> root, List<string> names)
    {
        Dictionary<string, object?> parent = names.SkipLast(1).Aggregate(root, Below), item = new(StringComparer.Ordinal);
        if (!parent.TryGetValue(names[^1], out object? known))
            parent.Add(names[^1], known = new List<object?>());
        (known as List<object?> ?? throw new FormatException()).Add(item);
        return item;
    }

    /// <summary>The table of that name in another; of an array of tables the last one.</summary>
    private static Dictionary<string, object?> Below(Dictionary<string, object?> table, string name)
    {
        if (!table.TryGetValue(name, out object? known))
            table.Add(name, known = new Dictionary<string, object?>(StringComparer.Ordinal));
        object? found = known is List<object?> { Count: > 0 } list ? list[^1] : known;
        return found as Dictionary<string, object?> ?? throw new FormatException();
    }

    private void ReadPair(Dictionary<string, object?> table)
    {
        List<string> names = ReadKey();
        Take("=");
        SkipBlanks();
        object? value = ReadValue();
        if (!names.SkipLast(1).Aggregate(table, Below).TryAdd(names[^1], value))
            throw new FormatException();
    }

    private List<string> ReadKey()
    {
        var names = new List<string>();
        do
        {
            SkipBlanks();
            names.Add(Current is '"' or '\'' ? ReadText(Current) : ReadWord(static c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-'));
            SkipBlanks();
        }
        while (TryTake("."));

        // Each name is a table in a table.
        return names.Count <= DeepestValue ? names : throw new FormatException();
    }

    private object? ReadValue()
    {
        if (++_depth > DeepestValue)
            throw new FormatException();
        object? value = Current switch
        {
            '"' or '\'' => ReadText(Current),
            '[' => ReadArray(),
            '{' => ReadInlineTable(),
            _ => ReadWord(static c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '+' or '.' or ':') switch
            {
                "true" => true,
                "false" => false,
                _ => null,
            },
        };
        _depth--;
        return value;
    }

    private List<object?> ReadArray()
    {
        var items = new List<object?>();
        Take("[");
        for (SkipLines(); !TryTake("]"); SkipLines())
        {
            items.Add(ReadValue());
            SkipLines();
            if (!TryTake(",") && Current != ']')
                throw new FormatException();
        }

        return items;
    }

    private Dictionary<string, object?> ReadInlineTable()
    {
        var table = new Dictionary<string, object?>(StringComparer.Ordinal);
        Take("{");
        for (SkipLines(); !TryTake("}"); SkipLines())
        {
            ReadPair(table);
            SkipLines();
            if (!TryTake(",") && Current != '}')
                throw new FormatException();
        }

        return table;
    }

    private string ReadText(char quote)
    {
        string triple = new(quote, 3);
        bool isLong = TryTake(triple);
        if (!isLong)
            _at++;
        else if (!TryTake("\r\n"))
            TryTake("\n");
        var text = new StringBuilder();
        while (isLong ? !TryTake(triple) : Current != quote)
        {
            if (_at >= _text.Length || (!isLong && Current is '\n' or '\r'))
                throw new FormatException();
            char c = _text[_at++];
            if (c == '\\' && quote == '"')
                ReadEscape(text, isLong);
            else
                text.Append(c);
        }

        if (!isLong)
            _at++;
        return text.ToString();
    }

    private void ReadEscape(StringBuilder text, bool isLong)
    {
        char c = Current;
        if (isLong && c is '\n' or '\r' or ' ' or '\t')
        {
            // The line goes on at the next character.
            while (Current is '\n' or '\r' or ' ' or '\t')
                _at++;
            return;
        }

        _at++;
        const string named = "btnfre\"\\", meant = "\b\t\n\f\r\u001b\"\\";
        if (named.IndexOf(c, StringComparison.Ordinal) is >= 0 and var index)
        {
            text.Append(meant[index]);
            return;
        }

        int digits = c switch { 'u' => 4, 'U' => 8, _ => throw new FormatException() };
        if (_at + digits > _text.Length || !int.TryParse(_text.AsSpan(_at, digits), NumberStyles.AllowHexSpecifier,
            CultureInfo.InvariantCulture, out int code) || !Rune.IsValid(code))
            throw new FormatException();
        text.Append(new Rune(code).ToString());
        _at += digits;
    }

    private string ReadWord(Func<char, bool> isPart)
    {
        int begin = _at;
        while (_at < _text.Length && isPart(_text[_at]))
            _at++;
        return _at > begin ? _text[begin.._at] : throw new FormatException();
    }

    private void SkipBlanks()
    {
        while (Current is ' ' or '\t')
            _at++;
    }

    /// <summary>Blanks, ends of lines and comments.</summary>
    private void SkipLines()
    {
        while (true)
        {
            if (Current is ' ' or '\t' or '\n' or '\r')
                _at++;
            else if (Current == '#')
                _at = _text.IndexOf('\n', _at) is >= 0 and var end ? end : _text.Length;
            else
                return;
        }
    }

    private bool TryTake(string text)
    {
        bool isThere = string.CompareOrdinal(_text, _at, text, 0, text.Length) == 0;
        _at += isThere ? text.Length : 0;
        return isThere;
    }

    private void Take(string text)
    {
        if (!TryTake(text))
            throw new FormatException();
    }
}
