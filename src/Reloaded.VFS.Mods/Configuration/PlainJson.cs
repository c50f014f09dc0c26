using System.Text.Json;

namespace Reloaded.VFS.Mods.Configuration;

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
