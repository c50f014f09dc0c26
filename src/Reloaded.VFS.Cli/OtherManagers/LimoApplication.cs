using System.Text.Json;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>A reader of Limo's folder for a game, with the mods, and the order in which each deployer has them.</summary>
internal static class LimoApplication
{
    /// <summary>The name of the file that describes the game and its mods.</summary>
    public const string FileName = "lmm_mods.json";

    private const string Manager = "Limo";

    // The kinds that lay mods over a folder; the others sort lists of plugins, or move files of the game.
    private static readonly string[] s_kinds = ["Simple Deployer", "Case Matching Deployer"];

    private sealed record Entry(long Id, bool IsOn, string To, string Deployer);

    /// <summary>Reads what a profile lays over the game.</summary>
    /// <param name="source">The folder, or the file in it.</param>
    /// <param name="profile">The profile's name, or null for the first one.</param>
    /// <exception cref="CliException">It is no such folder, or has no such profile.</exception>
    public static ImportPlan Read(string source, string? profile, ImportPlaces places)
    {
        string file = File.Exists(source) ? source : ImportPlaces.In(source, FileName), folder = Path.GetDirectoryName(file)!;
        JsonElement application = ForeignJson.Read(file);
        string[] profiles = [.. application.GetList("profiles").Select(one => one.GetText("name") ?? "")];
        int number = profile is null ? 0 : Array.FindIndex(profiles, name => NameComparer.Instance.Equals(name, profile));
        if (number < 0)
            throw new CliException(ExitCodes.NotFound, $"'{file}' has no profile '{profile}'.",
                $"Its profiles: {string.Join(", ", profiles)}");

        Dictionary<long, JsonElement> installed = [];
        foreach (JsonElement mod in application.GetList("installed_mods"))
        {
            if (mod.GetNumber("id") is { } id)
                installed[id] = mod;
        }

        List<Diagnostic> notes = [];
        Entry[] listed = [.. application.GetList("deployers")
            .SelectMany(deployer => EntriesOf(deployer, number, places, cause => notes.Add(cause with { File = file })))];
        ImportNames names = new();
        List<ImportedMod> mods = [];
        foreach ((long id, bool isOn, string to, string deployer) in listed)
        {
            JsonElement mod = installed.GetValueOrDefault(id);
            string name = mod.GetText("name") ?? $"{id}";
            string content = Path.Combine(folder, $"{id}");
            if (!Directory.Exists(content))
            {
                notes.Add(Diagnostic.Warning($"the mod '{name}' isn't there", file: content));
                continue;
            }

            // Each deployer has an order of its own.
            bool isInSeveral = listed.Count(other => other.Id == id) > 1;
            mods.Add(new ImportedMod(names.Take(isInSeveral ? $"{name} [{deployer}]" : name), isOn)
            {
                Parts = [new ImportedPart(content, to)],
                Metadata = new ModMetadata { From = FileName, Version = mod.GetText("version"), Source = mod.GetText("remote_source") },
            });
        }

        if (installed.Keys.Except(listed.Select(one => one.Id)).Count() is > 0 and var idle)
            notes.Add(Diagnostic.Notice($"left out, because no deployer of the profile has them: {Counted.Of(idle, "mod")}", file: file));
        return new ImportPlan(Manager, file) { Mods = mods, Notes = notes };
    }

    /// <summary>Returns the mods of a deployer in its order for a profile, or none if it lays no mods over the game.</summary>
    /// <param name="profile">The profile's number.</param>
    /// <param name="note">Receives why the deployer isn't taken.</param>
    private static IEnumerable<Entry> EntriesOf(JsonElement deployer, int profile, ImportPlaces places, Action<Diagnostic> note)
    {
        string name = deployer.GetText("name") ?? "", kind = deployer.GetText("type") ?? "";
        if (!s_kinds.Contains(kind))
        {
            note(Diagnostic.Warning($"the deployer '{name}' isn't taken: a '{kind}' lays no mods over a folder"));
            return [];
        }

        string? destination = deployer.GetText("dest_path");
        if ((destination is null ? null : places.FindTo(destination)) is not { } to)
        {
            note(Diagnostic.Warning($"the deployer '{name}' isn't taken: '{destination ?? "its folder"}' isn't in the game's folder",
                fix: $"name the game with --game, if '{places.Game}' isn't the right one"));
            return [];
        }

        return deployer.GetList("profiles").ElementAtOrDefault(profile).GetList("loadorder")
            .Where(entry => entry.GetNumber("id") is not null)
            .Select(entry => new Entry(entry.GetNumber("id")!.Value, entry.GetBool("enabled") ?? true, to, name));
    }
}
