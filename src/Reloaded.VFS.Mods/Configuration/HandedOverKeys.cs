using System.Text.Json;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// The part of a configuration that one process passes to another beside the keys. No user writes it, and it can't be derived from the
/// rest.
/// </summary>
internal static class HandedOverKeys
{
    /// <summary>The key that holds the whole part.</summary>
    public const string Key = "handedOver";

    /// <summary>Writes the part, or nothing if there is nothing to pass.</summary>
    public static void Write(Utf8JsonWriter json, VfsConfiguration configuration)
    {
        var texts = configuration.ModJsons as HandedOverModJsons;
        if (configuration is { AllTargets: null, OverwriteKey: null, SetName: null } && texts is null)
            return;
        json.WriteStartObject(Key);
        if (configuration.AllTargets is { } targets)
            ConfigurationWriter.WriteTexts(json, "allTargets", targets);
        if (configuration.SetName is { } set)
            json.WriteString("set", set);
        if (configuration.OverwriteKey is { } location)
            WriteLocation(json, "overwrite", location);
        if (texts is not null)
        {
            json.WriteStartObject("modJsons");
            foreach ((string mod, string text) in texts.Texts)
                json.WriteString(mod, text);
            json.WriteEndObject();
        }

        json.WriteEndObject();
    }

    /// <summary>Reads the part into a configuration. Returns null if the value can't have been written by <see cref="Write"/>.</summary>
    public static VfsConfiguration? Read(ReadOnlySpan<byte> value, VfsConfiguration configuration)
    {
        bool isObject = false;
        ReadKeys(value, (key, json) =>
        {
            isObject = true;
            configuration = key switch
            {
                "allTargets" => configuration with { AllTargets = JsonText.ReadList(json) },
                "set" => configuration with { SetName = JsonText.ReadValue(json) },
                "overwrite" => configuration with { OverwriteKey = ReadLocation(json) },
                "modJsons" => configuration with { ModJsons = ReadTexts(json) },
                _ => configuration,
            };
        });
        return isObject ? configuration : null;
    }

    /// <summary>Writes a location in a file.</summary>
    public static void WriteLocation(Utf8JsonWriter json, string key, ConfigurationLocation location)
    {
        json.WriteStartObject(key);
        json.WriteString("file", location.File);
        json.WriteNumber("line", location.Line);
        json.WriteString("key", location.Key);
        json.WriteEndObject();
    }

    /// <summary>Reads a location in a file. Returns null if the value can't have been written by <see cref="WriteLocation"/>.</summary>
    public static ConfigurationLocation? ReadLocation(ReadOnlySpan<byte> value)
    {
        var location = new ConfigurationLocation("", 0, "");
        ReadKeys(value, (key, json) =>
        {
            Utf8JsonReader number = JsonText.Open(json);
            location = key switch
            {
                "file" => location with { File = JsonText.ReadValue(json) ?? "" },
                "key" => location with { Key = JsonText.ReadValue(json) ?? "" },
                "line" when number.TokenType == JsonTokenType.Number && number.TryGetInt32(out int line) => location with { Line = line },
                _ => location,
            };
        });
        return location is { File.Length: > 0, Line: > 0, Key.Length: > 0 } ? location : null;
    }

    private static HandedOverModJsons ReadTexts(ReadOnlySpan<byte> value)
    {
        var texts = new Dictionary<string, string>();
        ReadKeys(value, (mod, json) => texts[mod] = JsonText.ReadValue(json) ?? "");
        return new HandedOverModJsons(texts);
    }

    private delegate void KeyAction(string key, ReadOnlySpan<byte> value);

    private static void ReadKeys(ReadOnlySpan<byte> value, KeyAction take) =>
        JsonObject.TryRead(value, "", "", (key, _, json, _) => take(key, json), static _ => { });
}
