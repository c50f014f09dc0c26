using System.Text.Json;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Reloaded.VFS.Cli.OtherManagers.Formats;

/// <summary>JSON files of other managers. A value of another kind counts as a missing one.</summary>
internal static class ForeignJson
{
    private static readonly JsonDocumentOptions s_options =
        new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip, MaxDepth = 64 };

    /// <summary>Reads a file whose content is an object.</summary>
    /// <exception cref="CliException">The file can't be read or understood.</exception>
    public static JsonElement Read(string file) => Parse(ImportPlaces.Read(file), file);

    /// <summary>Parses a file's content, which is an object.</summary>
    /// <exception cref="CliException">The content can't be understood.</exception>
    public static JsonElement Parse(byte[] content, string file)
    {
        try
        {
            // In any encoding that has been saved.
            using var document = JsonDocument.Parse(Encoding.UTF8.GetBytes(TextFile.Decode(content)), s_options);
            return document.RootElement.ValueKind == JsonValueKind.Object
                ? document.RootElement.Clone()
                : throw new CliException($"'{file}' can't be understood: it isn't an object ({{ ... }}).");
        }
        catch (JsonException e)
        {
            throw new CliException($"{file}({(e.LineNumber ?? 0) + 1}): the file isn't valid JSON.");
        }
    }

    public static JsonElement? Get(this JsonElement element, string key) =>
        element.ValueKind == JsonValueKind.Object && element.TryGetProperty(key, out JsonElement value)
            && value.ValueKind is not (JsonValueKind.Null or JsonValueKind.Undefined)
            ? value
            : null;

    /// <summary>Returns the value of a key as a text, as <see cref="AsText"/> does, or null if there is none.</summary>
    public static string? GetText(this JsonElement element, string key) => element.Get(key) is { } value ? value.AsText() : null;

    /// <summary>Returns a value as a text, or null if the value is no text or is empty. A number is converted to text.</summary>
    public static string? AsText(this JsonElement value)
    {
        try
        {
            return value.ValueKind switch
            {
#pragma warning disable RS0030 // What it throws is caught here.
                JsonValueKind.String => value.GetString() is { Length: > 0 } text ? text : null,
#pragma warning restore RS0030
                JsonValueKind.Number => value.GetRawText(),
                _ => null,
            };
        }
        catch (InvalidOperationException)
        {
            // Half a surrogate pair.
            return null;
        }
    }

    public static bool? GetBool(this JsonElement element, string key) => element.Get(key)?.ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => null,
    };

    /// <summary>Returns a whole number, or null if there is none.</summary>
    public static long? GetNumber(this JsonElement element, string key) =>
        element.Get(key) is { ValueKind: JsonValueKind.Number } value && value.TryGetInt64(out long number) ? number : null;

    /// <summary>Returns the values of a list, or none.</summary>
    public static IEnumerable<JsonElement> GetList(this JsonElement element, string key) =>
        element.Get(key) is { ValueKind: JsonValueKind.Array } list ? list.EnumerateArray() : [];

    /// <summary>Returns the texts of a list, or none.</summary>
    public static IEnumerable<string> GetTexts(this JsonElement element, string key) =>
        element.GetList(key).Select(value => value.AsText()).OfType<string>();
}

/// <summary>
/// YAML files of other managers, read as texts, lists and tables. Anchors and tags are ignored; a reference to an anchor is empty.
/// </summary>
internal static class ForeignYaml
{
    // A list of tables of lists is what such files are.
    private const int Deepest = 16;

    /// <summary>Reads the first document of a file's content.</summary>
    /// <returns>
    /// A <see cref="string"/>, a <see cref="List{T}"/> or a <see cref="Dictionary{TKey, TValue}"/> with keys of text, whose values are of
    /// these types in turn; null for an empty document.
    /// </returns>
    /// <exception cref="CliException">The content can't be understood.</exception>
    public static object? Parse(byte[] content, string file)
    {
        using StringReader text = new(TextFile.Decode(content));
        var parser = new Parser(text);
        try
        {
            while (parser.MoveNext())
            {
                if (parser.Current is not (StreamStart or DocumentStart))
                    return parser.Current is NodeEvent ? ReadNode(parser, file, 0) : null;
            }

            return null;
        }
        catch (Exception e) when (e is not CliException)
        {
            // For content that it doesn't expect, the parser throws other exceptions, too.
            long line = (e as YamlException)?.Start.Line ?? parser.Current?.End.Line ?? 1;
            throw new CliException($"{file}({line}): the file isn't valid YAML.");
        }
    }

    public static object? Get(object? table, string key) => (table as Dictionary<string, object?>)?.GetValueOrDefault(key);

    /// <summary>Returns a text of a table, or null if there is none or it is empty.</summary>
    public static string? GetText(object? table, string key) => Get(table, key) as string is { Length: > 0 } text ? text : null;

    public static IEnumerable<object?> AsList(object? value) => value as List<object?> ?? [];

    /// <summary>Reads the node at which the parser is, and leaves the parser at the node's end.</summary>
    private static object? ReadNode(Parser parser, string file, int depth)
    {
        if (depth > Deepest)
            throw new CliException($"{file}({parser.Current!.Start.Line}): the file is nested too deeply.");

        switch (parser.Current)
        {
            case Scalar scalar:
                return scalar.IsPlainImplicit && scalar.Value is "" or "~" or "null" ? null : scalar.Value;
            case SequenceStart:
                List<object?> list = [];
                while (parser.MoveNext() && parser.Current is not SequenceEnd)
                    list.Add(ReadNode(parser, file, depth + 1));
                return list;
            case MappingStart:
                Dictionary<string, object?> table = [];
                while (parser.MoveNext() && parser.Current is not MappingEnd)
                {
                    object? key = ReadNode(parser, file, depth + 1);
                    object? value = parser.MoveNext() ? ReadNode(parser, file, depth + 1) : null;
                    if (key is string name)
                        table[name] = value;
                }

                return table;
            default:
                return null;
        }
    }
}
