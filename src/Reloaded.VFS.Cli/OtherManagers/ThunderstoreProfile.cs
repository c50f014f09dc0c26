using System.IO.Compression;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>
/// A reader of a profile of r2modman, Thunderstore Mod Manager or Gale: a folder whose whole content lies over the game's, or an exported
/// profile (<c>.r2z</c>), which only names its mods.
/// </summary>
/// <remarks>
/// Each folder like <c>BepInEx/plugins/Team-Mod</c> becomes a mod of its own. Everything else becomes one mod, which those win over.
/// </remarks>
internal static class ThunderstoreProfile
{
    public const string ListName = "mods.yml";

    /// <summary>The name of the list of mods in an exported profile.</summary>
    public const string ExportName = "export.r2x";

    public const string ExportEnding = ".r2z";

    public const string Loader = "BepInEx";

    private const string OffEnding = ".old", StateName = "_state", Configuration = "config";

    // An exported profile holds settings, and nothing large.
    private const long LargestFile = 20 << 20, LargestContent = 256 << 20;
    private const int MostFiles = 20_000;

    // The folders of BepInEx in which each mod has a folder of its own.
    private static readonly string[] s_modFolders = ["plugins", "patchers", "monomod", "core"];

    private sealed record Listed(string Name, string? Version, bool IsOn, string? DisplayName, IReadOnlyList<string> Needs);

    public static bool Is(string folder) => File.Exists(ImportPlaces.In(folder, ListName))
        || (Directory.Exists(ImportPlaces.In(folder, Loader)) && Directory.Exists(ImportPlaces.In(folder, Loader, "plugins"))
            && !Directory.EnumerateFiles(folder, "*.exe").Any());

    /// <summary>Reads a profile's folder.</summary>
    /// <param name="manager">The manager's name, for messages.</param>
    /// <exception cref="CliException">The folder can't be read, or its list can't be understood.</exception>
    public static ImportPlan ReadFolder(string folder, string manager)
    {
        List<Diagnostic> notes = [];
        string list = ImportPlaces.In(folder, ListName);
        List<Listed> listed = File.Exists(list) ? ReadList(ForeignYaml.Parse(ImportPlaces.Read(list), list)) : [];
        // Gale's own list is in a database; what has a folder of its own is a mod.
        HashSet<string> known = new(listed.Select(mod => mod.Name), NameComparer.Instance);
        foreach (string own in s_modFolders.SelectMany(kind => ImportPlaces.FoldersIn(ImportPlaces.In(folder, Loader, kind))))
        {
            string name = Path.GetFileName(own);
            if (name.Contains('-', StringComparison.Ordinal) && known.Add(name))
                listed.Add(new Listed(name, ForeignMetadata.Read(own)?.Version, HasFiles(own), null, []));
        }

        ImportNames names = new();
        string profile = names.Take(Path.GetFileName(folder));
        List<ImportedMod> mods = [];
        List<string> owned = [];
        HashSet<string> taken = new(NameComparer.Instance);
        foreach (Listed mod in listed)
        {
            if (ModName.WhyImpossible(mod.Name) is not null)
                continue;
            MapRule[] rules = [.. s_modFolders.Select(kind => ImportPlaces.In(folder, Loader, kind, mod.Name)).Where(Directory.Exists)
                .Select(own => Same(Path.GetRelativePath(folder, own)))];
            if (rules.Length == 0 || !taken.Add(mod.Name))
                continue;
            owned.AddRange(rules.Select(rule => rule.From.Replace('\\', '/')));
            mods.Add(new ImportedMod(names.Take(mod.Name), mod.IsOn)
            {
                Parts = [new ImportedPart(folder, null) { Inner = rules, OffEnding = OffEnding }],
                Metadata = new ModMetadata { From = ListName, Name = mod.DisplayName, Version = mod.Version, Needs = mod.Needs },
            });
        }

        // A need that is in the profile's own layer is no mod here.
        mods = [.. mods.Select(mod => mod with { Metadata = mod.Metadata with { Needs = [.. mod.Metadata.Needs.Where(taken.Contains)] } })];
        mods.Insert(0, new ImportedMod(profile, true)
        {
            Parts = [new ImportedPart(folder, "") { Exclude = [ListName, StateName, .. owned], OffEnding = OffEnding }],
            Metadata = new ModMetadata { From = ListName },
        });
        if (listed.Any(mod => !mod.IsOn))
            notes.Add(Diagnostic.Notice($"what is switched off there ends in {OffEnding}, so that switching it on here isn't enough",
                file: folder, fix: "switch it on in the manager and import again, or import with --copy"));
        return new ImportPlan(manager, folder) { Mods = mods, Notes = notes };

        static MapRule Same(string path) => new(path.Replace('/', '\\'), path.Replace('/', '\\'));
    }

    /// <summary>Reads an exported profile. Its mods are searched for as archives.</summary>
    /// <exception cref="CliException">The file can't be read or understood.</exception>
    public static ImportPlan ReadExport(string file, ImportPlaces places)
    {
        (byte[] list, List<ImportedFile> files) = Unpack(file);
        object? export = ForeignYaml.Parse(list, $"{file}/{ExportName}");
        List<Diagnostic> notes = [];
        string archives = places.Archives ?? Path.GetDirectoryName(file)!;
        ImportNames names = new();
        List<ImportedMod> mods = [];
        foreach (Listed mod in ReadList(ForeignYaml.Get(export, "mods")))
        {
            string? found = ModName.WhyImpossible($"{mod.Name}-{mod.Version}.zip") is not null ? null
                : ((string[])[$"{mod.Name}-{mod.Version}.zip", $"{mod.Name}.zip"]).Select(name => ImportPlaces.In(archives, name))
                    .FirstOrDefault(File.Exists);
            if (found is null)
            {
                notes.Add(Diagnostic.Warning($"the mod '{mod.Name}' {mod.Version} isn't there",
                    file: archives,
                    fix: $"download {mod.Name}-{mod.Version}.zip from Thunderstore into a folder, and name that with --archives"));
                continue;
            }

            mods.Add(new ImportedMod(names.Take(mod.Name), mod.IsOn)
            {
                Archive = found,
                Metadata = new ModMetadata { From = ExportName, Version = mod.Version },
            });
        }

        if (files.Count > 0)
        {
            mods.Add(new ImportedMod(names.Take($"{ForeignYaml.GetText(export, "profileName") ?? "Profile"} settings"), true)
            {
                Files = files,
                Metadata = new ModMetadata { From = ExportName },
            });
        }

        return new ImportPlan("r2modman", file) { Mods = mods, Notes = notes };
    }

    private static List<Listed> ReadList(object? list)
    {
        List<Listed> mods = [];
        foreach (object? mod in ForeignYaml.AsList(list))
        {
            if (ForeignYaml.GetText(mod, "name") is not { } name)
                continue;
            object? number = ForeignYaml.Get(mod, "versionNumber") ?? ForeignYaml.Get(mod, "version");
            string? version = number as string
                ?? (ForeignYaml.GetText(number, "major") is { } major
                    ? $"{major}.{ForeignYaml.GetText(number, "minor") ?? "0"}.{ForeignYaml.GetText(number, "patch") ?? "0"}"
                    : null);
            mods.Add(new Listed(name, version, ForeignYaml.GetText(mod, "enabled") != "false", ForeignYaml.GetText(mod, "displayName"),
                [.. ForeignYaml.AsList(ForeignYaml.Get(mod, "dependencies")).OfType<string>().Select(ForeignMetadata.WithoutVersion)]));
        }

        return mods;
    }

    private static (byte[] List, List<ImportedFile> Files) Unpack(string file)
    {
        try
        {
            using ZipArchive archive = ZipFile.OpenRead(file);
            byte[]? list = null;
            List<ImportedFile> files = [];
            long total = 0;
            foreach (ZipArchiveEntry entry in archive.Entries)
            {
                string path = entry.FullName.Replace('\\', '/');
                if (path.EndsWith('/'))
                    continue;
                total += entry.Length;
                if (entry.Length > LargestFile || total > LargestContent || files.Count >= MostFiles)
                    throw new CliException($"'{file}' isn't imported: '{path}' makes it larger than an exported profile can be.");
                if (path.Equals(ExportName, StringComparison.OrdinalIgnoreCase))
                    list = Content(entry);
                else if (path.Split('/').All(name => ModName.WhyImpossible(name) is null))
                    files.Add(new ImportedFile(Place(path), Content(entry)));
            }

            return (list ?? throw new CliException($"'{file}' is no exported profile: it has no {ExportName}."), files);
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            throw new CliException(
                $"'{file}' can't be read: {(e is InvalidDataException ? "it is no zip archive, or damaged" : ErrorCause.Of(e, file))}.");
        }
    }

    /// <summary>Reads an entry, and no more than its stated size.</summary>
    private static byte[] Content(ZipArchiveEntry entry)
    {
        byte[] content = new byte[entry.Length];
        using Stream stream = entry.Open();
        stream.ReadExactly(content);
        return content;
    }

    // r2modman takes the settings out of the loader's folder.
    private static string Place(string path) =>
        path.StartsWith(Configuration + "/", StringComparison.OrdinalIgnoreCase) ? $"{Loader}/{path}" : path;

    private static bool HasFiles(string folder) => Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
        .Any(file => !file.EndsWith(OffEnding, StringComparison.OrdinalIgnoreCase));
}
