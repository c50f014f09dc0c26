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

    private void Refuse(string key, int line, string cause) => Add(Diagnostic.Error(cause) with { Line = line, Key = key });

    private void Set(string key, int line, ReadOnlySpan<byte> value, int valueLine)
    {
        _metadata = key switch
        {
            "id" when Text(key, value, valueLine) is { } id => _metadata with { Id = id },
            "name" when Text(key, value, valueLine) is { } name => _metadata with { Name = name },
            "version" when Text(key, value, valueLine) is { } version => _metadata with { Version = version },
            "needs" when Texts(key, value, valueLine, NameFault) is { } needs => _metadata with { Needs = needs },
            "after" when Texts(key, value, valueLine, NameFault) is { } after => _metadata with { After = after },
            "before" when Texts(key, value, valueLine, NameFault) is { } before => _metadata with { Before = before },
            "conflicts" when Texts(key, value, valueLine, NameFault) is { } conflicts => _metadata with { Conflicts = conflicts },
            "hide" when Texts(key, value, valueLine, IncludePatterns.Validate) is { } hide => _metadata with { Hide = hide },
            "exclude" when Texts(key, value, valueLine, IncludePatterns.Validate) is { } exclude => _metadata with { Exclude = exclude },
            "map" when new MapReader(file, namesMods: false, Add).Read(value, valueLine) is { } map => _metadata with { Map = map },
            "from" when Text(key, value, valueLine) is { } from => _metadata with { From = from },
            "source" when Text(key, value, valueLine) is { } source => _metadata with { Source = source },
            _ => Unknown(key, line),
        };
    }

    private ModMetadata Unknown(string key, int line)
    {
        if (!Keys.Contains(key) && NearestName.Find(key, Keys) is { } near)
            Add(Diagnostic.Warning("unknown key, which is ignored") with { Line = line, Key = key, Fix = $"did you mean {near}?" });
        return _metadata;
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
                Refuse(key, line, FormattableString.Invariant(
                    $"the list has more than {MostTexts:N0} entries; those from number {i + 1:N0} on are ignored"));
                break;
            }

            string? cause = given[i] is { } text ? fault(text) : "must be a text in quotes, not null";
            if (cause is null)
                texts.Add(given[i]);
            else
                Refuse($"{key}[{i}]", line, cause);
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

        Refuse(key, line, $"must be {expected}");
        return null;
    }
}
