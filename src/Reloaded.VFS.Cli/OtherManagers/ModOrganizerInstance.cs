using System.Text.RegularExpressions;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>
/// A reader of an instance of Mod Organizer with one of its profiles: <c>ModOrganizer.ini</c>, <c>modlist.txt</c>, the mods, and the
/// overwrite folder.
/// </summary>
internal sealed partial class ModOrganizerInstance
{
    public const string SettingsName = "ModOrganizer.ini";
    public const string ListName = "modlist.txt";

    private const string Manager = "Mod Organizer", MetadataName = "meta.ini", RootName = "Root", OverwriteName = "overwrite",
        SettingsSection = "Settings";

    private readonly ImportPlaces _places;
    private readonly List<Diagnostic> _notes = [];
    private readonly string _instance;
    private readonly string _profile;
    private readonly QtIni _settings;
    private readonly ModOrganizerGame _game;

    private ModOrganizerInstance(string source, string? profile, ImportPlaces places)
    {
        _places = places;
        string folder = File.Exists(source) ? Path.GetDirectoryName(source)! : source;
        bool isProfile = !File.Exists(ImportPlaces.In(folder, SettingsName)) && File.Exists(ImportPlaces.In(folder, ListName));
        _instance = isProfile ? FindInstance(folder) : folder;
        string settings = ImportPlaces.In(_instance, SettingsName);
        if (!File.Exists(settings))
            throw new CliException(ExitCodes.NotFound, $"'{folder}' is no instance of Mod Organizer: it has no {SettingsName}.",
                "Name the folder of the instance, with #PROFILE behind it for another profile than the last one.");
        _settings = QtIni.Read(settings);
        _profile = isProfile
            ? folder
            : FindProfile(profile ?? _settings.Get("General", "selected_profile") ?? "Default", profile is not null);
        string? name = _settings.Get("General", "gameName");
        _game = places.Into is { } into ? new(into) : ModOrganizerGames.Of(name, places.Game);
        if (_settings.Get("General", "gamePath") is { } path && places.FindTo(path) != "")
            _notes.Add(Diagnostic.Warning($"the instance is for the game in '{path}'",
                file: settings, fix: $"name that game with --game, if '{places.Game}' isn't the same one"));
    }

    private string SettingsFile => ImportPlaces.In(_instance, SettingsName);

    /// <summary>Reads what a profile lays over the game.</summary>
    /// <param name="source">The instance's folder, a profile's folder, or one of their two files.</param>
    /// <param name="profile">The profile, or null for that of the source or the one that was used last.</param>
    /// <exception cref="CliException">It is no instance, or has no such profile.</exception>
    public static ImportPlan Read(string source, string? profile, ImportPlaces places) =>
        new ModOrganizerInstance(source, profile, places).Read();

    private static string FindInstance(string profile) => FolderPath.Upwards(Path.GetDirectoryName(profile))
        .FirstOrDefault(folder => File.Exists(ImportPlaces.In(folder, SettingsName)))
            ?? throw new CliException(ExitCodes.NotFound,
                $"'{profile}' is a profile of Mod Organizer, but no folder above it has its {SettingsName}.",
                $"Name the instance's folder, with #{Path.GetFileName(profile)} behind it.");

    private string FindProfile(string name, bool isGiven)
    {
        string profiles = FolderOf("profiles_directory", "profiles");
        string profile = ImportPlaces.In(profiles, name);
        if (ModName.WhyImpossible(name) is null && File.Exists(ImportPlaces.In(profile, ListName)))
            return profile;
        string[] others = [.. ImportPlaces.FoldersIn(profiles).Where(other => File.Exists(ImportPlaces.In(other, ListName)))];
        if (!isGiven && others.Length == 1)
            return others[0];
        throw new CliException(ExitCodes.NotFound, $"'{profiles}' has no profile '{name}'.", others.Length == 0
            ? null
            : $"Its profiles: {string.Join(", ", others.Select(other => Path.GetFileName(other)))}. Put one behind the path, after a #.");
    }

    /// <summary>Returns a folder that the settings name, or the default one in the instance.</summary>
    private string FolderOf(string key, string name)
    {
        string root = Host(_settings.Get(SettingsSection, "base_directory"), "base_directory") ?? _instance;
        string? given = _settings.Get(SettingsSection, key)?.Replace("%BASE_DIR%", root, StringComparison.OrdinalIgnoreCase);
        return Host(given, key) ?? ImportPlaces.In(root, name);
    }

    private string? Host(string? path, string key) => path is null ? null : _places.Resolve(path, _instance)
        ?? throw new CliException(ExitCodes.NotFound, $"{SettingsFile}: {key} leads to '{path}', which is on no drive here.",
            "Set WINEPREFIX to the prefix of Mod Organizer, or correct the path in a copy of the instance's settings.");

    private ImportPlan Read()
    {
        string folder = FolderOf("mod_directory", "mods");
        Dictionary<string, string> folders = new(NameComparer.Instance);
        foreach (string mod in ImportPlaces.FoldersIn(folder))
            folders.TryAdd(Path.GetFileName(mod), mod);
        List<(string Name, bool IsOn)> listed = ReadList(folders);
        ImportNames names = new();
        // The overwrite folder is Mod Organizer's own: no mod can have its name.
        string overwriteName = names.Take(OverwriteName);
        List<ImportedMod> mods = [.. listed.Select(one => MakeMod(names.Take(one.Name), one.IsOn, folders[one.Name]))
            .OfType<ImportedMod>()];

        string overwrite = FolderOf("overwrite_directory", OverwriteName);
        if (Directory.Exists(overwrite) && Directory.EnumerateFileSystemEntries(overwrite).Any()
            && MakeMod(overwriteName, true, overwrite) is { } top)
            mods.Add(top);
        if (TakeProfile() is { } own)
            mods.Add(own with { Name = names.Take(own.Name) });
        return new ImportPlan(Manager, _profile) { Mods = mods, Notes = _notes };
    }

    /// <summary>Reads the list, whose first mod wins, and returns it in the order in which the last mod wins.</summary>
    private List<(string Name, bool IsOn)> ReadList(Dictionary<string, string> folders)
    {
        string file = ImportPlaces.In(_profile, ListName);
        List<(string Name, bool IsOn)> listed = [];
        HashSet<string> known = new(NameComparer.Instance);
        string[] lines = TextFile.Decode(ImportPlaces.Read(file)).Split('\n');
        for (int i = 0; i < lines.Length; i++)
        {
            string line = lines[i].TrimEnd('\r');
            if (line.Length == 0 || line[0] == '#')
                continue;
            string name = (line[0] is '+' or '-' or '*' ? line[1..] : line).Trim();
            if (name.Length == 0 || !known.Add(name))
                continue;
            if (folders.TryGetValue(name, out string? folder))
            {
                if (!IsAutomatic(folder))
                    listed.Add((Path.GetFileName(folder), line[0] != '-'));
            }
            else if (line[0] is not ('*' or '-') && !IsSeparator(name))
            {
                _notes.Add(Diagnostic.Warning($"the mod '{name}' is switched on, but isn't there") with { File = file, Line = i + 1 });
            }
        }

        listed.Reverse();
        // What isn't listed is above the others, and switched off.
        listed.AddRange(folders.Values.Where(folder => !known.Contains(Path.GetFileName(folder)) && !IsAutomatic(folder))
            .Order(NameComparer.Instance).Select(folder => (Path.GetFileName(folder), false)));
        return listed;
    }

    private static bool IsSeparator(string name) => name.EndsWith("_separator", StringComparison.Ordinal);

    /// <summary>Determines whether a folder is a backup or a separator, which are never laid over the game.</summary>
    private static bool IsAutomatic(string folder) => Path.GetFileName(folder) is var name
        && (IsSeparator(name) || Backup().IsMatch(name) || name.Equals(OverwriteName, StringComparison.OrdinalIgnoreCase));

    private ImportedMod? MakeMod(string name, bool isOn, string folder)
    {
        List<MapRule> inner = [];
        foreach (MapRule rule in _game.Subfolders)
        {
            string there = ImportPlaces.In(folder, rule.From);
            if (Directory.Exists(there))
                inner.Add(rule with { From = Path.GetFileName(there) });
        }

        string root = ImportPlaces.In(folder, RootName);
        if (Directory.Exists(root))
            inner.Add(new MapRule(Path.GetFileName(root), ""));
        if (_game.Data is null && inner.Count == 0)
        {
            if (isOn)
                _notes.Add(Diagnostic.Notice($"the mod '{name}' has nothing that goes into this game", file: folder));
            return null;
        }

        ModMetadata metadata = ForeignMetadata.Read(folder) ?? ModMetadata.None;
        string file = ImportPlaces.In(folder, MetadataName);
        QtIni? known = File.Exists(file) ? TryReadMetadata(file) : null;
        return new ImportedMod(name, isOn)
        {
            Parts = [new ImportedPart(folder, _game.Data) { Inner = inner, Exclude = Excluded() }],
            Metadata = metadata with
            {
                From = MetadataName,
                // A dependency of another manager's package isn't Mod Organizer's.
                Needs = [],
                Source = known?.Get("General", "modid") is { } id && id is not ("0" or "-1")
                    ? $"{known.Get("General", "repository") ?? "Nexus"} {id}"
                    : null,
            },
        };
    }

    private static QtIni? TryReadMetadata(string file)
    {
        try
        {
            return QtIni.Read(file);
        }
        catch (CliException)
        {
            return null;
        }
    }

    private List<string> Excluded()
    {
        List<string> excluded = [MetadataName];
        // What the settings' defaults say is what rvfs leaves out anyway.
        foreach (string ending in _settings.GetList(SettingsSection, "skip_file_suffixes") ?? [])
            excluded.Add($"**/*{ending}");
        foreach (string folder in _settings.GetList(SettingsSection, "skip_directories") ?? [])
            excluded.Add($"**/{folder}");
        return excluded;
    }

    /// <summary>
    /// Returns a mod with the profile's own list of plugins and settings, which Mod Organizer puts where the game looks for them. Returns
    /// null if there are none.
    /// </summary>
    private ImportedMod? TakeProfile()
    {
        List<MapRule> rules = [];
        if (_game.PluginFolder is { } plugins)
            rules.AddRange(((string[])["plugins.txt", "loadorder.txt"]).Where(name => File.Exists(Path.Combine(_profile, name)))
                .Select(name => new MapRule(name, $@"%LOCALAPPDATA%\{plugins}")));

        string file = ImportPlaces.In(_profile, "settings.ini");
        QtIni? settings = File.Exists(file) ? QtIni.Read(file) : null;
        bool ownSettings = IsTrue(settings?.Get("General", "LocalSettings"));
        if (ownSettings && _game.SettingsFolder is { } documents)
        {
            rules.AddRange(Directory.GetFiles(_profile, "*.ini", new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive })
                .Select(path => Path.GetFileName(path)).Where(name => name.ToUpperInvariant() is not ("SETTINGS.INI" or "INITWEAKS.INI"))
                .Order(NameComparer.Instance).Select(name => new MapRule(name, $@"%DOCUMENTS%\{documents}")));
        }
        else if (ownSettings)
        {
            _notes.Add(Diagnostic.Warning("the profile's own settings of the game aren't taken: it isn't known where they go", file: file));
        }

        if (IsTrue(settings?.Get("General", "LocalSaves")))
            _notes.Add(Diagnostic.Warning("the profile's own saves aren't taken",
                file: Path.Combine(_profile, "saves"), fix: "copy them to where the game has its saves"));
        return rules.Count == 0 ? null : new ImportedMod($"Profile {Path.GetFileName(_profile)}", true)
        {
            Parts = [new ImportedPart(_profile, null) { Inner = rules }],
        };
    }

    private static bool IsTrue(string? text) => text is not null && text.Equals("true", StringComparison.OrdinalIgnoreCase);

    [GeneratedRegex("^.*backup[0-9]*$", RegexOptions.CultureInvariant)]
    private static partial Regex Backup();
}
