using System.Text;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Mods.Metadata;

/// <summary>
/// Files that other mod managers put into a mod's folder. They weren't written for this project: what can't be understood is passed over
/// without a word.
/// </summary>
internal static class ForeignMetadata
{
    /// <summary>Reloaded-II's <c>ModConfig.json</c>.</summary>
    public static ModMetadata ReadReloaded(byte[] content, string file) => Read(content, file, (metadata, key, value) => key switch
    {
        "ModId" => metadata with { Id = Text(value) },
        "ModName" => metadata with { Name = Text(value) },
        "ModVersion" => metadata with { Version = Text(value) },
        "ModDependencies" => metadata with { Needs = Texts(value) },
        "OptionalDependencies" => metadata with { After = Texts(value) },
        _ => metadata,
    });

    /// <summary>Thunderstore's <c>manifest.json</c>: a dependency is <c>Team-Mod-1.2.3</c>.</summary>
    public static ModMetadata ReadThunderstore(byte[] content, string file) => Read(content, file, (metadata, key, value) => key switch
    {
        "name" => metadata with { Id = Text(value), Name = Text(value) },
        "version_number" => metadata with { Version = Text(value) },
        "dependencies" => metadata with { Needs = [.. Texts(value).Select(WithoutVersion)] },
        _ => metadata,
    });

    /// <summary>Mod Organizer's <c>meta.ini</c>.</summary>
    public static ModMetadata ReadModOrganizer(byte[] content, string file)
    {
        bool isGeneral = false;
        string? version = null;
        foreach (string line in TextFile.Decode(content).Split('\n', StringSplitOptions.TrimEntries))
        {
            if (line.StartsWith('['))
                isGeneral = line.Equals("[General]", StringComparison.OrdinalIgnoreCase);
            else if (isGeneral && line.StartsWith("version=", StringComparison.OrdinalIgnoreCase))
                version = line["version=".Length..].Trim('"');
        }

        return new ModMetadata { File = file, Version = string.IsNullOrEmpty(version) ? null : version };
    }

    private delegate ModMetadata Taker(ModMetadata metadata, string key, ReadOnlySpan<byte> value);

    private static ModMetadata Read(byte[] content, string file, Taker take)
    {
        var nothing = new ModMetadata { File = file };
        ModMetadata metadata = nothing;
        bool isBad = false;
        // In another encoding a key may be readable all the same.
        content = Encoding.UTF8.GetBytes(TextFile.Decode(content));
        bool isUsable = JsonObject.TryRead(content, file, "", (key, _, value, _) => metadata = take(metadata, key, value), _ => isBad = true);
        return isUsable && !isBad ? metadata : nothing;
    }

    private static string WithoutVersion(string dependency)
    {
        int end = dependency.LastIndexOf('-');
        return end > 0 && end + 1 < dependency.Length && char.IsAsciiDigit(dependency[end + 1]) ? dependency[..end] : dependency;
    }

    private static string? Text(ReadOnlySpan<byte> value) => JsonText.ReadValue(value) is { Length: > 0 } text ? text : null;

    private static List<string> Texts(ReadOnlySpan<byte> value) => [.. (JsonText.ReadList(value) ?? []).Where(text => text.Length > 0)];
}
