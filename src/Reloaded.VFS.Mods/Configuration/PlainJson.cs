using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// Reads single values of JSON: a text, a list of texts, true or false, a whole number. What is as plain as a program writes it is read
/// here; the rest goes to the generated serialiser, which describes each type to itself first, and says what is the matter with a value.
/// </summary>
internal static class PlainJson
{
    /// <summary>The value.</summary>
    /// <param name="json">The value's text, all of it.</param>
    /// <exception cref="JsonException">It isn't one of that type.</exception>
    public static T? Read<T>(ReadOnlySpan<byte> json) => TryRead(json, out object? value)
        && (value is T || (value is null && default(T) is null))
            ? (T?)value
            : JsonSerializer.Deserialize(json, (JsonTypeInfo<T>)ConfigurationJsonContext.Default.GetTypeInfo(typeof(T))!);

    private static bool TryRead(ReadOnlySpan<byte> json, out object? value)
    {
        value = null;
        try
        {
            var reader = new Utf8JsonReader(json);
            if (!reader.Read())
                return false;
            switch (reader.TokenType)
            {
                case JsonTokenType.String:
                    value = JsonText.Read(ref reader);
                    break;
                case JsonTokenType.True or JsonTokenType.False:
                    value = reader.GetBoolean();
                    break;
                case JsonTokenType.Number when reader.TryGetInt32(out int number):
                    value = number;
                    break;
                case JsonTokenType.StartArray:
                    value = ReadTexts(ref reader);
                    break;
                default:
                    return false;
            }

            return value is not null && !reader.Read();
        }
        catch (JsonException)
        {
            // A comment, a comma too many.
            return false;
        }
    }

    private static string[]? ReadTexts(ref Utf8JsonReader reader)
    {
        var texts = new List<string>();
        while (reader.Read() && reader.TokenType == JsonTokenType.String && JsonText.Read(ref reader) is { } text)
            texts.Add(text);
        return reader.TokenType == JsonTokenType.EndArray ? [.. texts] : null;
    }
}
