using System.Text.Json;
using Reloaded.Mod.Interfaces.Internal;

namespace Reloaded.VFS.Tests.Programs.ReloadedHost;

/// <summary>The content of a mod's ModConfig.json.</summary>
internal sealed class ModConfig : IModConfigV1
{
    public string ModId { get; set; } = "";

    public string ModName { get; set; } = "";

    public string ModAuthor { get; set; } = "";

    public string ModVersion { get; set; } = "";

    public string ModDescription { get; set; } = "";

    public string ModDll { get; set; } = "";

    public string ModIcon { get; set; } = "";

    public string[] ModDependencies { get; set; } = [];

    public string[] OptionalDependencies { get; set; } = [];

    public string[] SupportedAppId { get; set; } = [];

    /// <summary>Reads the file in a mod's folder.</summary>
    public static ModConfig Read(string folder) =>
        JsonSerializer.Deserialize<ModConfig>(File.ReadAllText(Path.Combine(folder, "ModConfig.json")))!;
}
