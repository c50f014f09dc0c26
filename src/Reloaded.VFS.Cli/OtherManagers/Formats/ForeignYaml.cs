using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Reloaded.VFS.Cli.OtherManagers.Formats;

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
            // The parser throws others, too, where it doesn't expect what it finds.
            long line = (e as YamlException)?.Start.Line ?? parser.Current?.End.Line ?? 1;
            throw new CliException(ExitCodes.Failed, FormattableString.Invariant($"{file}({line}): the file isn't valid YAML."));
        }
    }

    /// <summary>Returns a value of a table, or null if there is none.</summary>
    public static object? Get(object? table, string key) => (table as Dictionary<string, object?>)?.GetValueOrDefault(key);

    /// <summary>Returns a text of a table, or null if there is none or it is empty.</summary>
    public static string? GetText(object? table, string key) => Get(table, key) as string is { Length: > 0 } text ? text : null;

    /// <summary>Returns the values of a list, or none.</summary>
    public static IEnumerable<object?> AsList(object? value) => value as List<object?> ?? [];

    /// <summary>Reads the node at which the parser is, and leaves the parser at the node's end.</summary>
    private static object? ReadNode(Parser parser, string file, int depth)
    {
        if (depth > Deepest)
        {
            throw new CliException(ExitCodes.Failed,
                FormattableString.Invariant($"{file}({parser.Current!.Start.Line}): the file is nested too deeply."));
        }

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
