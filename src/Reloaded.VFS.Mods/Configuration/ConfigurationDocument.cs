using System.Text.Json;
using System.Text.Json.Serialization;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>A configuration as it is in JSON: what is null is left out.</summary>
internal sealed class ConfigurationDocument
{
    public IReadOnlyList<string>? Targets { get; init; }
    public string? Mods { get; init; }
    public string? Set { get; init; }
    public string? Order { get; init; }
    public IReadOnlyList<string>? Include { get; init; }
    public IReadOnlyList<MapDocument>? Map { get; init; }
    public WritePolicy? Writes { get; init; }
    public string? Overwrite { get; init; }
    public IReadOnlyList<string>? InPlace { get; init; }
    public int? LargestCopy { get; init; }
    public bool? Undo { get; init; }
    public NamePolicy? Names { get; init; }
    public IReadOnlyList<string>? Follow { get; init; }
    public IReadOnlyList<string>? Leave { get; init; }
    public string? Log { get; init; }
    public ErrorPolicy? OnError { get; init; }
    public bool? Offline { get; init; }
    public bool? Autostart { get; init; }
    public string? Report { get; init; }
    public string? Events { get; init; }
}

/// <summary>A rule of a map as it is in JSON.</summary>
/// <param name="From">The part of a mod.</param>
/// <param name="To">Where it goes.</param>
/// <param name="Place">Where it was read, for another process.</param>
internal sealed record MapDocument(string From, string To, ConfigurationPlace? Place);

/// <summary>The generated serialisers.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    AllowTrailingCommas = true,
    ReadCommentHandling = JsonCommentHandling.Skip,
    WriteIndented = true)]
[JsonSerializable(typeof(ConfigurationDocument))]
[JsonSerializable(typeof(ConfigurationPlace))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(string[]))]
[JsonSerializable(typeof(bool))]
[JsonSerializable(typeof(int))]
internal sealed partial class ConfigurationJsonContext : JsonSerializerContext;
