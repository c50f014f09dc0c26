using System.Text.Json;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// Reads texts from JSON that other people wrote. The reader's own calls throw for an escaped half of a surrogate pair and for bytes that
/// aren't UTF-8, both of which the syntax allows.
/// </summary>
internal static class JsonText
{
    /// <summary>Returns the text of the string or key that the reader is at, or null if it isn't a text or isn't Unicode.</summary>
    public static string? Read(ref Utf8JsonReader reader)
    {
        if (reader.TokenType is not (JsonTokenType.String or JsonTokenType.PropertyName))
            return null;
        try
        {
#pragma warning disable RS0030 // What it throws is caught here.
            return reader.GetString();
#pragma warning restore RS0030
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>Returns the texts of a list, leaving out everything that isn't a text, or null if the value isn't a list.</summary>
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

    /// <summary>Returns the text of a value, or null if the value isn't a text.</summary>
    /// <param name="value">The value, valid JSON without anything around it.</param>
    public static string? ReadValue(ReadOnlySpan<byte> value)
    {
        Utf8JsonReader reader = Open(value);
        return Read(ref reader);
    }

    /// <summary>Returns a reader at the beginning of a value, which may have comments and trailing commas.</summary>
    /// <param name="value">The value, valid JSON without anything around it.</param>
    public static Utf8JsonReader Open(ReadOnlySpan<byte> value)
    {
        var reader = new Utf8JsonReader(value,
            new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
        reader.Read();
        return reader;
    }
}

/// <summary>Counts the lines of a text from its beginning to its end, looking at each byte once. Not thread-safe.</summary>
/// <param name="first">The number of the text's first line.</param>
internal sealed class LineCounter(int first)
{
    private int _line = first, _position;

    /// <summary>Returns the line of a position, which must not be before the previous one.</summary>
    public int LineOf(ReadOnlySpan<byte> content, int position)
    {
        position = Math.Clamp(position, _position, content.Length);
        _line += content[_position..position].Count((byte)'\n');
        _position = position;
        return _line;
    }
}

/// <summary>Reads single JSON values: a text, a list of texts, true or false, a whole number.</summary>
/// <remarks>
/// This is done by hand because a serializer analyzes each type before it reads one, and would make up a twentieth of the DLL.
/// </remarks>
internal static class PlainJson
{
    /// <summary>Reads a value. Null is accepted if the type allows it, and also as an element of a list of texts.</summary>
    /// <param name="json">The value: valid JSON with nothing around it but comments.</param>
    /// <exception cref="JsonException">
    /// The value is of another type. Path and line are those of the offending element if the value is a list.
    /// </exception>
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
