using System.Text.Json;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>A mod in an exported set. Immutable.</summary>
/// <param name="Name">The mod's name.</param>
/// <param name="IsOn">True if the mod is switched on.</param>
/// <param name="Version">The mod's version, or null if it isn't known.</param>
/// <param name="Source">The origin of the mod, or null if it isn't known.</param>
/// <param name="Archive">The name of the archive that the mod is, or null if it is a folder.</param>
/// <param name="Files">The number of files that the game sees of the mod, or null if they weren't read.</param>
/// <param name="Hash">A hash of these files and their paths in the game, or null if they weren't read.</param>
internal sealed record SetMod(string Name, bool IsOn, string? Version, string? Source, string? Archive, int? Files, string? Hash)
{
    /// <summary>Gets the choices in the mod's installer, as JSON, or null if there were none.</summary>
    public JsonElement? Choices { get; init; }
}

/// <summary>A set of mods as one file, which <c>rvfs export</c> writes and <c>rvfs import</c> reads elsewhere. Immutable.</summary>
/// <param name="Mods">The mods; a later one wins.</param>
/// <param name="Preferences">The paths that a mod wins whatever the order says.</param>
internal sealed record SetFile(IReadOnlyList<SetMod> Mods, IReadOnlyList<ImportedPreference> Preferences)
{
    private const string FormatKey = "rvfsSet";
    private const int Format = 1;

    /// <summary>Determines whether a file is such a set. A file that can't be read is none.</summary>
    public static bool Is(string file)
    {
        try
        {
            return ForeignJson.Read(file).Get(FormatKey) is not null;
        }
        catch (CliException)
        {
            return false;
        }
    }

    /// <summary>Reads a file.</summary>
    /// <exception cref="CliException">The file can't be read or understood.</exception>
    public static SetFile Read(string file)
    {
        JsonElement set = ForeignJson.Read(file);
        if (set.GetNumber(FormatKey) is not Format)
            throw new CliException($"'{file}' is a set that a newer rvfs has written.", "Take the newest rvfs.");
        return new SetFile(
            [.. set.GetList("mods").Where(mod => mod.GetText("name") is not null).Select(mod => new SetMod(mod.GetText("name")!,
                mod.GetBool("on") ?? true, mod.GetText("version"), mod.GetText("source"), mod.GetText("archive"),
                (int?)mod.GetNumber("files"), mod.GetText("hash")) { Choices = mod.Get("choices") })],
            [.. set.GetList("prefer").Where(rule => rule.GetText("mod") is not null && rule.GetText("path") is not null)
                .Select(rule => new ImportedPreference(rule.GetText("mod")!, rule.GetText("path")!))]);
    }

    public byte[] ToJson() => [.. ReadableJson.Write(json => json.WriteObject(() =>
    {
        json.WriteNumber(FormatKey, Format);
        json.WriteString("madeBy", $"rvfs {CliVersion.Text}");
        json.WriteObjects("mods", Mods, mod =>
        {
            json.WriteString("name", mod.Name);
            json.WriteBoolean("on", mod.IsOn);
            foreach ((string key, string? text) in ((string, string?)[])[
                ("version", mod.Version), ("source", mod.Source), ("archive", mod.Archive)])
            {
                if (text is not null)
                    json.WriteString(key, text);
            }

            if (mod.Files is { } files)
                json.WriteNumber("files", files);
            if (mod.Hash is not null)
                json.WriteString("hash", mod.Hash);
            if (mod.Choices is { } choices)
            {
                json.WritePropertyName("choices");
                choices.WriteTo(json);
            }
        });
        json.WriteObjects("prefer", Preferences, rule =>
        {
            json.WriteString("mod", rule.Mod);
            json.WriteString("path", rule.Path);
        });
    })), (byte)'\n'];

    /// <summary>Compares the set with the mods of this machine.</summary>
    /// <param name="file">The file from which the set was read.</param>
    /// <param name="find">Returns a mod of this machine by its name, or null if there is none.</param>
    public ImportPlan ToPlan(string file, Func<string, SetMod?> find)
    {
        List<Diagnostic> notes = [];
        ImportNames names = new();
        List<ImportedMod> mods = [];
        foreach (SetMod mod in Mods)
        {
            string from = mod.Source is null ? "" : $" ({mod.Source})";
            SetMod? here = find(mod.Name);
            if (here is null)
            {
                string cause = $"the mod '{mod.Name}'{(mod.Version is null ? "" : " " + mod.Version)}{from} isn't there";
                notes.Add((mod.IsOn ? Diagnostic.Warning(cause) : Diagnostic.Notice(cause)) with { File = file });
                if (!mod.IsOn)
                    continue;
            }
            else if (mod.Version is not null && here.Version is not null && mod.Version != here.Version)
            {
                notes.Add(Diagnostic.Warning($"the mod '{mod.Name}' is version {here.Version} here, and {mod.Version} in the set{from}",
                    file: file));
            }
            else if (mod.Choices is { } choices && (here.Choices is not { } own || !JsonElement.DeepEquals(choices, own)))
            {
                notes.Add(Diagnostic.Warning($"in the installer of the mod '{mod.Name}' something else was chosen here than in the set",
                    file: file, fix: "add the mod's archive once more; the choices of the set are in the file"));
            }
            else if (mod.Hash is not null && here.Hash is not null && mod.Hash != here.Hash)
            {
                string count = mod.Files == here.Files
                    ? ""
                    : $": {here.Files} here, {mod.Files} in the set";
                notes.Add(Diagnostic.Warning($"the mod '{mod.Name}' has other files here than in the set{count}", file: file));
            }

            mods.Add(new ImportedMod(names.Take(mod.Name), mod.IsOn)
            {
                Metadata = new ModMetadata { Version = mod.Version },
                IsMissing = here is null,
            });
        }

        return new ImportPlan("an exported set", file) { Mods = mods, Preferences = Preferences, Notes = notes, IsOfOwnMods = true };
    }
}
