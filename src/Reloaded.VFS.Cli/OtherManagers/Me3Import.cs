using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Metadata;
using Tomlyn.Model;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>A reader of a me3 profile as a set of mods, one for each package.</summary>
internal static class Me3Import
{
    private const string Manager = "me3";

    // me3 lays a package over what the game reads from its archives; a game that is unpacked reads it from its program's folder.
    private const string ProgramFolder = "Game";

    /// <summary>Reads what a profile lays over the game.</summary>
    /// <param name="file">The profile.</param>
    /// <exception cref="CliException">The profile can't be read or understood.</exception>
    public static ImportPlan Read(string file, ImportPlaces places)
    {
        TomlTable profile = Me3Profile.Parse(TextFile.Decode(ImportPlaces.Read(file)), file);
        string folder = Path.GetDirectoryName(file)!;
        List<Diagnostic> notes = [];
        bool isAbove = !Directory.EnumerateFiles(places.Game, "*.exe").Any()
            && Directory.Exists(ImportPlaces.In(places.Game, ProgramFolder));
        string to = places.Into ?? (isAbove ? ProgramFolder : "");
        List<(string Id, ImportedMod Mod)> mods = [];
        ImportOrder order = new();
        ImportNames names = new();
        foreach (TomlTable package in Me3Profile.PackagesOf(profile))
        {
            string? path = Me3Profile.Text(package, "path") ?? Me3Profile.Text(package, "source");
            string id = Me3Profile.IdOf(package) ?? path ?? "";
            if (path is null || places.Resolve(path, folder) is not { } content || !Directory.Exists(content))
            {
                notes.Add(Diagnostic.Warning($"the package '{id}' isn't there", file: file));
                continue;
            }

            ModMetadata metadata = new() { From = Path.GetFileName(file), Id = Me3Profile.IdOf(package) };
            string name = names.Take(Me3Profile.IdOf(package) ?? Path.GetFileName(content));
            mods.Add((id, new ImportedMod(name, Me3Profile.Value(package, "enabled") is not false)
            {
                Parts = [new ImportedPart(content, to)],
                Metadata = metadata,
            }));
            foreach ((string first, _) in Me3Profile.Others(package, "load_after", []))
                order.Add(first, id);
            foreach ((string second, _) in Me3Profile.Others(package, "load_before", []))
                order.Add(id, second);
        }

        foreach (TomlTable native in Me3Profile.NativesOf(profile))
            notes.Add(Diagnostic.Warning($"the DLL '{Me3Profile.Text(native, "path")}' isn't taken: me3 loads it into the game",
                file: file, fix: "load it with a loader, such as one that is put beside the game as dinput8.dll"));
        if (mods.Count > 0)
            notes.Add(Diagnostic.Notice("me3 lays packages over what the game reads from its archives; here they lie over files on disk",
                file: file, fix: "unpack the game's archives (UXM), or play with me3"));
        foreach (string key in ((string[])["savefile", "start_online", "disable_arxan", "patch_mem"]).Where(profile.ContainsKey))
            notes.Add(Diagnostic.Notice($"the setting '{key}' isn't taken", file: file));

        Dictionary<string, ImportedMod> byId = new(NameComparer.Instance);
        foreach ((string id, ImportedMod mod) in mods)
            byId.TryAdd(id, mod);
        return new ImportPlan(Manager, file) { Mods = [.. order.Sort([.. byId.Keys]).Select(id => byId[id])], Notes = notes };
    }
}
