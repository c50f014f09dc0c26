using System.Text.Json;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Reads a key's value into a configuration. Returns null, with a diagnostic, if the value can't be used.</summary>
internal delegate VfsConfiguration? KeyReader(ConfigurationKeys keys, GivenValue value, VfsConfiguration configuration);

/// <summary>One key of <c>rvfs.json</c>.</summary>
/// <param name="Name">The key.</param>
/// <param name="Read">Reads the key's value.</param>
/// <param name="Write">Writes the key and its value, or nothing if the value is that of a configuration without the key.</param>
internal sealed record ConfigurationKey(string Name, KeyReader Read, Action<Utf8JsonWriter, VfsConfiguration> Write);

/// <summary>The table of all keys of <c>rvfs.json</c>: how each is read and written. <c>docs/configuration.md</c> explains them.</summary>
internal static class ConfigurationTable
{
    private static readonly string[] s_writes = ["game", "overwrite"], s_names = ["virtual", "real"], s_policies = ["run", "stop"];

    /// <summary>The keys, in the order in which they are written.</summary>
    public static readonly IReadOnlyList<ConfigurationKey> Keys =
    [
        new("targets", (keys, value, was) => keys.ReadTargets(value) is { } read ? was with { Targets = read } : null,
            (json, given) => Texts(json, "targets", given.Targets)),
        new("mods", (keys, value, was) => keys.ReadPath(value, out string? read) ? was with { Mods = read } : null,
            (json, given) => Text(json, "mods", given.Mods)),
        new("set", (keys, value, was) => keys.ReadName(value) is { } read ? was with { Set = read } : null,
            (json, given) => Text(json, "set", given.Set)),
        new("order", (keys, value, was) => keys.ReadPath(value, out string? read) ? was with { Order = read } : null,
            (json, given) => Text(json, "order", given.Order)),
        new("include", (keys, value, was) => keys.ReadPatterns(value) is { } read ? was with { Include = read } : null,
            (json, given) => Texts(json, "include", given.Include)),
        new("map", (keys, value, was) => keys.ReadMap(value) is { } read ? was with { Map = read } : null,
            (json, given) => ConfigurationWriter.WriteMap(json, given.Map)),
        new("writes",
            (keys, value, was) => keys.ReadChoice(value, s_writes) is int read ? was with { Writes = (WritePolicy)read } : null,
            (json, given) => json.WriteString("writes", s_writes[(int)given.Writes])),
        new("overwrite",
            (keys, value, was) => keys.ReadPath(value, out string? read)
                ? was with { Overwrite = read, OverwriteKey = read is null ? null : keys.LocationOf(value.Key) }
                : null,
            (json, given) => Text(json, "overwrite", given.Overwrite)),
        new("inPlace", (keys, value, was) => keys.ReadPatterns(value) is { } read ? was with { InPlace = read } : null,
            (json, given) => Texts(json, "inPlace", given.InPlace)),
        new("largestCopy", (keys, value, was) => keys.ReadMegabytes(value) is int read ? was with { LargestCopy = read } : null,
            (json, given) =>
            {
                if (given.LargestCopy != VfsConfiguration.DefaultLargestCopy)
                    json.WriteNumber("largestCopy", given.LargestCopy);
            }),
        new("undo", (keys, value, was) => keys.Read(value, Boolean, out bool read) ? was with { Undo = read } : null,
            (json, given) => Unless(json, "undo", false, given.Undo)),
        new("names", (keys, value, was) => keys.ReadChoice(value, s_names) is int read ? was with { Names = (NamePolicy)read } : null,
            (json, given) => json.WriteString("names", s_names[(int)given.Names])),
        new("follow", (keys, value, was) => keys.ReadNames(value) is { } read ? was with { Follow = read } : null,
            (json, given) => Texts(json, "follow", given.Follow, evenIfEmpty: true)),
        new("leave", (keys, value, was) => keys.ReadNames(value) is { } read ? was with { Leave = read } : null,
            (json, given) => Texts(json, "leave", given.Leave, evenIfEmpty: true)),
        new("log", (keys, value, was) => keys.ReadPath(value, out string? read) ? was with { Log = read } : null,
            (json, given) => Text(json, "log", given.Log)),
        new("onError",
            (keys, value, was) => keys.ReadChoice(value, s_policies) is int read ? was with { OnError = (ErrorPolicy)read } : null,
            (json, given) => json.WriteString("onError", s_policies[(int)given.OnError])),
        new("offline", (keys, value, was) => keys.Read(value, Boolean, out bool read) ? was with { Offline = read } : null,
            (json, given) => json.WriteBoolean("offline", given.Offline)),
        new("autostart", (keys, value, was) => keys.Read(value, Boolean, out bool read) ? was with { Autostart = read } : null,
            (json, given) => Unless(json, "autostart", true, given.Autostart)),
        new("report", (keys, value, was) => keys.ReadPath(value, out string? read) ? was with { Report = read } : null,
            (json, given) => Text(json, "report", given.Report)),
        new("events", (keys, value, was) => keys.ReadPath(value, out string? read) ? was with { Events = read } : null,
            (json, given) => Text(json, "events", given.Events)),
    ];

    private const string Boolean = "true or false";

    /// <summary>Returns the key of a given name, which is compared case-sensitively, or null if there is none.</summary>
    public static ConfigurationKey? Find(string name) => Keys.FirstOrDefault(key => key.Name == name);

    private static void Text(Utf8JsonWriter json, string key, string? value)
    {
        if (value is not null)
            json.WriteString(key, value);
    }

    private static void Texts(Utf8JsonWriter json, string key, IReadOnlyList<string>? values, bool evenIfEmpty = false)
    {
        if (values is { Count: > 0 } || (values is not null && evenIfEmpty))
            ConfigurationWriter.WriteTexts(json, key, values);
    }

    private static void Unless(Utf8JsonWriter json, string key, bool usual, bool value)
    {
        if (value != usual)
            json.WriteBoolean(key, value);
    }
}
