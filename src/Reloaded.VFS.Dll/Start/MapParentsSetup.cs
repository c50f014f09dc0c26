using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Dll.Start;

/// <summary>The setup of the folders that lead to mapped parts of mods: created, and laid below all mods.</summary>
internal static class MapParentsSetup
{
    /// <summary>Lays the folders. Call before hooks redirect anything.</summary>
    /// <param name="files">The file system, with its mods.</param>
    /// <param name="mods">The mods.</param>
    /// <param name="applied">The mods' layers.</param>
    /// <param name="diagnostics">Receives diagnostics.</param>
    /// <param name="added">Receives the folders that were laid.</param>
    public static void Add(VirtualFileSystem files, ModSet mods, AppliedMods applied, List<Diagnostic> diagnostics, List<AddedFolder> added)
    {
        ModPart[] parts = [.. mods.Mods.SelectMany(mod => mod.Parts)];
        foreach ((AppliedTarget target, string folder, List<string> missing)
            in MapParents.Of(mods.Configuration.Mods, applied.Targets, parts))
        {
            bool isThere = Directory.Exists(folder);
            if (missing.Count == 0 && !isThere)
                continue;
            try
            {
                if (isThere)
                    MapParents.Sweep(folder, missing, keepsFolder: missing.Count > 0);
                if (missing.Count == 0 && !Directory.Exists(folder))
                    continue;
                MapParents.Make(folder, missing);
                added.Add(AddedFolder.AddParents(files, folder, target.VirtualFolder));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
            {
                diagnostics.Add(Diagnostic.Warning(
                    $"parent folders of mapped parts can't be created: {ErrorCause.Of(e)}; "
                        + "listings don't show them, and their content is found only by its path") with
                {
                    File = folder,
                });
            }
        }
    }
}
