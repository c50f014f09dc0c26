using System.Text.Encodings.Web;
using System.Text.Json;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// Writes a configuration so that <see cref="ConfigurationReader"/> reads back the same one. The launcher passes it to the DLL this way.
/// </summary>
public static class ConfigurationWriter
{
    /// <summary>Returns the configuration as JSON in UTF-8. Keys that aren't given are left out.</summary>
    /// <exception cref="ArgumentException">A path is one that <see cref="ConfigurationPath.Validate"/> refuses.</exception>
    public static byte[] ToJson(VfsConfiguration configuration)
    {
        string?[] paths = [.. configuration.Targets, configuration.Mods, configuration.Order, configuration.Log, configuration.Report,
            configuration.Events, configuration.Overwrite];
        foreach (string? path in paths)
        {
            if (path is not null && ConfigurationPath.Validate(path) is string cause)
                throw new RefusedArgumentException($"{path}: {cause}", nameof(configuration));
        }

        var buffer = new MemoryStream();
        // The output isn't for a web page: paths with umlauts should stay readable.
        using (var json = new Utf8JsonWriter(buffer,
            new JsonWriterOptions { Indented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }))
            Write(json, configuration);
        return buffer.ToArray();
    }

    /// <summary>
    /// Writes a file atomically. Relative paths in the configuration are then relative to the folder of <paramref name="file"/>.
    /// </summary>
    /// <exception cref="ArgumentException">As for <see cref="ToJson"/>.</exception>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written.</exception>
    public static void WriteFile(VfsConfiguration configuration, string file) => AtomicFile.Write(file, ToJson(configuration));

    /// <summary>Writes the keys one by one. A serializer would first have to analyze the type.</summary>
    private static void Write(Utf8JsonWriter json, VfsConfiguration configuration)
    {
        json.WriteStartObject();
        foreach (ConfigurationKey key in ConfigurationTable.Keys)
            key.Write(json, configuration);
        HandedOverKeys.Write(json, configuration);
        json.WriteEndObject();
    }

    /// <summary>Writes the rules of a map, or nothing if there are none.</summary>
    internal static void WriteMap(Utf8JsonWriter json, IReadOnlyList<MapRule> rules)
    {
        if (rules.Count == 0)
            return;
        json.WriteStartArray("map");
        foreach (MapRule rule in rules)
        {
            json.WriteStartObject();
            json.WriteString("from", rule.From);
            json.WriteString("to", rule.To.Length == 0 ? "." : rule.To);
            if (rule.Location is { } location)
                HandedOverKeys.WriteLocation(json, MapReader.LocationKey, location);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    /// <summary>Writes a list of texts.</summary>
    internal static void WriteTexts(Utf8JsonWriter json, string key, IReadOnlyList<string> values)
    {
        json.WriteStartArray(key);
        foreach (string value in values)
            json.WriteStringValue(value);
        json.WriteEndArray();
    }
}
