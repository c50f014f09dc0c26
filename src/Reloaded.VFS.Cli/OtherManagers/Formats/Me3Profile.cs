using Reloaded.VFS.Mods.Metadata;
using Tomlyn;
using Tomlyn.Model;
using Tomlyn.Serialization;

namespace Reloaded.VFS.Cli.OtherManagers.Formats;

/// <summary>
/// A profile of me3 (<c>*.me3</c>) in a mod's folder: its packages of files, and the order of each relative to others. Unknown content is
/// skipped silently.
/// </summary>
internal static class Me3Profile
{
    public const string Ending = ".me3";

    private static readonly string[] s_otherFiles = [".dll", Ending, Ending + ".toml", Ending + ".json"];

    /// <summary>
    /// Reads a profile. The name of its only package is the mod's id; a profile of several packages has none. A required package that it
    /// comes after is a need; an optional one isn't. A profile has no version.
    /// </summary>
    public static ModMetadata Read(byte[] content, string file)
    {
        var metadata = new ModMetadata { File = file };
        if (TryParse(TextFile.Decode(content)) is not { } profile)
            return metadata;
        TomlTable[] packages = [.. PackagesOf(profile).Where(package => Value(package, "enabled") is not false)];
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

    /// <summary>Parses a profile that the user has named.</summary>
    /// <exception cref="CliException">The profile can't be understood.</exception>
    public static TomlTable Parse(string text, string file)
    {
        try
        {
            return TomlSerializer.Deserialize(text, TomlTables.Default.TomlTable) ?? [];
        }
        catch (TomlException e)
        {
            throw new CliException($"{file}({(e.Line ?? 0) + 1}): the file isn't valid TOML.");
        }
    }

    private static TomlTable? TryParse(string text)
    {
        try
        {
            return TomlSerializer.Deserialize(text, TomlTables.Default.TomlTable);
        }
        catch (TomlException)
        {
            return null;
        }
    }

    /// <summary>Lists the packages of a profile of the first version, which lists them, or of the second, which names them.</summary>
    public static IEnumerable<TomlTable> PackagesOf(TomlTable profile) => EntriesOf(profile, "package",
        path => !Array.Exists(s_otherFiles, ending => path.EndsWith(ending, StringComparison.OrdinalIgnoreCase)));

    /// <summary>Lists the DLLs of a profile of the first version, which lists them, or of the second, which names them.</summary>
    public static IEnumerable<TomlTable> NativesOf(TomlTable profile) =>
        EntriesOf(profile, "native", path => path.EndsWith(s_otherFiles[0], StringComparison.OrdinalIgnoreCase));

    private static IEnumerable<TomlTable> EntriesOf(TomlTable profile, string kind, Predicate<string> isOfKind)
    {
        if ((Value(profile, kind + "s") ?? Value(profile, kind)) is { } listed and (TomlArray or TomlTableArray))
            return Tables(listed);
        return Value(profile, "dependencies") is not TomlTable named
            ? []
            : named.Select(AsPackage).Where(entry => Text(entry, "path") is { } path && isOfKind(path));
    }

    private static TomlTable AsPackage(KeyValuePair<string, object> dependency)
    {
        TomlTable package = dependency.Value as TomlTable ?? new TomlTable { ["path"] = dependency.Value };
        package["id"] = dependency.Key;
        return package;
    }

    public static string? IdOf(TomlTable package) => Value(package, "id") is string id && !string.IsNullOrWhiteSpace(id) ? id : null;

    /// <summary>Lists the packages that a key names, without the profile's own.</summary>
    public static IEnumerable<(string Id, bool IsOptional)> Others(TomlTable package, string key, string[] own) =>
        Tables(Value(package, key)).Where(other => IdOf(other) is { } id && !own.Contains(id, NameComparer.Instance))
            .Select(other => (IdOf(other)!, Value(other, "optional") is true));

    private static IEnumerable<TomlTable> Tables(object? value) =>
        value is TomlTableArray tables ? tables : value is TomlArray array ? array.OfType<TomlTable>() : [];

    public static string? Text(TomlTable table, string key) => Value(table, key) as string;

    public static object? Value(TomlTable table, string key) => table.TryGetValue(key, out object? value) ? value : null;
}

/// <summary>The generated reader of TOML.</summary>
[TomlSerializable(typeof(TomlTable))]
internal sealed partial class TomlTables : TomlSerializerContext;
