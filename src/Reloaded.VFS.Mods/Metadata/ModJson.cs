using System.Text.Json;
using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Mods.Metadata;

/// <summary>Reads a <c>mod.json</c>. Each problem is reported with file, line and key, and every other key still counts.</summary>
/// <param name="file">The file, for messages.</param>
internal sealed class ModJson(string file)
{
    public static readonly string[] Keys =
        ["id", "name", "version", "needs", "after", "before", "conflicts", "hide", "exclude", "map", "from", "source"];

    // Each text is compared with every name of the mod or the game.
    private const int MostTexts = 1000;

    private readonly List<Diagnostic> _diagnostics = [];
    private ModMetadata _metadata = new() { File = file };

    public static ModMetadata Parse(byte[] content, string file)
    {
        var reader = new ModJson(file);
        JsonObject.TryRead(content, file, "{ \"id\": \"...\" }", reader.Set, reader.Add);
        return reader._metadata with { Diagnostics = reader._diagnostics };
    }

    private void Add(Diagnostic diagnostic) => _diagnostics.Add(diagnostic with { File = file });

    private void Set(string key, int line, ReadOnlySpan<byte> value, int valueLine)
    {
        switch (key)
        {
            case "id" when Text(key, value, valueLine) is { } id:
                _metadata = _metadata with { Id = id };
                break;
            case "name" when Text(key, value, valueLine) is { } name:
                _metadata = _metadata with { Name = name };
                break;
            case "version" when Text(key, value, valueLine) is { } version:
                _metadata = _metadata with { Version = version };
                break;
            case "needs" when Texts(key, value, valueLine, NameFault) is { } needs:
                _metadata = _metadata with { Needs = needs };
                break;
            case "after" when Texts(key, value, valueLine, NameFault) is { } after:
                _metadata = _metadata with { After = after };
                break;
            case "before" when Texts(key, value, valueLine, NameFault) is { } before:
                _metadata = _metadata with { Before = before };
                break;
            case "conflicts" when Texts(key, value, valueLine, NameFault) is { } conflicts:
                _metadata = _metadata with { Conflicts = conflicts };
                break;
            case "hide" when Texts(key, value, valueLine, IncludePatterns.Validate) is { } hide:
                _metadata = _metadata with { Hide = hide };
                break;
            case "exclude" when Texts(key, value, valueLine, IncludePatterns.Validate) is { } exclude:
                _metadata = _metadata with { Exclude = exclude };
                break;
            case "map" when new MapReader(file, namesMods: false, Add).Read(value, valueLine) is { } map:
                _metadata = _metadata with { Map = map };
                break;
            case "from" when Text(key, value, valueLine) is { } from:
                _metadata = _metadata with { From = from };
                break;
            case "source" when Text(key, value, valueLine) is { } source:
                _metadata = _metadata with { Source = source };
                break;
            default:
                if (!Keys.Contains(key) && NearestName.Find(key, Keys) is { } near)
                    Add(Diagnostic.Warning("unknown key, which is ignored") with { Line = line, Key = key, Fix = $"did you mean {near}?" });
                break;
        }
    }

    private static string? NameFault(string name) => string.IsNullOrWhiteSpace(name) ? "the name is empty" : null;

    private string? Text(string key, ReadOnlySpan<byte> value, int line)
    {
        string? text = Read<string>(key, value, line, "a text in quotes");
        return string.IsNullOrWhiteSpace(text) ? null : text;
    }

    private List<string>? Texts(string key, ReadOnlySpan<byte> value, int line, Func<string, string?> fault)
    {
        if (Read<string[]>(key, value, line, "a list of texts: [\"...\"]") is not { } given)
            return null;
        var texts = new List<string>();
        var known = new HashSet<string>(NameComparer.Instance);
        for (int i = 0; i < given.Length; i++)
        {
            // A repeated text counts once.
            if (given[i] is { } said && !known.Add(said))
                continue;
            if (known.Count > MostTexts)
            {
                Add(Diagnostic.Error(FormattableString.Invariant(
                    $"the list has more than {MostTexts:N0} entries; those from number {i + 1:N0} on are ignored")) with
                {
                    Line = line,
                    Key = key,
                });
                break;
            }

            string? cause = given[i] is { } text ? fault(text) : "must be a text in quotes, not null";
            if (cause is null)
                texts.Add(given[i]);
            else
                Add(Diagnostic.Error(cause) with { Line = line, Key = $"{key}[{i}]" });
        }

        return texts;
    }

    private T? Read<T>(string key, ReadOnlySpan<byte> value, int line, string expected)
        where T : class
    {
        try
        {
            if (PlainJson.Read<T>(value) is { } read)
                return read;
        }
        catch (JsonException)
        {
            // Reported below.
        }

        Add(Diagnostic.Error($"must be {expected}") with { Line = line, Key = key });
        return null;
    }
}
