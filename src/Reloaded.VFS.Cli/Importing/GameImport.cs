using System.Text.Json;
using Reloaded.VFS.Cli.OtherManagers;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Metadata;

namespace Reloaded.VFS.Cli.Importing;

/// <summary>The places of an import, for the game of a configuration.</summary>
internal static class GameImport
{
    private const string DriveFolder = "drive_c";

    /// <summary>Reads what a source lays over the game.</summary>
    /// <param name="configuration">The game's configuration, with its defaults and host paths.</param>
    /// <param name="into">The folder in the game into which the user wants the mods laid, as typed, or null.</param>
    /// <param name="archives">The folder with archives, as typed, or null.</param>
    /// <exception cref="CliException">The source can't be read.</exception>
    public static ImportPlan Read(ImportSource source, VfsConfiguration configuration, string? into = null, string? archives = null)
    {
        string? to = null;
        if (into is not null && (to = ImportPlaces.Normal(into)) is null)
            throw new CliException($"--into '{into}' is no folder in the game.", "Write it from the game's folder on: --into Data");
        ImportPlaces places = new(configuration.Targets[0], path => ToHost(path, source.Path))
        {
            Into = to,
            Archives = archives is null ? null : GameQuestion.HostPath(archives),
        };
        return source.Read(places, new OwnMods(configuration).Find);
    }

    /// <summary>Resolves a Windows path that a manager wrote to a host path, with the drives of the manager's own prefix.</summary>
    private static string? ToHost(string path, string source)
    {
        if (OperatingSystem.IsWindows())
            return path;
        string? drive = FolderPath.Upwards(source).FirstOrDefault(folder => Path.GetFileName(folder) == DriveFolder);
        return new WinePaths(Path.GetDirectoryName(drive) ?? WineInstallation.FindPrefix()).ToLinux(path);
    }
}

/// <summary>The mods of the game's own mods folder, in the form of an exported set. Not thread-safe.</summary>
/// <param name="configuration">The game's configuration, with its defaults and host paths.</param>
internal sealed class OwnMods(VfsConfiguration configuration)
{
    private Dictionary<string, Mod>? _mods;

    public SetMod? Find(string name)
    {
        if (_mods is null)
        {
            _mods = new Dictionary<string, Mod>(NameComparer.Instance);
            foreach (Mod mod in LoadOrder.Of(configuration).Mods)
                _mods.TryAdd(mod.Name, mod);
        }

        return _mods.TryGetValue(name, out Mod? found) && IsThere(found) ? Read(found) : null;
    }

    /// <summary>Determines whether a mod exists, perhaps as an archive that isn't unpacked.</summary>
    public static bool IsThere(Mod mod) => mod.State != ModState.Missing && (mod.State != ModState.Error || mod.Archive is not null);

    public SetMod Read(Mod mod)
    {
        ModMetadata metadata = MetadataOf(mod);
        string? archive = mod.Archive is { } file ? Path.GetFileName(file.Path) : null;
        (int? files, string? hash) = Directory.Exists(mod.Folder) ? TreeHash.Of(ModFiles.Of(mod, metadata, configuration)) : (null, null);
        return new SetMod(mod.Name, mod.IsLoaded || mod.State == ModState.Error, metadata.Version, metadata.Source, archive, files, hash)
        {
            Choices = FindChoices(Path.Combine(mod.Folder, DefaultExcludes.ChoicesFile)),
        };
    }

    private static JsonElement? FindChoices(string file)
    {
        try
        {
            return File.Exists(file) ? ForeignJson.Read(file) : null;
        }
        catch (CliException)
        {
            return null;
        }
    }

    /// <summary>Returns a mod's metadata, which isn't read for a mod that is switched off.</summary>
    public static ModMetadata MetadataOf(Mod mod) =>
        mod.IsLoaded ? mod.Metadata : ModMetadataReader.Read(mod.Name, mod.Folder, ForeignMetadata.Instance);
}
