using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Cli.OtherManagers.Formats;

/// <summary>
/// A converter of the files that other mod managers put into a mod's folder to the form of a <c>mod.json</c>. They weren't written for this
/// project, so unknown content is skipped silently. Thread-safe.
/// </summary>
internal sealed class ForeignMetadata : IModJsonSource
{
    // A mod.json may have no more entries in a list than this.
    private const int MostTexts = 1000;

    // In order of precedence: the first one that exists is read.
    private static readonly (string Name, Func<byte[], string, ModMetadata> Parse)[] s_files =
    [
        ("ModConfig.json", ReadReloaded),
        ("manifest.json", ReadThunderstore),
        ("meta.ini", ReadModOrganizer),
    ];

    private ForeignMetadata()
    {
    }

    public static ForeignMetadata Instance { get; } = new();

    public bool IsRead(ReadOnlySpan<char> name)
    {
        foreach ((string file, _) in s_files)
        {
            if (NameComparer.Instance.Equals(name, file))
                return true;
        }

        return name.EndsWith(Me3Profile.Ending, StringComparison.OrdinalIgnoreCase);
    }

    public ModJsonText? Find(string mod, string folder, string[] names)
    {
        if (Read(folder, names) is not { } metadata)
            return null;
        Diagnostic? fault = metadata.Diagnostics.Count > 0 ? metadata.Diagnostics[0] : null;
        return new ModJsonText(Encoding.UTF8.GetString(ToJson(metadata)), fault);
    }

    /// <summary>Writes the <c>mod.json</c> of a mod that has none, if another manager's file contains anything.</summary>
    /// <param name="folder">The mod's folder.</param>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written.</exception>
    public static void WriteModJson(string folder)
    {
        string[] names = [.. Directory.EnumerateFiles(folder).Select(file => Path.GetFileName(file))];
        if (!Array.Exists(names, name => ModMetadataReader.IsOwn(name)) && Instance.Find("", folder, names) is { Fault: null } found)
            AtomicFile.Write(Path.Combine(folder, ModMetadataReader.FileName), Encoding.UTF8.GetBytes(found.Text));
    }

    /// <summary>Creates the texts that the DLL uses as the <c>mod.json</c> of mods without one. Returns null if there are none.</summary>
    /// <param name="mods">The mods, whose metadata was read with <see cref="Instance"/>.</param>
    /// <param name="faults">Receives the problems with the files.</param>
    public static HandedOverModJsons? HandOver(IEnumerable<Mod> mods, List<Diagnostic> faults)
    {
        var texts = new Dictionary<string, string>();
        foreach (Mod mod in mods)
        {
            ModMetadata metadata = mod.Metadata;
            // One that is written down in a mod.json has that file's name.
            if (metadata.From is null || ModMetadataReader.IsOwn(Path.GetFileName(metadata.File)))
                continue;
            faults.AddRange(metadata.Diagnostics.Select(fault => fault with { Mod = mod.Name }));
            if (metadata.Diagnostics.Count == 0)
                texts[mod.Name] = Encoding.UTF8.GetString(ToJson(metadata));
        }

        return texts.Count > 0 ? new HandedOverModJsons(texts) : null;
    }

    /// <summary>Reads the files of other managers in a folder. Returns null if there are none.</summary>
    public static ModMetadata? Read(string folder) =>
        FileErrors.Ignore(() => Read(folder, [.. Directory.EnumerateFiles(folder).Select(file => Path.GetFileName(file))]), null);

    private static ModMetadata? Read(string folder, string[] names)
    {
        foreach ((string name, Func<byte[], string, ModMetadata> parse) in s_files)
        {
            if (ModMetadataReader.FindName(names, name) is { } found
                && ModMetadataReader.ReadFile(Path.Combine(folder, found), parse) is { } metadata)
                return metadata;
        }

        // The first of me3's profiles, by name.
        string? profile = names.Where(name => name.EndsWith(Me3Profile.Ending, StringComparison.OrdinalIgnoreCase))
            .Order(StringComparer.OrdinalIgnoreCase).FirstOrDefault();
        return profile is null ? null : ModMetadataReader.ReadFile(Path.Combine(folder, profile), Me3Profile.Read);
    }

    /// <summary>Returns the content of a <c>mod.json</c> with another manager's metadata of a mod, and with a map.</summary>
    public static byte[] ToJson(ModMetadata metadata) => ReadableJson.Write(json => json.WriteObject(() =>
    {
        foreach ((string key, string? text) in ((string, string?)[])[
            ("from", metadata.From ?? Path.GetFileName(metadata.File)), ("id", metadata.Id), ("name", metadata.Name),
            ("version", metadata.Version), ("source", metadata.Source)])
        {
            if (!string.IsNullOrWhiteSpace(text))
                json.WriteString(key, text);
        }

        foreach ((string key, IReadOnlyList<string> texts) in ((string, IReadOnlyList<string>)[])[
            ("needs", metadata.Needs), ("after", metadata.After), ("before", metadata.Before), ("conflicts", metadata.Conflicts),
            ("exclude", metadata.Exclude)])
        {
            string[] written =
                [.. texts.Where(text => !string.IsNullOrWhiteSpace(text)).Distinct(NameComparer.Instance).Take(MostTexts)];
            if (written.Length > 0)
                ConfigurationWriter.WriteTexts(json, key, written);
        }

        ConfigurationWriter.WriteMap(json, metadata.Map ?? []);
    }));

    /// <summary>Reads Reloaded-II's <c>ModConfig.json</c>.</summary>
    private static ModMetadata ReadReloaded(byte[] content, string file) => ReadJson(content, file, (metadata, key, value) => key switch
    {
        "ModId" => metadata with { Id = Text(value) },
        "ModName" => metadata with { Name = Text(value) },
        "ModVersion" => metadata with { Version = Text(value) },
        "ModDependencies" => metadata with { Needs = Texts(value) },
        "OptionalDependencies" => metadata with { After = Texts(value) },
        _ => metadata,
    });

    /// <summary>Reads Thunderstore's <c>manifest.json</c>: a dependency is <c>Team-Mod-1.2.3</c>.</summary>
    private static ModMetadata ReadThunderstore(byte[] content, string file) => ReadJson(content, file, (metadata, key, value) => key switch
    {
        "name" => metadata with { Id = Text(value), Name = Text(value) },
        "version_number" => metadata with { Version = Text(value) },
        "dependencies" => metadata with { Needs = [.. Texts(value).Select(WithoutVersion)] },
        _ => metadata,
    });

    /// <summary>Reads Mod Organizer's <c>meta.ini</c>.</summary>
    private static ModMetadata ReadModOrganizer(byte[] content, string file)
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

    private static ModMetadata ReadJson(byte[] content, string file, Taker take)
    {
        var nothing = new ModMetadata { File = file };
        ModMetadata metadata = nothing;
        bool isBad = false;
        // In another encoding a key may be readable all the same.
        content = Encoding.UTF8.GetBytes(TextFile.Decode(content));
        bool isUsable = JsonObject.TryRead(content, file, "",
            (key, _, value, _) => metadata = take(metadata, key, value), _ => isBad = true);
        return isUsable && !isBad ? metadata : nothing;
    }

    /// <summary>Returns the name in a dependency such as <c>Team-Mod-1.2.3</c>.</summary>
    public static string WithoutVersion(string dependency)
    {
        int end = dependency.LastIndexOf('-');
        return end > 0 && end + 1 < dependency.Length && char.IsAsciiDigit(dependency[end + 1]) ? dependency[..end] : dependency;
    }

    private static string? Text(ReadOnlySpan<byte> value) => JsonText.ReadValue(value) is { Length: > 0 } text ? text : null;

    private static List<string> Texts(ReadOnlySpan<byte> value) => [.. (JsonText.ReadList(value) ?? []).Where(text => text.Length > 0)];
}
