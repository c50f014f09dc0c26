using System.Text.Json;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// Takes texts out of JSON that other people wrote. The reader's own calls throw for an escaped half of a surrogate pair and for bytes that
/// are no UTF-8, which the syntax allows.
/// </summary>
internal static class JsonText
{
    /// <summary>The text of a string or a key that the reader is at; null where it isn't Unicode, or no text.</summary>
    public static string? Read(ref Utf8JsonReader reader)
    {
        if (reader.TokenType is not (JsonTokenType.String or JsonTokenType.PropertyName))
            return null;
        try
        {
            return reader.GetString();
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>The texts of a list; what isn't a text is left out. Null where the value is no list.</summary>
    /// <param name="value">The value, valid JSON without anything around it.</param>
    public static List<string>? ReadList(ReadOnlySpan<byte> value)
    {
        Utf8JsonReader reader = Open(value);
        if (reader.TokenType != JsonTokenType.StartArray)
            return null;
        var texts = new List<string>();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (Read(ref reader) is { } text)
                texts.Add(text);
            reader.Skip();
        }

        return texts;
    }

    /// <summary>The text that a value is; null where it is none.</summary>
    /// <param name="value">The value, valid JSON without anything around it.</param>
    public static string? ReadValue(ReadOnlySpan<byte> value)
    {
        Utf8JsonReader reader = Open(value);
        return Read(ref reader);
    }

    /// <summary>A reader at the begin of a value, which may have comments and trailing commas.</summary>
    /// <param name="value">The value, valid JSON without anything around it.</param>
    public static Utf8JsonReader Open(ReadOnlySpan<byte> value)
    {
        var reader = new Utf8JsonReader(value,
            new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
        reader.Read();
        return reader;
    }
}

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

/// <summary>
/// Reads single values of JSON: a text, a list of texts, true or false, a whole number. By hand: a serialiser describes each type to itself
/// before it reads one, and would be a twentieth of the DLL.
/// </summary>
internal static class PlainJson
{
    /// <summary>Reads a value. Null is one of each type that has it; in a list of texts, too.</summary>
    /// <param name="json">The value, valid JSON without anything around it but comments.</param>
    /// <exception cref="JsonException">It is of another type; path and line are those of the element of a list that is.</exception>
    public static T? Read<T>(ReadOnlySpan<byte> json)
    {
        Utf8JsonReader reader = JsonText.Open(json);
        object? value = reader.TokenType switch
        {
            JsonTokenType.Null => null,
            JsonTokenType.String => JsonText.Read(ref reader) ?? throw Bad(),
            JsonTokenType.True or JsonTokenType.False => reader.GetBoolean(),
            JsonTokenType.Number when reader.TryGetInt32(out int number) => number,
            JsonTokenType.StartArray when typeof(T) == typeof(string[]) => ReadTexts(ref reader, json),
            _ => throw Bad(),
        };
        return value is T || (value is null && default(T) is null) ? (T?)value : throw Bad();
    }

    private static string?[] ReadTexts(ref Utf8JsonReader reader, ReadOnlySpan<byte> json)
    {
        var texts = new List<string?>();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            string? text = JsonText.Read(ref reader);
            if (text is null && reader.TokenType != JsonTokenType.Null)
                throw new JsonException(null, $"$[{texts.Count}]", TextFile.LineOf(json, (int)reader.TokenStartIndex) - 1, null);
            texts.Add(text);
        }

        return [.. texts];
    }

    private static JsonException Bad() => new(null, "$", 0, null);
}
