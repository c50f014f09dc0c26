using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Dll.Start;

/// <summary>Folders on the way to where maps send parts of mods, at a start: made, and laid below all mods.</summary>
internal static class MapParentsSetup
{
    /// <summary>Lays them. To be called before hooks redirect anything.</summary>
    /// <param name="files">The file system, with its mods.</param>
    /// <param name="mods">The mods.</param>
    /// <param name="applied">Their layers.</param>
    /// <param name="diagnostics">Gets what there is to tell.</param>
    /// <param name="added">Gets the folders that were laid.</param>
    public static void Add(VirtualFileSystem files, ModSet mods, AppliedMods applied, List<Diagnostic> diagnostics, List<AddedFolder> added)
    {
        ModPart[] parts = [.. mods.Mods.SelectMany(mod => mod.Parts)];
        foreach ((AppliedTarget target, string folder, List<string> missing) in MapParents.Of(mods.Configuration.Mods, applied.Targets, parts))
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
                    $"folders on the way to parts of mods can't be made: {ErrorCause.Of(e)}; "
                        + "what lies in them is found by its path alone") with
                {
                    File = folder,
                });
            }
        }
    }
}
