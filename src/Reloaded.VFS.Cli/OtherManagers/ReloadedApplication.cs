using System.Text.Json;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>
/// A reader of an application of Reloaded-II, with the mods that are switched on, in the order in which Reloaded-II loads them. The content
/// of a mod's folder <c>Redirector</c> is laid over the folder of the game's program.
/// </summary>
internal static class ReloadedApplication
{
    public const string FileName = "AppConfig.json";

    public const string SettingsName = "ReloadedII.json";

    private const string Manager = "Reloaded-II", ModFile = "ModConfig.json", Redirector = "Redirector";

    private sealed record Mod(string Folder, JsonElement Config)
    {
        public string Id => Config.GetText("ModId") ?? Path.GetFileName(Folder);

        public string? Name => Config.GetText("ModName");

        /// <summary>Gets the folder that is laid over the game, which need not exist.</summary>
        public string Content => ImportPlaces.In(Folder, Redirector);

        public bool HasContent => Directory.Exists(Content);
    }

    /// <summary>Reads what an application lays over the game.</summary>
    /// <param name="source">Reloaded-II's folder, an application's folder, or their settings.</param>
    /// <param name="application">The application's id, or null for the source's, or for the one that is for this game.</param>
    /// <exception cref="CliException">It is no such folder, or has no such application.</exception>
    public static ImportPlan Read(string source, string? application, ImportPlaces places)
    {
        (string file, string mods) = Find(source, application, places);
        JsonElement app = ForeignJson.Read(file);
        List<Diagnostic> notes = [];
        string? to = places.Into ?? FindTo(app.GetText("AppLocation"), places);
        if (to is null)
        {
            to = "";
            notes.Add(Diagnostic.Warning($"the application is for '{app.GetText("AppLocation")}', which isn't in the game's folder; "
                + "the mods go into the game's folder itself", file: file, fix: "name another folder of the game with --into"));
        }

        Dictionary<string, Mod> known = ReadMods(mods, notes);
        string[] enabled = [.. app.GetTexts("EnabledMods")];
        foreach (string gone in enabled.Where(id => !known.ContainsKey(id)))
            notes.Add(Diagnostic.Warning($"the mod '{gone}' is switched on, but isn't there", file: file));
        List<Mod> loaded = Sort(enabled, known);
        string? appId = app.GetText("AppId");
        // Mods for this game that are switched off come first, in the order that the user has given them.
        string[] shown = [.. app.GetTexts("SortedMods")];
        Mod[] off = [.. known.Values.Where(mod => !loaded.Contains(mod) && mod.HasContent
            && mod.Config.GetTexts("SupportedAppId").Any(id => NameComparer.Instance.Equals(id, appId)))
            .OrderBy(mod => Array.FindIndex(shown, id => NameComparer.Instance.Equals(id, mod.Id)))
            .ThenBy(mod => mod.Id, NameComparer.Instance)];
        foreach (Mod mod in loaded.Where(mod => !mod.HasContent || mod.Config.GetText("ModDll") is not null))
            notes.Add(Diagnostic.Notice(mod.HasContent
                ? $"of the mod '{mod.Id}' only the files are taken: its code needs Reloaded-II"
                : $"the mod '{mod.Id}' isn't taken: it has no {Redirector}, and its code needs Reloaded-II", file: mod.Folder));
        Mod[] taken = [.. loaded.Where(mod => mod.HasContent)];
        HashSet<string> ids = [.. taken.Select(mod => mod.Id)];
        ImportNames names = new();
        return new ImportPlan(Manager, file)
        {
            Mods = [.. off.Concat(taken).Select(mod => new ImportedMod(names.Take(mod.Name ?? mod.Id), loaded.Contains(mod))
            {
                Parts = [new ImportedPart(mod.Content, to)],
                Metadata = new ModMetadata
                {
                    From = ModFile,
                    Id = mod.Id,
                    Name = mod.Name,
                    Version = mod.Config.GetText("ModVersion"),
                    Needs = [.. mod.Config.GetTexts("ModDependencies").Where(ids.Contains)],
                },
            })],
            Notes = notes,
        };
    }

    /// <summary>Reads all mods in a folder, by their ids.</summary>
    private static Dictionary<string, Mod> ReadMods(string folder, List<Diagnostic> notes)
    {
        Dictionary<string, Mod> known = new(NameComparer.Instance);
        if (!Directory.Exists(folder))
        {
            notes.Add(Diagnostic.Warning("there is no such folder of mods", file: folder));
            return known;
        }

        var everywhere = new EnumerationOptions
        {
            RecurseSubdirectories = true,
            MaxRecursionDepth = 4,
            MatchCasing = MatchCasing.CaseInsensitive,
        };
        foreach (string config in Directory.GetFiles(folder, ModFile, everywhere).Order(StringComparer.Ordinal))
        {
            if (TryRead(config, notes) is not { } read)
                continue;
            Mod mod = new(Path.GetDirectoryName(config)!, read);
            known.TryAdd(mod.Id, mod);
        }

        return known;
    }

    /// <summary>Finds the application's file and the folder with all mods.</summary>
    private static (string File, string Mods) Find(string source, string? application, ImportPlaces places)
    {
        string folder = File.Exists(source) ? Path.GetDirectoryName(source)! : source;
        string file = ImportPlaces.In(folder, FileName);
        foreach (string above in FolderPath.Upwards(folder))
        {
            string settings = ImportPlaces.In(above, SettingsName);
            if (!File.Exists(settings))
                continue;
            JsonElement known = ForeignJson.Read(settings);
            string mods = FolderOf("ModConfigDirectory", "Mods"), apps = FolderOf("ApplicationConfigDirectory", "Apps");
            return (File.Exists(file) ? file : FindFile(apps, application, places), mods);

            string FolderOf(string key, string usual) =>
                known.GetText(key) is { } path && places.Resolve(path, above) is { } host && Directory.Exists(host)
                    ? host
                    : ImportPlaces.In(above, usual);
        }

        return File.Exists(file)
            ? (file, ImportPlaces.In(Path.GetDirectoryName(Path.GetDirectoryName(folder))!, "Mods"))
            : Directory.Exists(ImportPlaces.In(folder, "Apps"))
            ? (FindFile(ImportPlaces.In(folder, "Apps"), application, places), ImportPlaces.In(folder, "Mods"))
            : throw new CliException(ExitCodes.NotFound, $"'{source}' is no application of Reloaded-II: it has no {FileName}.",
                "Name the application's folder in Apps, or the folder with " + SettingsName + ".");
    }

    /// <summary>Reads one of several files; a failure becomes a note.</summary>
    private static JsonElement? TryRead(string file, List<Diagnostic> notes)
    {
        try
        {
            return ForeignJson.Read(file);
        }
        catch (CliException e)
        {
            notes.Add(Diagnostic.Error($"the mod is left out: {e.OwnText.TrimEnd('.')}"));
            return null;
        }
    }

    private static string FindFile(string apps, string? application, ImportPlaces places)
    {
        string[] files = [.. ImportPlaces.FoldersIn(apps).Select(folder => ImportPlaces.In(folder, FileName)).Where(File.Exists)];
        string[] right = [.. files.Where(file => application is null
            ? TryRead(file, []) is { } app && FindTo(app.GetText("AppLocation"), places) is not null
            : NameComparer.Instance.Equals(TryRead(file, [])?.GetText("AppId"), application)
                || NameComparer.Instance.Equals(Path.GetFileName(Path.GetDirectoryName(file)), application))];
        return right.Length == 1 ? right[0] : throw new CliException(ExitCodes.NotFound,
            application is not null ? $"'{apps}' has no application '{application}'."
                : $"{(right.Length == 0 ? "No application" : "More than one application")} in '{apps}' is for the game in '{places.Game}'.",
            $"Put one behind the path, after a #: {string.Join(", ", files.Select(file => Path.GetFileName(Path.GetDirectoryName(file))))}");
    }

    private static string? FindTo(string? program, ImportPlaces places)
    {
        if (program is null)
            return null;
        int end = program.LastIndexOfAny(['\\', '/']);
        return end > 0 && places.FindTo(program[..end]) is { } to ? to
            : File.Exists(ImportPlaces.In(places.Game, program[(end + 1)..])) ? ""
            : null;
    }

    /// <summary>Returns the mods that are switched on, and those that they depend on, each after its dependencies.</summary>
    private static List<Mod> Sort(string[] enabled, Dictionary<string, Mod> known)
    {
        List<Mod> sorted = [];
        HashSet<string> seen = new(NameComparer.Instance);
        // A stack of its own: dependencies may be as many as there are mods.
        Stack<(string Id, bool IsDone)> next = new(enabled.Reverse().Select(id => (id, false)));
        while (next.TryPop(out (string Id, bool IsDone) one))
        {
            if (!known.TryGetValue(one.Id, out Mod? mod))
                continue;
            if (one.IsDone)
            {
                sorted.Add(mod);
                continue;
            }

            if (!seen.Add(one.Id))
                continue;
            next.Push((one.Id, true));
            foreach (string needed in mod.Config.GetTexts("ModDependencies").Reverse())
                next.Push((needed, false));
        }

        return sorted;
    }
}
