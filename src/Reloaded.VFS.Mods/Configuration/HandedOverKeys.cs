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

/// <summary>A source of substitutes for the <c>mod.json</c> of mods that have none. Thread-safe.</summary>
internal interface IModJsonSource
{
    /// <summary>Determines whether <see cref="Find"/> needs to know if a mod's folder has a file of a given name.</summary>
    bool IsRead(ReadOnlySpan<char> name);

    /// <summary>Returns the text of a <c>mod.json</c> for a mod, or null if there is none. Nothing on disk makes it throw.</summary>
    /// <param name="mod">The mod's name.</param>
    /// <param name="folder">The mod's folder, a host path.</param>
    /// <param name="names">The names of the files in the folder for which <see cref="IsRead"/> is true.</param>
    ModJsonText? Find(string mod, string folder, string[] names);
}

/// <summary>The text of a <c>mod.json</c> that isn't on disk. Immutable.</summary>
/// <param name="Text">The text; its key <c>from</c> names the file that it was made from.</param>
/// <param name="Fault">The problem found in that file, or null if there is none.</param>
internal sealed record ModJsonText(string Text, Diagnostic? Fault = null);

/// <summary>The texts that the launcher has passed to the game's process. Immutable.</summary>
/// <param name="texts">The texts, by the names of mods.</param>
internal sealed class HandedOverModJsons(IReadOnlyDictionary<string, string> texts) : IModJsonSource
{
    public IReadOnlyDictionary<string, string> Texts => texts;

    public bool IsRead(ReadOnlySpan<char> name) => false;
    public ModJsonText? Find(string mod, string folder, string[] names) =>
        texts.TryGetValue(mod, out string? text) ? new ModJsonText(text) : null;
}
