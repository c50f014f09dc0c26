using System.Text;
using System.Text.Json;

namespace Reloaded.VFS.Mods.Metadata;

/// <summary>
/// Files that other mod managers put into a mod's folder. They weren't written for this project: what can't be understood is passed over
/// without a word.
/// </summary>
internal static class ForeignMetadata
{
    private static readonly JsonDocumentOptions s_json = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    /// <summary>Reloaded-II's <c>ModConfig.json</c>.</summary>
    public static ModMetadata ReadReloaded(byte[] content, string file) => Read(content, file, root => new ModMetadata
    {
        Id = Text(root, "ModId"),
        Name = Text(root, "ModName"),
        Version = Text(root, "ModVersion"),
        Needs = Texts(root, "ModDependencies"),
        After = Texts(root, "OptionalDependencies"),
    });

    /// <summary>Thunderstore's <c>manifest.json</c>: a dependency is <c>Team-Mod-1.2.3</c>.</summary>
    public static ModMetadata ReadThunderstore(byte[] content, string file) => Read(content, file, root => new ModMetadata
    {
        Id = Text(root, "name"),
        Name = Text(root, "name"),
        Version = Text(root, "version_number"),
        Needs = [.. Texts(root, "dependencies").Select(WithoutVersion)],
    });

    /// <summary>Mod Organizer's <c>meta.ini</c>.</summary>
    public static ModMetadata ReadModOrganizer(byte[] content, string file)
    {
        bool isGeneral = false;
        string? version = null;
        foreach (string line in Encoding.UTF8.GetString(content).Split('\n', StringSplitOptions.TrimEntries))
        {
            if (line.StartsWith('['))
                isGeneral = line.Equals("[General]", StringComparison.OrdinalIgnoreCase);
            else if (isGeneral && line.StartsWith("version=", StringComparison.OrdinalIgnoreCase))
                version = line["version=".Length..].Trim('"');
        }

        return new ModMetadata { File = file, Version = string.IsNullOrEmpty(version) ? null : version };
    }

    private static ModMetadata Read(byte[] content, string file, Func<JsonElement, ModMetadata> take)
    {
        try
        {
            // A byte order mark is no JSON.
            ReadOnlyMemory<byte> text = content is [0xEF, 0xBB, 0xBF, ..] ? content.AsMemory(3) : content;
            using JsonDocument document = JsonDocument.Parse(text, s_json);
            return document.RootElement.ValueKind == JsonValueKind.Object
                ? take(document.RootElement) with { File = file }
                : new ModMetadata { File = file };
        }
        catch (JsonException)
        {
            return new ModMetadata { File = file };
        }
    }

    private static string WithoutVersion(string dependency)
    {
        int end = dependency.LastIndexOf('-');
        return end > 0 && end + 1 < dependency.Length && char.IsAsciiDigit(dependency[end + 1]) ? dependency[..end] : dependency;
    }

    private static string? Text(JsonElement root, string key) =>
        root.TryGetProperty(key, out JsonElement value) && value.ValueKind == JsonValueKind.String
            && value.GetString() is { Length: > 0 } text
            ? text
            : null;

    private static List<string> Texts(JsonElement root, string key)
    {
        var texts = new List<string>();
        if (!root.TryGetProperty(key, out JsonElement value) || value.ValueKind != JsonValueKind.Array)
            return texts;
        foreach (JsonElement element in value.EnumerateArray())
        {
            if (element.ValueKind == JsonValueKind.String && element.GetString() is { Length: > 0 } text)
                texts.Add(text);
        }

        return texts;
    }
}
