using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Dll.Start;

/// <summary>Folders on the way to where maps send parts of mods, at a start: made, and laid below all mods.</summary>
internal static class MapWaysSetup
{
    /// <summary>Lays them. To be called before hooks redirect anything.</summary>
    /// <param name="files">The file system, with its mods.</param>
    /// <param name="mods">The mods.</param>
    /// <param name="applied">Their layers.</param>
    /// <param name="diagnostics">Gets what there is to tell.</param>
    /// <param name="laid">Gets the folders that were laid.</param>
    public static void Add(VirtualFileSystem files, ModSet mods, AppliedMods applied, List<Diagnostic> diagnostics, List<AddedFolder> laid)
    {
        if (mods.Configuration.Mods is not { } modsFolder)
            return;
        ModPart[] parts = [.. mods.Mods.SelectMany(mod => mod.Parts)];
        foreach (AppliedTarget target in applied.Targets)
        {
            List<string> missing = MapWays.FindMissing(target, parts);
            if (MapWays.FolderOf(modsFolder, applied.Targets, target) is not { } folder)
                continue;
            bool isThere = Directory.Exists(folder);
            if (missing.Count == 0 && !isThere)
                continue;
            try
            {
                if (isThere)
                    MapWays.Sweep(folder, missing, keepsFolder: missing.Count > 0);
                if (missing.Count == 0 && !Directory.Exists(folder))
                    continue;
                MapWays.Make(folder, missing);
                laid.Add(AddedFolder.LayWays(files, folder, target.VirtualFolder));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
            {
                diagnostics.Add(Diagnostic.Warning(
                    $"folders on the way to parts of mods can't be made: {e.Message.TrimEnd('.')}; "
                        + "what lies in them is found by its path alone") with
                {
                    File = folder,
                });
            }
        }
    }
}
