using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>A source of mods as it was typed: <c>PATH</c>, <c>PATH#PROFILE</c>, or <c>MANAGER:PATH#PROFILE</c>. Immutable.</summary>
/// <param name="Manager">The manager, one of <see cref="Managers"/>, or null to recognize it by its files.</param>
/// <param name="Path">The path, an absolute host path.</param>
/// <param name="Profile">The profile, or null if none is named.</param>
internal sealed record ImportSource(string? Manager, string Path, string? Profile)
{
    /// <summary>The names of managers in front of a path.</summary>
    public static readonly string[] Managers = ["mo2", "vortex", "r2modman", "gale", "limo", "reloaded", "me3", "collection"];

    private const string Expected = "It reads Mod Organizer's instances and profiles, Vortex' staging folders, profiles of r2modman and Gale "
        + "(also .r2z), Limo's folders, Reloaded-II's applications, me3's profiles, a collection.json, and what rvfs export has written.";

    /// <summary>Reads a source as it was typed.</summary>
    /// <param name="toHost">Converts a typed path to an absolute host path.</param>
    /// <exception cref="CliException">There is no such manager, or no such file or folder.</exception>
    public static ImportSource Parse(string text, Func<string, string> toHost)
    {
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        string? manager = null;
        // One letter is a drive.
        if (colon > 1 && text[..colon].All(char.IsAsciiLetterOrDigit) && !System.IO.Path.Exists(text))
        {
            manager = text[..colon].ToLowerInvariant();
            if (!Managers.Contains(manager))
                throw new CliException($"There is no manager '{text[..colon]}'.",
                    NearestName.Find(manager, Managers) is { } near
                    ? $"Did you mean '{near}:{text[(colon + 1)..]}'?"
                    : $"Those that are known: {string.Join(", ", Managers)}.");
            text = text[(colon + 1)..];
        }

        string path = toHost(text);
        string? profile = null;
        // The name of a file or folder may have a #, too.
        if (!System.IO.Path.Exists(path) && text.LastIndexOf('#') is > 0 and var hash)
        {
            profile = text[(hash + 1)..];
            path = toHost(text[..hash]);
        }

        if (!System.IO.Path.Exists(path))
            throw new CliException(ExitCodes.NotFound, $"There is no file or folder '{path}'.");
        return new ImportSource(manager, System.IO.Path.TrimEndingDirectorySeparator(path), profile is { Length: > 0 } ? profile : null);
    }

    /// <summary>Reads what the source lays over the game.</summary>
    /// <param name="findOwn">Returns a mod of the game's own mods folder by its name, or null if there is none.</param>
    /// <exception cref="CliException">The source can't be understood.</exception>
    public ImportPlan Read(ImportPlaces places, Func<string, SetMod?> findOwn)
    {
        bool isFile = File.Exists(Path);
        string name = System.IO.Path.GetFileName(Path);
        switch (Manager ?? Recognize(isFile, name))
        {
            case "mo2":
                return ModOrganizerInstance.Read(Path, Profile, places);
            case "vortex":
                return VortexStaging.Read(Path, places);
            case "r2modman" or "gale" when isFile && !Is(name, ThunderstoreProfile.ListName):
                return ThunderstoreProfile.ReadExport(Path, places);
            case "r2modman" or "gale":
                string profile = FindThunderstore(isFile ? System.IO.Path.GetDirectoryName(Path)! : Path);
                return ThunderstoreProfile.ReadFolder(profile, Manager == "gale" ? "Gale" : "r2modman");
            case "limo":
                return LimoApplication.Read(Path, Profile, places);
            case "reloaded":
                return ReloadedApplication.Read(Path, Profile, places);
            case "me3" when isFile:
                return Me3Import.Read(Path, places);
            case "me3":
                string[] profiles = [.. Directory.GetFiles(Path).Where(IsMe3)];
                return Me3Import.Read(profiles.FirstOrDefault(file => Profile is null ? profiles.Length == 1
                    : Is(System.IO.Path.GetFileNameWithoutExtension(file), Profile) || Is(System.IO.Path.GetFileName(file), Profile))
                    ?? throw new CliException(ExitCodes.NotFound, $"'{Path}' has no such profile of me3, or several.",
                        "Name the .me3 file."), places);
            case "collection":
                return NexusCollection.Read(isFile ? Path : ImportPlaces.In(Path, NexusCollection.FileName), places);
            case "set":
                return SetFile.Read(Path).ToPlan(Path, findOwn);
            default:
                throw new CliException($"'{Path}' is nothing that rvfs can import.", Expected);
        }
    }

    private string? Recognize(bool isFile, string name)
    {
        if (isFile)
            return Is(name, ModOrganizerInstance.SettingsName) || Is(name, ModOrganizerInstance.ListName) ? "mo2"
                : VortexStaging.IsDeployment(Path) ? "vortex"
                : Is(name, ThunderstoreProfile.ListName) ? "r2modman"
                : name.EndsWith(ThunderstoreProfile.ExportEnding, StringComparison.OrdinalIgnoreCase) ? "r2modman"
                : Is(name, LimoApplication.FileName) ? "limo"
                : Is(name, ReloadedApplication.FileName) || Is(name, ReloadedApplication.SettingsName) ? "reloaded"
                : IsMe3(Path) ? "me3"
                : Is(name, NexusCollection.FileName) ? "collection"
                : SetFile.Is(Path) ? "set"
                : null;
        return Has(ModOrganizerInstance.SettingsName) || Has(ModOrganizerInstance.ListName) ? "mo2"
            : VortexStaging.Is(Path) ? "vortex"
            : Has(LimoApplication.FileName) ? "limo"
            : Has(ReloadedApplication.FileName) || Has(ReloadedApplication.SettingsName) ? "reloaded"
            : ThunderstoreProfile.Is(Path) ? "r2modman"
            : Has(NexusCollection.FileName) ? "collection"
            : Directory.GetFiles(Path).Any(IsMe3) ? "me3"
            : null;
    }

    /// <summary>Returns a profile's folder: the given one, or the named one in a folder of profiles.</summary>
    private string FindThunderstore(string folder)
    {
        if (Profile is null)
            return folder;
        return ((string[])[folder, ImportPlaces.In(folder, "profiles")]).Select(profiles => ImportPlaces.In(profiles, Profile))
            .FirstOrDefault(found => ModName.WhyImpossible(Profile) is null && Directory.Exists(found))
            ?? throw new CliException(ExitCodes.NotFound, $"'{folder}' has no profile '{Profile}'.");
    }

    private bool Has(string name) => File.Exists(ImportPlaces.In(Path, name));

    private static bool Is(string name, string other) => NameComparer.Instance.Equals(name, other);

    private static bool IsMe3(string file) => file.EndsWith(Me3Profile.Ending, StringComparison.OrdinalIgnoreCase)
        || file.EndsWith(Me3Profile.Ending + ".toml", StringComparison.OrdinalIgnoreCase);
}
