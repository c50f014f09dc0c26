using System.Security.Cryptography;
using System.Text.Json;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>
/// A reader of a collection of Nexus Mods (<c>collection.json</c>), whose archives are searched for in a folder: by their MD5 sums, or by
/// name and size if the collection has no sums.
/// </summary>
internal sealed class NexusCollection
{
    public const string FileName = "collection.json";

    private const string Manager = "Nexus Mods", Bundled = "bundled";

    private sealed record Entry(JsonElement Mod, JsonElement Source, string Name, string? Archive);

    private readonly Dictionary<string, string?> _sums = [];
    private readonly FileInfo[] _archives;

    private NexusCollection(IEnumerable<FileInfo> archives) => _archives = [.. archives];

    /// <summary>Reads what a collection lays over the game.</summary>
    /// <exception cref="CliException">The file can't be read or understood.</exception>
    public static ImportPlan Read(string file, ImportPlaces places)
    {
        JsonElement collection = ForeignJson.Read(file);
        string folder = Path.GetDirectoryName(file)!, archives = places.Archives ?? folder;
        if (!Directory.Exists(archives))
            throw new CliException(ExitCodes.NotFound, $"There is no folder '{archives}'.",
                "Name the folder with the archives: --archives DIR");
        NexusCollection reader = new(((string[])[archives, ImportPlaces.In(folder, Bundled)]).Distinct().Where(Directory.Exists)
            .SelectMany(Directory.GetFiles).Where(path => ArchiveFile.IsArchive(Path.GetFileName(path)))
            .Order(StringComparer.Ordinal).Select(path => new FileInfo(path)));
        Entry[] entries = [.. reader.ReadEntries(collection)], found = [.. entries.Where(entry => entry.Archive is not null)];
        Entry[] byPhase = [.. found.OrderBy(entry => entry.Mod.GetNumber("phase") ?? 0)];
        Dictionary<string, Entry> byName = byPhase.ToDictionary(entry => entry.Name, NameComparer.Instance);
        List<Diagnostic> notes =
        [
            Diagnostic.Notice($"{found.Length} of {entries.Length} archives are in the folder", file: archives),
            .. entries.Where(entry => entry.Archive is null).Select(entry => NoteMissing(entry, archives)),
            .. found.SelectMany(NoteUntaken).Select(note => note with { File = file }),
        ];
        ImportOrder order = ReadOrder(collection, byPhase, out int unknown);
        if (unknown > 0)
            notes.Add(Diagnostic.Notice($"left out, because mods aren't there: {Counted.Of(unknown, "rule")}", file: file));
        if (collection.GetList("plugins").Any())
            notes.Add(Diagnostic.Warning("the collection's order of plugins isn't taken", file: file, fix: "sort them with LOOT"));
        return new ImportPlan(Manager, file)
        {
            Mods = [.. order.Sort([.. byPhase.Select(entry => entry.Name)]).Select(name => new ImportedMod(name, true)
            {
                Archive = byName[name].Archive,
                Metadata = new ModMetadata { From = FileName, Version = byName[name].Mod.GetText("version") },
            })],
            Notes = notes,
        };
    }

    private IEnumerable<Entry> ReadEntries(JsonElement collection)
    {
        ImportNames names = new();
        foreach (JsonElement mod in collection.GetList("mods"))
        {
            JsonElement source = mod.Get("source") ?? default;
            string name = mod.GetText("name") ?? source.GetText("logicalFilename") ?? "mod";
            string? archive = Find(source, mod);
            // The archive's name is the mod's, and what download sites add to names isn't read.
            if (archive is not null)
                name = names.Take(ArchiveModName.WithoutSuffix(new ImportNames().Take(name)));
            yield return new Entry(mod, source, name, archive);
        }
    }

    /// <summary>Returns the note that a mod's archive is missing, and where it can be downloaded.</summary>
    private static Diagnostic NoteMissing(Entry gone, string archives)
    {
        bool isOptional = gone.Mod.GetBool("optional") ?? false;
        string from = gone.Source.GetText("url") is { } url ? $" from {url}"
            : gone.Source.GetText("modId") is { } id ? $" from Nexus Mods (mod {id}, file {gone.Source.GetText("fileId") ?? "?"})" : "";
        string cause = $"the {(isOptional ? "optional " : "")}mod '{gone.Name}' {gone.Mod.GetText("version")}".TrimEnd() + " isn't there";
        return (isOptional ? Diagnostic.Notice(cause) : Diagnostic.Warning(cause)) with { File = archives, Fix = $"download it{from}" };
    }

    private static IEnumerable<Diagnostic> NoteUntaken(Entry entry)
    {
        if (entry.Mod.Get("choices") is not null)
            yield return Diagnostic.Warning($"the choices of the collection for the installer of '{entry.Name}' aren't taken");
        if (entry.Mod.GetList("fileOverrides").Any())
            yield return Diagnostic.Warning($"that the collection leaves some files of '{entry.Name}' to other mods isn't taken",
                fix: "let the other mod win: rvfs prefer MOD PATH");
        if (entry.Mod.Get("patches") is not null)
            yield return Diagnostic.Warning($"the collection's patches for files of '{entry.Name}' aren't taken");
    }

    /// <summary>Reads the rules about the order.</summary>
    /// <param name="entries">The mods whose archives are there, by phase.</param>
    /// <param name="unknown">The number of rules for other mods.</param>
    private static ImportOrder ReadOrder(JsonElement collection, Entry[] entries, out int unknown)
    {
        ImportOrder order = new();
        unknown = 0;
        foreach (JsonElement rule in collection.GetList("modRules"))
        {
            string type = rule.GetText("type") ?? "";
            if (type is not ("before" or "after"))
                continue;
            if (Match(rule.Get("source"), entries) is not { } one || Match(rule.Get("reference"), entries) is not { } other)
                unknown++;
            else
                order.Add(type == "before" ? one.Name : other.Name, type == "before" ? other.Name : one.Name);
        }

        return order;
    }

    private string? Find(JsonElement source, JsonElement mod)
    {
        long? size = source.GetNumber("fileSize") is > 0 and var given ? given : null;
        FileInfo[] candidates = [.. _archives.Where(archive => size is null || archive.Length == size)];
        if (source.GetText("md5") is { } sum)
            return Array.Find(candidates, archive => sum.Equals(SumOf(archive.FullName), StringComparison.OrdinalIgnoreCase))?.FullName;
        string?[] texts = [source.GetText("logicalFilename"), source.GetText("fileExpression"), mod.GetText("name")];
        return Array.Find(candidates, archive => texts.Any(text => text is not null && Has(archive.Name, text)))?.FullName;
    }

    private static bool Has(string file, string text) => NameComparer.Instance.Equals(file, text)
        || NameComparer.Instance.Equals(Path.GetFileNameWithoutExtension(file), text)
        || NameComparer.Instance.Equals(ArchiveModName.Of(file), text)
        || NameComparer.Instance.Equals(ArchiveModName.Of(file), ArchiveModName.Of(text));

    private static Entry? Match(JsonElement? reference, Entry[] entries) => reference is not { } wanted ? null
        : Array.Find(entries, entry => Same(wanted, "fileMD5", entry.Source, "md5") || Same(wanted, "md5Hint", entry.Source, "md5")
            || Same(wanted, "tag", entry.Source, "tag"))
        ?? Array.Find(entries, entry => Same(wanted, "logicalFileName", entry.Source, "logicalFilename")
            || Same(wanted, "fileExpression", entry.Source, "fileExpression") || Same(wanted, "idHint", entry.Mod, "name")
            || Same(wanted, "description", entry.Mod, "name"));

    private static bool Same(JsonElement one, string key, JsonElement other, string otherKey) =>
        one.GetText(key) is { } text && other.GetText(otherKey) is { } second && text.Equals(second, StringComparison.OrdinalIgnoreCase);

    private string? SumOf(string file)
    {
        if (_sums.TryGetValue(file, out string? known))
            return known;
        return _sums[file] = FileErrors.Ignore<string?>(() =>
        {
            using FileStream stream = File.OpenRead(file);
            // The collection's own sum, which proves nothing about who made the file.
#pragma warning disable CA5351
            return Convert.ToHexString(MD5.HashData(stream));
#pragma warning restore CA5351
        }, null);
    }
}
