using System.Text.Json;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// Reads the key <c>map</c> of a file: a list of <c>{ "from": "...", "to": "..." }</c>. A bad rule is reported with its line and left out;
/// the others count.
/// </summary>
/// <param name="file">The file, for messages.</param>
/// <param name="namesMods">Whether each <c>from</c> begins with a mod's name.</param>
/// <param name="add">Receives the problems found.</param>
internal sealed class MapReader(string file, bool namesMods, Action<Diagnostic> add)
{
    private const string Expected = "must be a list: [{ \"from\": \"...\", \"to\": \"...\" }]";

    /// <summary>The key by which one process tells another the location of a rule in a file.</summary>
    public const string LocationKey = "place";

    private static readonly string[] s_keys = ["from", "to"];

    private readonly List<MapRule> _rules = [];
    private readonly Dictionary<string, int> _firstLines = new(NameComparer.Instance);
    private LineCounter _lines = new(1);

    /// <summary>Returns the rules of a value, or null if it isn't a list or the list is empty.</summary>
    /// <param name="value">The value, valid JSON without anything around it.</param>
    /// <param name="line">The line in which the value begins.</param>
    public IReadOnlyList<MapRule>? Read(ReadOnlySpan<byte> value, int line)
    {
        Utf8JsonReader reader = JsonText.Open(value);
        _lines = new LineCounter(line);
        if (reader.TokenType != JsonTokenType.StartArray)
        {
            add(Diagnostic.Error(Expected) with { Line = line, Key = "map" });
            return null;
        }

        int count = 0;
        for (; reader.Read() && reader.TokenType != JsonTokenType.EndArray; count++)
        {
            int ruleLine = _lines.LineOf(value, (int)reader.TokenStartIndex);
            if (reader.TokenType == JsonTokenType.StartObject)
            {
                ReadRule(ref reader, value, new ConfigurationLocation(file, ruleLine, $"map[{count}]"));
                continue;
            }

            add(Diagnostic.Error("must be { \"from\": \"...\", \"to\": \"...\" }") with { Line = ruleLine, Key = $"map[{count}]" });
            reader.Skip();
        }

        if (count > 0)
            return _rules;
        add(Diagnostic.Error("the list is empty") with { Line = line, Key = "map", Fix = "remove the key" });
        return null;
    }

    private void ReadRule(ref Utf8JsonReader reader, ReadOnlySpan<byte> value, ConfigurationLocation location)
    {
        string? from = null, to = null;
        bool isBad = false;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            int line = _lines.LineOf(value, (int)reader.TokenStartIndex);
            string key = JsonText.Read(ref reader) ?? "";
            reader.Read();
            int start = (int)reader.TokenStartIndex;
            if (key is not ("from" or "to"))
            {
                reader.Skip();
                if (key == LocationKey && HandedOverKeys.ReadLocation(value[start..(int)reader.BytesConsumed]) is { } given)
                    location = given;
                else
                    Refuse(line, location.Key, $"unknown key '{ModName.Show(key)}'",
                        NearestName.Find(key, s_keys) is { } near ? $"did you mean {near}?" : "the keys are from and to");
                continue;
            }

            string? text = JsonText.Read(ref reader);
            reader.Skip();
            string normal = "", cause = "must be a text in quotes";
            string? fix = null;
            if (text is null || (cause = MapRule.Normalize(text, key == "to", out normal, out fix)!) is not null)
            {
                Refuse(line, $"{location.Key}.{key}", cause, fix);
                isBad = true;
            }
            else if (key == "from")
            {
                from = normal;
            }
            else
            {
                to = normal;
            }
        }

        if (isBad)
            return;
        if (from is null || to is null)
            Refuse(location.Line, location.Key, $"has no '{(from is null ? "from" : "to")}'", null);
        else if (namesMods && from.Length == 0)
            Refuse(location.Line, $"{location.Key}.from", "names no mod", "begin with the name of a mod's folder");
        else if (_firstLines.TryGetValue(from, out int first))
            Refuse(location.Line, $"{location.Key}.from", $"'{Show(from)}' is given twice, in line {first} too; the first one counts", null);
        else
            Add(new MapRule(from, to) { Location = location });
    }

    private void Add(MapRule rule)
    {
        _firstLines.Add(rule.From, rule.Location!.Line);
        _rules.Add(rule);
    }

    private void Refuse(int line, string key, string cause, string? fix) =>
        add(Diagnostic.Error(cause) with { Line = line, Key = key, Fix = fix });

    private static string Show(string path) => path.Length == 0 ? "." : path.Replace('\\', '/');
}
