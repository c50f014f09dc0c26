using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Metadata;

/// <summary>
/// A profile of me3 (<c>*.me3</c>) in a mod's folder: which packages of files it has, and the order of each to others. What can't be
/// understood is passed over without a word.
/// </summary>
internal static class Me3Profile
{
    /// <summary>How the names of profiles end.</summary>
    public const string Ending = ".me3";

    private static readonly string[] s_otherFiles = [".dll", Ending, Ending + ".toml", Ending + ".json"];

    /// <summary>
    /// Of one package the name is the mod's id; a profile of several has none. What a package must come after is needed; what it would
    /// come after or before isn't. A profile has no version.
    /// </summary>
    public static ModMetadata Read(byte[] content, string file)
    {
        var metadata = new ModMetadata { File = file };
        if (TomlReader.TryRead(TextFile.Decode(content)) is not { } profile)
            return metadata;
        Dictionary<string, object?>[] packages =
            [.. PackagesOf(profile).Where(package => package.GetValueOrDefault("enabled") is not false)];
        string[] ids = [.. packages.Select(IdOf).OfType<string>()];
        (string Id, bool IsOptional)[] after = [.. packages.SelectMany(package => Others(package, "load_after", ids))];
        return metadata with
        {
            Id = packages.Length == 1 ? IdOf(packages[0]) : null,
            Needs = [.. after.Where(other => !other.IsOptional).Select(other => other.Id)],
            After = [.. after.Where(other => other.IsOptional).Select(other => other.Id)],
            Before = [.. packages.SelectMany(package => Others(package, "load_before", ids)).Select(other => other.Id)],
        };
    }

    /// <summary>The packages of a profile of the first version, which lists them, or of the second, which names them.</summary>
    private static IEnumerable<Dictionary<string, object?>> PackagesOf(Dictionary<string, object?> profile)
    {
        if ((profile.GetValueOrDefault("packages") ?? profile.GetValueOrDefault("package")) is List<object?> listed)
            return listed.OfType<Dictionary<string, object?>>();
        return profile.GetValueOrDefault("dependencies") is not Dictionary<string, object?> named
            ? []
            : named.Select(AsPackage).Where(package => package.GetValueOrDefault("path") is string path
                && !Array.Exists(s_otherFiles, ending => path.EndsWith(ending, StringComparison.OrdinalIgnoreCase)));
    }

    private static Dictionary<string, object?> AsPackage(KeyValuePair<string, object?> dependency) => new(
        dependency.Value as Dictionary<string, object?> ?? new() { ["path"] = dependency.Value }, StringComparer.Ordinal)
    {
        ["id"] = dependency.Key,
    };

    private static string? IdOf(Dictionary<string, object?> package) =>
        package.GetValueOrDefault("id") is string id && !string.IsNullOrWhiteSpace(id) ? id : null;

    /// <summary>The packages that a key names, without the profile's own.</summary>
    private static IEnumerable<(string Id, bool IsOptional)> Others(Dictionary<string, object?> package, string key, string[] own) =>
        package.GetValueOrDefault(key) is not List<object?> listed
            ? []
            : listed.OfType<Dictionary<string, object?>>()
                .Where(other => IdOf(other) is { } id && !own.Contains(id, NameComparer.Instance))
                .Select(other => (IdOf(other)!, other.GetValueOrDefault("optional") is true));
}
