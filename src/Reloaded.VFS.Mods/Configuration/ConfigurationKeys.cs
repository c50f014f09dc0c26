using System.Text.Json;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The keys of one configuration while it's read: their types, their rules, and what is the matter with them.</summary>
/// <param name="file">The file's path, also where its content comes from elsewhere.</param>
/// <param name="fromLinux">As in <see cref="ConfigurationPath.Resolve(string, string, Func{string, string}?)"/>.</param>
internal sealed class ConfigurationKeys(string file, Func<string, string>? fromLinux)
{
    /// <summary>All keys that there are.</summary>
    public static readonly string[] Names = ["targets", "mods", "order", "include", "writes", "names", "follow", "leave", "log", "onError",
        "offline", "report", "events", "autostart", "overwrite", "inPlace", "largestCopy", "map", "set",
        "undo"];

    /// <summary>A key for what one process tells another, which no user writes.</summary>
    public const string HandedOver = "handedOver";

    private readonly string _folder = Path.GetDirectoryName(Path.GetFullPath(file)) ?? Path.GetFullPath(file);
    private readonly List<Diagnostic> _diagnostics = [];
    private readonly Dictionary<string, int> _seen = [];
    private VfsConfiguration _configuration = new();

    /// <summary>What is the matter, in the file's order.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics => _diagnostics;

    /// <summary>Where each of the targets stands, in their order.</summary>
    public IReadOnlyList<ConfigurationPlace> TargetPlaces { get; private set; } = [];

    /// <summary>What has been read.</summary>
    public VfsConfiguration Build() => _configuration;

    /// <summary>Adds something about the file.</summary>
    public void Add(Diagnostic diagnostic) => _diagnostics.Add(diagnostic with { File = file });

    /// <summary>Takes a key's value, valid JSON without anything around it, that begins in <paramref name="valueLine"/>.</summary>
    public void Set(string key, int line, ReadOnlySpan<byte> value, int valueLine)
    {
        if (key == HandedOver && TakeHandedOver(value))
            return;
        if (!Names.Contains(key))
        {
            string? near = NearestName.Find(key, Names);
            Add(Diagnostic.Error("unknown key") with
            {
                Line = line,
                Key = Shorten(key),
                Fix = near is null ? $"remove it; the keys are {string.Join(", ", Names)}" : $"did you mean {near}?",
            });
            return;
        }

        if (_seen.TryGetValue(key, out int first))
            Add(Diagnostic.Warning($"is given twice, in line {first} too; the last one counts") with { Line = line, Key = key });
        _seen[key] = line;

        switch (key)
        {
            case "targets" when ReadPaths(key, value, valueLine, out List<ConfigurationPlace> places) is { } targets:
                _configuration = _configuration with { Targets = targets };
                TargetPlaces = places;
                break;
            case "mods" when ReadPath(key, value, valueLine, out string? mods):
                _configuration = _configuration with { Mods = mods };
                break;
            case "order" when ReadPath(key, value, valueLine, out string? order):
                _configuration = _configuration with { Order = order };
                break;
            case "set" when ReadName(key, value, valueLine) is { } set:
                _configuration = _configuration with { Set = set };
                break;
            case "include" when ReadPatterns(key, value, valueLine) is { } include:
                _configuration = _configuration with { Include = include };
                break;
            case "map" when new MapReader(file, namesMods: true, Add).Read(value, valueLine) is { } map:
                _configuration = _configuration with { Map = map };
                break;
            case "writes" when ReadChoice(key, value, valueLine, ["game", "overwrite"]) is int choice:
                _configuration = _configuration with { Writes = (WritePolicy)choice };
                break;
            case "overwrite" when ReadPath(key, value, valueLine, out string? overwrite):
                _configuration = _configuration with
                {
                    Overwrite = overwrite,
                    OverwriteKey = overwrite is null ? null : new ConfigurationPlace(file, line, key),
                };
                break;
            case "inPlace" when ReadPatterns(key, value, valueLine) is { } inPlace:
                _configuration = _configuration with { InPlace = inPlace };
                break;
            case "largestCopy" when ReadMegabytes(key, value, valueLine) is int largest:
                _configuration = _configuration with { LargestCopy = largest };
                break;
            case "names" when ReadChoice(key, value, valueLine, ["virtual", "real"]) is int names:
                _configuration = _configuration with { Names = (NamePolicy)names };
                break;
            case "follow" when ReadNames(key, value, valueLine) is { } follow:
                _configuration = _configuration with { Follow = follow };
                break;
            case "leave" when ReadNames(key, value, valueLine) is { } leave:
                _configuration = _configuration with { Leave = leave };
                break;
            case "log" when ReadPath(key, value, valueLine, out string? log):
                _configuration = _configuration with { Log = log };
                break;
            case "onError" when ReadChoice(key, value, valueLine, ["run", "stop"]) is int policy:
                _configuration = _configuration with { OnError = (ErrorPolicy)policy };
                break;
            case "offline" when Read(key, value, valueLine, "true or false", out bool offline):
                _configuration = _configuration with { Offline = offline };
                break;
            case "undo" when Read(key, value, valueLine, "true or false", out bool undo):
                _configuration = _configuration with { Undo = undo };
                break;
            case "autostart" when Read(key, value, valueLine, "true or false", out bool starts):
                _configuration = _configuration with { Autostart = starts };
                break;
            case "events" when ReadPath(key, value, valueLine, out string? events):
                _configuration = _configuration with { Events = events };
                break;
            case "report" when ReadPath(key, value, valueLine, out string? report):
                _configuration = _configuration with { Report = report };
                break;
        }
    }

    private bool TakeHandedOver(ReadOnlySpan<byte> value)
    {
        try
        {
            if (JsonSerializer.Deserialize(value, ConfigurationJsonContext.Default.HandedOverKeys) is { } given)
                _configuration = _configuration with { AllTargets = given.AllTargets, SetName = given.Set, OverwriteKey = given.Overwrite };
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private List<string>? ReadPaths(string key, ReadOnlySpan<byte> value, int line, out List<ConfigurationPlace> places)
    {
        places = [];
        if (!Read(key, value, line, "a list of texts: [\"C:/games/g\"]", out string?[]? given)
            || given is null)
            return null;
        if (given.Length == 0)
        {
            Add(Diagnostic.Error("the list is empty") with
            {
                Line = line,
                Key = key,
                Fix = "name a folder, or leave the key out: then it's the folder of the game's program",
            });
            return null;
        }

        var paths = new List<string>();
        var known = new HashSet<string>(NameComparer.Instance);
        List<int> lines = ElementLines(value, line);
        for (int i = 0; i < given.Length; i++)
        {
            string element = $"{key}[{i}]";
            int elementLine = lines[i];
            if (given[i] is not string path)
            {
                Add(Diagnostic.Error("must be a text in quotes, not null") with { Line = elementLine, Key = element });
                continue;
            }

            if (CheckPath(element, path, elementLine) is not string resolved)
                continue;
            if (!known.Add(resolved))
            {
                Add(Diagnostic.Warning($"{resolved} is given twice") with { Line = elementLine, Key = element });
                continue;
            }

            paths.Add(resolved);
            places.Add(new ConfigurationPlace(file, elementLine, element));
        }

        return paths;
    }

    private List<string>? ReadPatterns(string key, ReadOnlySpan<byte> value, int line)
    {
        if (!Read(key, value, line, "a list of texts: [\"readme*\"]", out string?[]? given)
            || given is null)
            return null;
        var patterns = new List<string>();
        List<int> lines = ElementLines(value, line);
        for (int i = 0; i < given.Length; i++)
        {
            string? cause = given[i] is string pattern ? IncludePatterns.Validate(pattern) : "must be a text in quotes, not null";
            if (cause is null)
                patterns.Add(given[i]!);
            else
                Add(Diagnostic.Error(cause) with { Line = lines[i], Key = $"{key}[{i}]" });
        }

        return patterns;
    }

    private int? ReadMegabytes(string key, ReadOnlySpan<byte> value, int line)
    {
        if (!Read(key, value, line, "a whole number of megabytes", out int given))
            return null;
        if (given >= 0)
            return given;
        Add(Diagnostic.Error("must not be less than 0") with { Line = line, Key = key });
        return null;
    }

    private string? ReadName(string key, ReadOnlySpan<byte> value, int line)
    {
        if (!Read(key, value, line, "a text in quotes", out string? given) || given is null)
            return null;
        if (ModName.WhyImpossible(given) is not { } cause)
            return given;
        Add(Diagnostic.Error($"'{ModName.Show(given)}' can't be a name: {cause}") with { Line = line, Key = key });
        return null;
    }

    private List<string>? ReadNames(string key, ReadOnlySpan<byte> value, int line)
    {
        if (!Read(key, value, line, "a list of texts: [\"*patch*.exe\"]", out string?[]? given) || given is null)
            return null;
        var names = new List<string>();
        List<int> lines = ElementLines(value, line);
        for (int i = 0; i < given.Length; i++)
        {
            if (given[i] is { Length: > 0 } name && name.AsSpan().IndexOfAny('\\', '/') < 0)
                names.Add(name);
            else
                Add(Diagnostic.Error("must be the name of a program, without a folder") with
                {
                    Line = lines[i],
                    Key = $"{key}[{i}]",
                });
        }

        return names;
    }

    /// <summary>Reads a path, or null, which means "not given".</summary>
    private bool ReadPath(string key, ReadOnlySpan<byte> value, int line, out string? path)
    {
        path = null;
        if (!Read(key, value, line, "a text in quotes", out string? given))
            return false;
        return given is null || (path = CheckPath(key, given, line)) is not null;
    }

    private string? CheckPath(string key, string path, int line)
    {
        string? cause = ConfigurationPath.Validate(path);
        try
        {
            if (cause is null)
                return ConfigurationPath.Resolve(path, _folder, fromLinux);
        }
        catch (Exception e) when (e is ArgumentException or IOException or NotSupportedException)
        {
            cause = ErrorCause.Of(e);
        }

        Add(Diagnostic.Error(cause) with { Line = line, Key = key });
        return null;
    }

    private int? ReadChoice(string key, ReadOnlySpan<byte> value, int line, string[] choices)
    {
        string allowed = string.Join(" or ", choices.Select(c => $"\"{c}\""));
        if (!Read(key, value, line, allowed, out string? given))
            return null;
        int choice = Array.IndexOf(choices, given);
        if (choice >= 0)
            return choice;
        string? near = given is null ? null : NearestName.Find(given, choices);
        Add(Diagnostic.Error($"must be {allowed}, not {(given is null ? "null" : $"\"{Shorten(given)}\"")}") with
        {
            Line = line,
            Key = key,
            Fix = near is null ? null : $"did you mean \"{near}\"?",
        });
        return null;
    }

    private bool Read<T>(string key, ReadOnlySpan<byte> value, int line, string expected, out T? result)
    {
        string element = "";
        int offset = 0;
        try
        {
            result = PlainJson.Read<T>(value);
            return true;
        }
        catch (JsonException) when (HasHalfPair(value))
        {
            result = default;
            Add(Diagnostic.Error("has half a surrogate pair (\\uD800 to \\uDFFF), which isn't text") with { Line = line, Key = key });
            return false;
        }
        catch (JsonException e)
        {
            // "$[1]" of the value is "targets[1]" of the document.
            element = e.Path is ['$', .. string inner] ? inner : "";
            offset = (int)(e.LineNumber ?? 0);
        }

        result = default;
        Add(Diagnostic.Error(element.Length > 0 ? "must be a text in quotes" : $"must be {expected}, not {Describe(value)}") with
        {
            Line = line + offset,
            Key = key + element,
        });
        return false;
    }

    /// <summary>Whether a text in <paramref name="value"/> isn't Unicode: an escaped half of a surrogate pair.</summary>
    private static bool HasHalfPair(ReadOnlySpan<byte> value)
    {
        Utf8JsonReader reader = JsonText.Open(value);
        do
        {
            if (reader.TokenType is JsonTokenType.String && JsonText.Read(ref reader) is null)
                return true;
        }
        while (reader.Read());
        return false;
    }

    private static string Describe(ReadOnlySpan<byte> value) => value[0] switch
    {
        (byte)'{' => "an object in braces",
        (byte)'[' => "a list",
        (byte)'"' => "a text in quotes",
        (byte)'n' => "null",
        (byte)'t' or (byte)'f' => "true or false",
        _ => "a number",
    };

    /// <summary>In which line the elements of an array begin.</summary>
    private static List<int> ElementLines(ReadOnlySpan<byte> array, int line)
    {
        Utf8JsonReader reader = JsonText.Open(array);
        var counter = new LineCounter(line);
        var lines = new List<int>();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            lines.Add(counter.LineOf(array, (int)reader.TokenStartIndex));
            reader.Skip();
        }

        return lines;
    }

    private static string Shorten(string text) => text.Length <= 60 ? text : text[..59] + "…";
}
