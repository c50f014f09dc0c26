using System.Text.Encodings.Web;
using System.Text.Json;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Handles one key of a JSON object.</summary>
/// <param name="key">The key.</param>
/// <param name="line">The key's line, from 1.</param>
/// <param name="value">The key's value, valid JSON without anything around it.</param>
/// <param name="valueLine">The line in which the value begins.</param>
internal delegate void JsonKeyHandler(string key, int line, ReadOnlySpan<byte> value, int valueLine);

/// <summary>
/// Reads a file that is one JSON object, key by key. Nothing in the file makes it throw: each problem is reported with file and line.
/// Comments and trailing commas are allowed, and both UTF-8 and UTF-16 are understood.
/// </summary>
internal static class JsonObject
{
    /// <summary>Reads the content of a file.</summary>
    /// <param name="content">The file's bytes.</param>
    /// <param name="file">The file's name, for messages.</param>
    /// <param name="example">An example of the file's content, for messages.</param>
    /// <param name="set">Receives the keys in their order.</param>
    /// <param name="add">Receives the problems found.</param>
    /// <returns>False if nothing of the file can be used, not even the keys that were passed on.</returns>
    public static bool TryRead(ReadOnlySpan<byte> content, string file, string example, JsonKeyHandler set, Action<Diagnostic> add)
    {
        content = TextFile.ToUtf8(content);
        if (TextFile.FindInvalidUtf8(content) is int bad and >= 0)
        {
            add(Diagnostic.Error("not valid UTF-8", file, fix: "save the file as UTF-8") with { Line = TextFile.LineOf(content, bad) });
            return false;
        }

        if (content.Trim(" \t\r\n"u8).IsEmpty)
        {
            add(Diagnostic.Error("the file is empty", file, fix: "write {} or delete the file") with { Line = 1 });
            return false;
        }

        try
        {
            ReadDocument(content, example, set, add);
        }
        catch (JsonException e)
        {
            add(SyntaxError(content, e) with { File = file });
        }

        return true;
    }

    /// <summary>Walks the document's keys. The syntax is checked here, each value's type by the code that receives it.</summary>
    private static void ReadDocument(ReadOnlySpan<byte> content, string example, JsonKeyHandler set, Action<Diagnostic> add)
    {
        Utf8JsonReader reader = JsonText.Open(content);
        var lines = new LineCounter(1);
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            int line = lines.LineOf(content, (int)reader.TokenStartIndex);
            add(Diagnostic.Error($"must be an object in braces: {example}") with { Line = line });
            return;
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            int line = lines.LineOf(content, (int)reader.TokenStartIndex);
            // An escaped half of a surrogate pair. No known key has one, so the key is shown as it is written.
            string key = JsonText.Read(ref reader) ?? Encoding.UTF8.GetString(reader.ValueSpan);
            reader.Read();
            int start = (int)reader.TokenStartIndex;
            int valueLine = lines.LineOf(content, start);
            reader.Skip();
            set(key, line, content[start..(int)reader.BytesConsumed], valueLine);
        }
        // The reader throws if anything follows the object.
        reader.Read();
    }

    private static Diagnostic SyntaxError(ReadOnlySpan<byte> content, JsonException e)
    {
        // The reader's own message may be stripped from a trimmed image. The position says enough.
        int line = (int)Math.Min(e.LineNumber ?? 0, int.MaxValue - 1) + 1;
        int column = (int)Math.Min(e.BytePositionInLine ?? 0, int.MaxValue - 1);
        ReadOnlySpan<byte> text = content;
        for (int i = 1; i < line && text.IndexOf((byte)'\n') is int end and >= 0; i++)
            text = text[(end + 1)..];
        if (text.IndexOf((byte)'\n') is int lineEnd and >= 0)
            text = text[..lineEnd];
        string shown = Encoding.UTF8.GetString(text).Trim();
        bool backslash = shown.Contains('\\');
        if (shown.Length > 80)
            shown = shown[..79] + "…";
        return Diagnostic.Error($"not valid JSON at column {column + 1}: {(shown.Length == 0 ? "the text ends too early" : shown)}") with
        {
            Line = line,
            Fix = backslash
                ? @"in JSON, write each backslash of a path twice (C:\\games\\mods), or use / instead"
                : "look for a missing comma, quote or brace here or in the line before",
        };
    }
}

/// <summary>
/// Reads texts from JSON that other people wrote. The reader's own calls throw for an escaped half of a surrogate pair and for bytes that
/// aren't UTF-8, both of which the syntax allows.
/// </summary>
/// <remarks>A value that is passed here is valid JSON without anything around it.</remarks>
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
    public static string? ReadValue(ReadOnlySpan<byte> value)
    {
        Utf8JsonReader reader = Open(value);
        return Read(ref reader);
    }

    /// <summary>Returns a reader at the first token of a text, which may have comments and trailing commas.</summary>
    public static Utf8JsonReader Open(ReadOnlySpan<byte> value)
    {
        var reader = new Utf8JsonReader(value,
            new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
        reader.Read();
        return reader;
    }
}

/// <summary>JSON as people read it: indented, with every letter as it is. It isn't for web pages. Thread-safe.</summary>
internal static class ReadableJson
{
    private static readonly JsonWriterOptions s_options = new() { Indented = true, Encoder = new ReadableEncoder() };

    /// <summary>Returns a value as UTF-8.</summary>
    public static byte[] Write(Action<Utf8JsonWriter> write)
    {
        var buffer = new MemoryStream();
        using (var json = new Utf8JsonWriter(buffer, s_options))
            write(json);
        return buffer.ToArray();
    }

    /// <summary>Writes a list. Its elements are written by <paramref name="write"/>.</summary>
    public static void WriteList<T>(this Utf8JsonWriter json, string key, IEnumerable<T> items, Action<T> write)
    {
        json.WriteStartArray(key);
        foreach (T item in items)
            write(item);
        json.WriteEndArray();
    }

    /// <summary>Writes a list of objects. Their members are written by <paramref name="write"/>.</summary>
    public static void WriteObjects<T>(this Utf8JsonWriter json, string key, IEnumerable<T> items, Action<T> write) =>
        json.WriteList(key, items, item => json.WriteObject(() => write(item)));

    /// <summary>Writes an object, as an element or under a key that has been written.</summary>
    public static void WriteObject(this Utf8JsonWriter json, Action write)
    {
        json.WriteStartObject();
        write();
        json.WriteEndObject();
    }
}

/// <summary>Escapes only what JSON demands, and line breaks.</summary>
/// <remarks>
/// .NET's own encoder of this kind first makes tables of all characters, and searchers for them. In a 32-bit start that takes longer than
/// the writing.
/// </remarks>
file sealed unsafe class ReadableEncoder : JavaScriptEncoder
{
    /// <inheritdoc/>
    public override int MaxOutputCharactersPerInputCharacter => @"\u0000".Length;

    /// <inheritdoc/>
    public override bool WillEncode(int unicodeScalar) =>
        unicodeScalar is < ' ' or '"' or '\\' or (>= '\u007F' and <= '\u009F') or '\u2028' or '\u2029';

    /// <inheritdoc/>
    public override int FindFirstCharacterToEncode(char* text, int textLength)
    {
        for (int i = 0; i < textLength; i++)
        {
            if (WillEncode(text[i]))
                return i;
            if (!char.IsSurrogate(text[i]))
                continue;
            // U+FFFD takes the place of half a pair.
            if (i + 1 == textLength || !char.IsSurrogatePair(text[i], text[i + 1]))
                return i;
            i++;
        }

        return -1;
    }

    /// <inheritdoc/>
    public override bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten)
    {
        var room = new Span<char>(buffer, bufferLength);
        ReadOnlySpan<char> text = unicodeScalar is '"' ? "\\\"" : unicodeScalar is '\\' ? @"\\" : $@"\u{unicodeScalar:X4}";
        numberOfCharactersWritten = text.TryCopyTo(room) ? text.Length : 0;
        return numberOfCharactersWritten > 0;
    }
}

/// <summary>A counter of the lines of a text, from its beginning to its end, that reads each byte once. Not thread-safe.</summary>
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
/// <remarks>This is done by hand because a serializer analyzes each type first, and would make up a twentieth of the DLL.</remarks>
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
