using System.Security;
using System.Text.Json;
using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Reads configurations. Thread-safe.</summary>
/// <remarks>
/// Nothing in a file makes it throw: each problem is reported with file, line and key, and every other key still counts. Comments and
/// trailing commas are allowed, and both UTF-8 and UTF-16 are understood.
/// </remarks>
public static class ConfigurationReader
{
    private const long LongestFile = 1 << 20;

    /// <summary>Reads a file, which must exist. The caller decides whether a missing file is a problem.</summary>
    public static ConfigurationResult ReadFile(string file) => ReadFile(file, null);

    /// <summary>Reads a configuration under Wine, under which the file may contain Linux paths.</summary>
    /// <param name="file">As in <see cref="ReadFile(string)"/>.</param>
    /// <param name="fromLinux">As in <see cref="ConfigurationPath.Resolve(string, string, Func{string, string}?)"/>.</param>
    internal static ConfigurationResult ReadFile(string file, Func<string, string>? fromLinux)
    {
        try
        {
            return new FileInfo(file) is { Exists: true, Length: > LongestFile }
                ? Unread(file, "the configuration is larger than 1 MB, so it isn't read")
                : Parse(File.ReadAllBytes(file), file, fromLinux);
        }
        catch (Exception e) when (e
            is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException or SecurityException)
        {
            return Unread(file, e is FileNotFoundException or DirectoryNotFoundException
                ? "the configuration doesn't exist"
                : $"the configuration can't be read: {ErrorCause.Of(e, file)}");
        }
    }

    private static ConfigurationResult Unread(string file, string cause) => new(new(), [Diagnostic.Error(cause, file)]);

    /// <summary>Reads the content of a file. Relative paths in it are relative to the folder of <paramref name="file"/>.</summary>
    public static ConfigurationResult Parse(ReadOnlySpan<byte> content, string file) => Parse(content, file, null);

    private static ConfigurationResult Parse(ReadOnlySpan<byte> content, string file, Func<string, string>? fromLinux)
    {
        var keys = new ConfigurationKeys(file, fromLinux);
        if (JsonObject.TryRead(content, file, "{ \"mods\": \"...\" }", keys.Set, keys.Add))
            return new(keys.Configuration, keys.Diagnostics) { TargetLocations = keys.TargetLocations };
        return new(new(), keys.Diagnostics);
    }
}

/// <summary>The result of reading a configuration.</summary>
/// <param name="Configuration">The configuration that was read, with the default for every key that is missing or bad. Never null.</param>
/// <param name="Diagnostics">The problems found in the file, in order of its lines.</param>
public sealed record ConfigurationResult(VfsConfiguration Configuration, IReadOnlyList<Diagnostic> Diagnostics)
{
    /// <summary>Gets the location of each of the configuration's targets in the file, in their order.</summary>
    public IReadOnlyList<ConfigurationLocation> TargetLocations { get; init; } = [];

    /// <summary>Gets a value indicating whether a key was bad or the file couldn't be read.</summary>
    public bool HasErrors => Diagnostics.Any(d => d.IsError);
}

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

        // Key by key, because a serializer would first have to analyze the type.
        return ReadableJson.Write(json => json.WriteObject(() =>
        {
            foreach (ConfigurationKey key in ConfigurationTable.Keys)
                key.Write(json, configuration);
            HandedOverKeys.Write(json, configuration);
        }));
    }

    /// <summary>Writes a file atomically. Relative paths in it are then relative to the folder of <paramref name="file"/>.</summary>
    /// <exception cref="ArgumentException">As for <see cref="ToJson"/>.</exception>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written.</exception>
    public static void WriteFile(VfsConfiguration configuration, string file) => AtomicFile.Write(file, ToJson(configuration));

    /// <summary>Writes the rules of a map, or nothing if there are none.</summary>
    internal static void WriteMap(Utf8JsonWriter json, IReadOnlyList<MapRule> rules)
    {
        if (rules.Count == 0)
            return;
        json.WriteObjects("map", rules, rule =>
        {
            json.WriteString("from", rule.From);
            json.WriteString("to", rule.To.Length == 0 ? "." : rule.To);
            if (rule.Location is { } location)
                HandedOverKeys.WriteLocation(json, MapReader.LocationKey, location);
        });
    }

    internal static void WriteTexts(Utf8JsonWriter json, string key, IEnumerable<string> values) =>
        json.WriteList(key, values, json.WriteStringValue);
}
