using System.Text.Json;
using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The keys of one configuration while it is read: their types, their rules, and the problems found in them.</summary>
/// <param name="file">The file's path, even if its content comes from elsewhere.</param>
/// <param name="fromLinux">As in <see cref="ConfigurationPath.Resolve(string, string, Func{string, string}?)"/>.</param>
internal sealed class ConfigurationKeys(string file, Func<string, string>? fromLinux)
{
    private readonly string _folder = Path.GetDirectoryName(Path.GetFullPath(file)) ?? Path.GetFullPath(file);
    private readonly List<Diagnostic> _diagnostics = [];
    private readonly Dictionary<string, int> _seen = [];
    private const string NotNull = "must be a text in quotes, not null";

    /// <summary>The key that names the file's schema. It is for editors, and isn't read.</summary>
    public const string SchemaKey = "$schema";

    /// <summary>Gets the configuration read so far.</summary>
    public VfsConfiguration Configuration { get; private set; } = new();

    /// <summary>Gets the problems found, in the file's order.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics => _diagnostics;

    /// <summary>Gets the location of each target in the file, in their order.</summary>
    public IReadOnlyList<ConfigurationLocation> TargetLocations { get; private set; } = [];

    public ConfigurationLocation LocationOf(string key) => new(file, _seen[key], key);

    /// <summary>Adds a problem found in the file.</summary>
    public void Add(Diagnostic diagnostic) => _diagnostics.Add(diagnostic with { File = file });

    private void Refuse(string key, int line, string cause, string? fix = null) =>
        Add(Diagnostic.Error(cause, fix: fix) with { Line = line, Key = key });

    private void Refuse(in GivenValue value, string cause, string? fix = null) => Refuse(value.Key, value.Line, cause, fix);

    /// <summary>Reads a key's value: valid JSON without anything around it, which begins in line <paramref name="valueLine"/>.</summary>
    public void Set(string key, int line, ReadOnlySpan<byte> value, int valueLine)
    {
        if (key == HandedOverKeys.Key && HandedOverKeys.Read(value, Configuration) is { } given)
        {
            Configuration = given;
            return;
        }

        if (key == SchemaKey)
            return;
        if (ConfigurationTable.Find(key) is not { } row)
        {
            string[] names = [.. ConfigurationTable.Keys.Select(known => known.Name)];
            Refuse(Shorten(key), line, "unknown key", NearestName.Find(key, names) is { } near
                ? $"did you mean {near}?"
                : $"remove it; the keys are {string.Join(", ", names)}");
            return;
        }

        if (_seen.TryGetValue(key, out int first))
            Add(Diagnostic.Warning($"is given twice, in line {first} too; the last one counts") with { Line = line, Key = key });
        _seen[key] = line;

        if (row.Read(this, new GivenValue(key, value, valueLine), Configuration) is { } configuration)
            Configuration = configuration;
    }

    public IReadOnlyList<MapRule>? ReadMap(in GivenValue value) => new MapReader(file, namesMods: true, Add).Read(value.Json, value.Line);

    /// <summary>Reads the targets and notes the location of each. Returns null, with a diagnostic, if they can't be used.</summary>
    public List<string>? ReadTargets(in GivenValue value)
    {
        if (!Read(value, "a list of texts: [\"C:/games/g\"]", out string?[]? given) || given is null)
            return null;
        if (given.Length == 0)
        {
            Refuse(value, "the list is empty", "name a folder, or remove the key to use the folder of the game's program");
            return null;
        }

        List<ConfigurationLocation> locations = [];
        var paths = new List<string>();
        var known = new HashSet<string>(NameComparer.Instance);
        List<int> lines = ElementLines(value.Json, value.Line);
        for (int i = 0; i < given.Length; i++)
        {
            string element = $"{value.Key}[{i}]";
            int elementLine = lines[i];
            if (given[i] is not string path)
            {
                Refuse(element, elementLine, NotNull);
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
            locations.Add(new ConfigurationLocation(file, elementLine, element));
        }

        TargetLocations = locations;
        return paths;
    }

    /// <summary>Reads patterns of paths. Each that isn't a pattern becomes a diagnostic.</summary>
    public List<string>? ReadPatterns(in GivenValue value) => ReadTexts(value, "a list of texts: [\"readme*\"]",
        text => text is null ? NotNull : IncludePatterns.Validate(text));

    /// <summary>Reads names of programs. Each that isn't one becomes a diagnostic.</summary>
    public List<string>? ReadNames(in GivenValue value) => ReadTexts(value, "a list of texts: [\"*patch*.exe\"]",
        text => text is { Length: > 0 } && text.AsSpan().IndexOfAny('\\', '/') < 0
            ? null
            : "must be the name of a program, without a folder");

    private List<string>? ReadTexts(in GivenValue value, string expected, Func<string?, string?> faultOf)
    {
        if (!Read(value, expected, out string?[]? given) || given is null)
            return null;
        var texts = new List<string>();
        List<int> lines = ElementLines(value.Json, value.Line);
        for (int i = 0; i < given.Length; i++)
        {
            if (faultOf(given[i]) is { } fault)
                Refuse($"{value.Key}[{i}]", lines[i], fault);
            else
                texts.Add(given[i]!);
        }

        return texts;
    }

    /// <summary>Reads a number of megabytes. Returns null, with a diagnostic, if the value isn't one.</summary>
    public int? ReadMegabytes(in GivenValue value)
    {
        if (!Read(value, "a whole number of megabytes", out int given))
            return null;
        if (given >= 0)
            return given;
        Refuse(value, "must not be less than 0");
        return null;
    }

    /// <summary>Reads a name that a folder can have. Returns null, with a diagnostic, if the value isn't one.</summary>
    public string? ReadName(in GivenValue value)
    {
        if (!Read(value, "a text in quotes", out string? given) || given is null)
            return null;
        if (ModName.WhyNoMod(given) is not { } cause)
            return given;
        Refuse(value, $"'{ModName.Show(given)}' can't be a name: {cause}");
        return null;
    }

    /// <summary>Reads a path, or null, which means "not given". Returns false, with a diagnostic, if the value is neither.</summary>
    public bool ReadPath(in GivenValue value, out string? path)
    {
        path = null;
        if (!Read(value, "a text in quotes", out string? given))
            return false;
        return given is null || (path = CheckPath(value.Key, given, value.Line)) is not null;
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

        Refuse(key, line, cause);
        return null;
    }

    /// <summary>Reads one of several texts. Returns its index, or null, with a diagnostic, if the value is none of them.</summary>
    public int? ReadChoice(in GivenValue value, string[] choices)
    {
        string allowed = string.Join(" or ", choices.Select(c => $"\"{c}\""));
        if (!Read(value, allowed, out string? given))
            return null;
        int choice = Array.IndexOf(choices, given);
        if (choice >= 0)
            return choice;
        string? near = given is null ? null : NearestName.Find(given, choices);
        Refuse(value, $"must be {allowed}, not {(given is null ? "null" : $"\"{Shorten(given)}\"")}",
            near is null ? null : $"did you mean \"{near}\"?");
        return null;
    }

    /// <summary>Reads a value of a given type. Returns false, with a diagnostic, if the value is of another type.</summary>
    public bool Read<T>(in GivenValue value, string expected, out T? result)
    {
        try
        {
            result = PlainJson.Read<T>(value.Json);
            return true;
        }
        catch (JsonException) when (HasHalfPair(value.Json))
        {
            Refuse(value, "has half a surrogate pair (\\uD800 to \\uDFFF), which isn't text");
        }
        catch (JsonException e)
        {
            // "$[1]" of the value is "targets[1]" of the document.
            string element = e.Path is ['$', .. string inner] ? inner : "";
            Refuse(value.Key + element, value.Line + (int)(e.LineNumber ?? 0),
                element.Length > 0 ? "must be a text in quotes" : $"must be {expected}, not {Describe(value.Json, expected)}");
        }

        result = default;
        return false;
    }

    /// <summary>Determines whether a text in <paramref name="value"/> isn't Unicode, by an escaped half of a surrogate pair.</summary>
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

    private static string Describe(ReadOnlySpan<byte> value, string expected) => value[0] switch
    {
        (byte)'{' => "an object in braces",
        (byte)'[' => "a list",
        (byte)'"' => "a text in quotes",
        (byte)'n' => "null",
        (byte)'t' or (byte)'f' => "true or false",
        // One number may be right where another isn't.
        _ when expected.Contains("number", StringComparison.Ordinal) && value.Length <= 20 => Encoding.UTF8.GetString(value),
        _ => "a number",
    };

    /// <summary>Returns the lines in which the elements of an array begin.</summary>
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

/// <summary>A key's value as it is written in a file: valid JSON without anything around it.</summary>
internal readonly ref struct GivenValue(string key, ReadOnlySpan<byte> json, int line)
{
    public readonly string Key = key;

    /// <summary>The value, UTF-8.</summary>
    public readonly ReadOnlySpan<byte> Json = json;

    /// <summary>The line in which the value begins, from 1.</summary>
    public readonly int Line = line;
}
