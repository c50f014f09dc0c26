using System.Text.Json;
using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>A rule that says where a part of a mod goes. Immutable.</summary>
/// <param name="From">
/// The part, a folder or a file. In a mod's own file this is a path in the mod, empty for the whole mod; in a configuration, a path in the
/// mods folder, beginning with the mod's name. Names are joined with backslashes.
/// </param>
/// <param name="To">
/// The folder that a folder's content is laid over, or that a file is laid into: relative to the target, empty for the target itself, or
/// beginning with a known folder (<c>%DOCUMENTS%</c>). Names are joined with backslashes.
/// </param>
public sealed record MapRule(string From, string To)
{
    /// <summary>Gets the location of the rule in a file, or null if it isn't from a file.</summary>
    internal ConfigurationLocation? Location { get; init; }

    /// <summary>Gets the known folder that <see cref="To"/> begins with, or null if it is relative to the target.</summary>
    internal KnownFolder? Base => To.StartsWith('%') ? KnownFolders.Parse(To.Split('\\')[0]) : null;

    /// <summary>Gets <see cref="To"/> relative to the target or the known folder, empty for that folder itself.</summary>
    internal string Below => Base is null ? To : To[Math.Min(To.Length, To.Split('\\')[0].Length + 1)..];

    /// <summary>Gets the name of the mod that a configuration's rule is about.</summary>
    internal string Mod => From.Split('\\')[0];

    /// <summary>Returns a configuration's rule as the mod's own file would have it.</summary>
    internal MapRule InMod() => this with { From = From[Math.Min(From.Length, Mod.Length + 1)..] };

    /// <summary>Returns <see cref="From"/> or <see cref="To"/> as a person would write it.</summary>
    internal static string Show(string path) => path.Length == 0 ? "." : path.Replace('\\', '/');

    /// <summary>Converts a path that a person wrote to the form of <see cref="From"/> and <see cref="To"/>.</summary>
    /// <param name="path">The path.</param>
    /// <param name="mayBeKnown">True if the path may begin with a known folder.</param>
    /// <param name="normal">The result.</param>
    /// <param name="fix">A suggestion if the path is refused, or null if there is none.</param>
    /// <returns>The reason why the path can't be used, or null if it can.</returns>
    internal static string? Normalize(string path, bool mayBeKnown, out string normal, out string? fix)
    {
        normal = "";
        fix = null;
        if (string.IsNullOrWhiteSpace(path))
        {
            fix = "write \".\" for the whole folder";
            return "the path is empty";
        }

        if (path.Length > ConfigurationPath.LongestPath)
            return "the path is longer than any Windows path";
        string[] names = path.Replace('/', '\\').Split('\\');
        if (names[0].Length == 0 || ConfigurationPath.IsWindowsAbsolute(path) || names[0].Contains(':'))
        {
            fix = mayBeKnown
                ? $"write it relative to the game's folder, or begin with {string.Join(", ", KnownFolders.Names)}"
                : "write it relative to the mod's folder";
            return "the path is absolute";
        }

        int first = 0;
        if (mayBeKnown && names[0].StartsWith('%'))
        {
            if (KnownFolders.Parse(names[0]) is not { } known)
            {
                string? near = NearestName.Find(names[0], KnownFolders.Names);
                fix = near is null ? $"the known folders are {string.Join(", ", KnownFolders.Names)}" : $"did you mean {near}?";
                return $"there is no known folder '{ModName.Show(names[0])}'";
            }

            names[0] = KnownFolders.NameOf(known);
            first = 1;
        }

        names = [.. names.Where((name, i) => name is not ("" or "."))];
        foreach (string name in names.Skip(first))
        {
            if (name == "..")
                return "the path can't contain '..'";
            if (ModName.WhyImpossible(name) is { } cause)
                return $"'{ModName.Show(name)}' can't be a name in the path: {cause}";
        }

        normal = string.Join('\\', names);
        return null;
    }
}

/// <summary>
/// Reads the key <c>map</c> of a file: a list of <c>{ "from": "...", "to": "..." }</c>. A bad rule is reported with its line and left out;
/// the others count.
/// </summary>
/// <param name="file">The file, for messages.</param>
/// <param name="namesMods">True if each <c>from</c> begins with a mod's name.</param>
/// <param name="add">Receives the problems found.</param>
internal sealed class MapReader(string file, bool namesMods, Action<Diagnostic> add)
{
    private const string Expected = "must be a list: [{ \"from\": \"...\", \"to\": \"...\" }]";

    /// <summary>The key by which one process passes the location of a rule in a file to another.</summary>
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
        else if (!_firstLines.TryAdd(from, location.Line))
            Refuse(location.Line, $"{location.Key}.from",
                $"'{MapRule.Show(from)}' is given twice, in line {_firstLines[from]} too; the first one counts", null);
        else
            _rules.Add(new MapRule(from, to) { Location = location });
    }

    private void Refuse(int line, string key, string cause, string? fix) =>
        add(Diagnostic.Error(cause, fix: fix) with { Line = line, Key = key });
}
