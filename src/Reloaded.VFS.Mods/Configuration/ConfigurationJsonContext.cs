using System.Text.Json;
using System.Text.Json.Serialization;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The generated serialisers.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    AllowTrailingCommas = true,
    ReadCommentHandling = JsonCommentHandling.Skip)]
[JsonSerializable(typeof(ConfigurationPlace))]
[JsonSerializable(typeof(HandedOverKeys))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(string[]))]
[JsonSerializable(typeof(bool))]
[JsonSerializable(typeof(int))]
internal sealed partial class ConfigurationJsonContext : JsonSerializerContext;
