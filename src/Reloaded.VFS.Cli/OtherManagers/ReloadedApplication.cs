using System.Text.Json;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>
/// A reader of an application of Reloaded-II, with the mods that are switched on, in the order in which Reloaded-II loads them. The content
/// of a mod's folder <c>Redirector</c> is laid over the folder of the game's program.
/// </summary>
internal sealed class ReloadedApplication
{
    public const string FileName = "AppConfig.json";

    public const string SettingsName = "ReloadedII.json";

    private const string Manager = "Reloaded-II", ModFile = "ModConfig.json", Redirector = "Redirector";

    private readonly string _folder;
    private readonly JsonElement _mod;

    private ReloadedApplication(string folder, JsonElement mod) => (_folder, _mod) = (folder, mod);

    private string Id => _mod.GetText("ModId") ?? Path.GetFileName(_folder);

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

        Dictionary<string, ReloadedApplication> known = new(NameComparer.Instance);
        if (Directory.Exists(mods))
        {
            var everywhere = new EnumerationOptions
            {
                RecurseSubdirectories = true,
                MaxRecursionDepth = 4,
                MatchCasing = MatchCasing.CaseInsensitive,
            };
            foreach (string config in Directory.GetFiles(mods, ModFile, everywhere).Order(StringComparer.Ordinal))
            {
                if (TryRead(config, notes) is { } mod)
                {
                    ReloadedApplication one = new(Path.GetDirectoryName(config)!, mod);
                    known.TryAdd(one.Id, one);
                }
            }
        }
        else
        {
            notes.Add(Diagnostic.Warning("there is no such folder of mods", file: mods));
        }

        string[] enabled = [.. app.GetTexts("EnabledMods")];
        foreach (string gone in enabled.Where(id => !known.ContainsKey(id)))
            notes.Add(Diagnostic.Warning($"the mod '{gone}' is switched on, but isn't there", file: file));
        List<ReloadedApplication> loaded = Sort(enabled, known);
        string? appId = app.GetText("AppId");
        // Mods for this game that are switched off come first, in the order that the user has given them.
        string[] shown = [.. app.GetTexts("SortedMods")];
        ReloadedApplication[] off = [.. known.Values.Where(mod => !loaded.Contains(mod) && mod.Has(Redirector)
            && mod._mod.GetTexts("SupportedAppId").Any(id => NameComparer.Instance.Equals(id, appId)))
            .OrderBy(mod => Array.FindIndex(shown, id => NameComparer.Instance.Equals(id, mod.Id)))
            .ThenBy(mod => mod.Id, NameComparer.Instance)];
        ImportNames names = new();
        List<ImportedMod> taken = [];
        foreach (ReloadedApplication mod in (IEnumerable<ReloadedApplication>)[.. off, .. loaded])
        {
            bool isOn = loaded.Contains(mod);
            if (!mod.Has(Redirector))
            {
                notes.Add(Diagnostic.Notice($"the mod '{mod.Id}' isn't taken: it has no {Redirector}, and its code needs Reloaded-II",
                    file: mod._folder));
                continue;
            }

            if (mod._mod.GetText("ModDll") is not null && isOn)
                notes.Add(Diagnostic.Notice($"of the mod '{mod.Id}' only the files are taken: its code needs Reloaded-II",
                    file: mod._folder));
            HashSet<string> own = [.. loaded.Where(other => other.Has(Redirector)).Select(other => other.Id)];
            taken.Add(new ImportedMod(names.Take(mod._mod.GetText("ModName") ?? mod.Id), isOn)
            {
                Parts = [new ImportedPart(ImportPlaces.In(mod._folder, Redirector), to)],
                Metadata = new ModMetadata
                {
                    From = ModFile,
                    Id = mod.Id,
                    Name = mod._mod.GetText("ModName"),
                    Version = mod._mod.GetText("ModVersion"),
                    Needs = [.. mod._mod.GetTexts("ModDependencies").Where(own.Contains)],
                },
            });
        }

        return new ImportPlan(Manager, file) { Mods = taken, Notes = notes };
    }

    private bool Has(string name) => Directory.Exists(ImportPlaces.In(_folder, name));

    /// <summary>Finds the application's file and the folder with all mods.</summary>
    private static (string File, string Mods) Find(string source, string? application, ImportPlaces places)
    {
        string folder = File.Exists(source) ? Path.GetDirectoryName(source)! : source;
        string file = ImportPlaces.In(folder, FileName);
        for (string? above = folder; above is not null; above = Path.GetDirectoryName(above))
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
    private static List<ReloadedApplication> Sort(string[] enabled, Dictionary<string, ReloadedApplication> known)
    {
        List<ReloadedApplication> sorted = [];
        HashSet<string> seen = new(NameComparer.Instance);
        // A stack of its own: dependencies may be as many as there are mods.
        Stack<(string Id, bool IsDone)> next = new(enabled.Reverse().Select(id => (id, false)));
        while (next.TryPop(out (string Id, bool IsDone) one))
        {
            if (!known.TryGetValue(one.Id, out ReloadedApplication? mod))
                continue;
            if (one.IsDone)
            {
                sorted.Add(mod);
                continue;
            }

            if (!seen.Add(one.Id))
                continue;
            next.Push((one.Id, true));
            foreach (string needed in mod._mod.GetTexts("ModDependencies").Reverse())
                next.Push((needed, false));
        }

        return sorted;
    }
}
