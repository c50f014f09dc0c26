using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>The setup, at a start, of the record of files that the overwrite folder covers.</summary>
/// <remarks>
/// Unchanged copies that a run has made are removed: the game sees the same without them, and a mod's update isn't hidden by them. An
/// update of a file covered by an older one is reported.
/// </remarks>
internal static class CoveredSetup
{
    /// <summary>
    /// Removes unchanged copies and entries of files that are no longer covered. No process uses the folder, and no hook redirects.
    /// </summary>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <param name="keep">
    /// Called for each copy before it is removed, so that it can be restored: its name in the journal, and its path. The copy stays if the
    /// function throws.
    /// </param>
    /// <param name="diagnostics">Receives diagnostics.</param>
    public static void Clean(string overwrite, VfsConfiguration configuration, Action<string, string> keep, List<Diagnostic> diagnostics)
    {
        IReadOnlyList<CoveredFile> files = CoveredFiles.Read(overwrite);
        if (files.Count == 0)
            return;
        var places = new CoveredPlaces(overwrite, configuration, ProcessPlaces.Find);
        List<CoveredFile> covered = [];
        foreach (CoveredFile file in files)
        {
            if (!places.IsCovered(file) || (places.IsUnchanged(file) && TryRemove(places, file, keep)))
                continue;
            covered.Add(file);
        }

        // The next start tries again.
        FileErrors.Ignore(() => CoveredFiles.Write(overwrite, covered));

        diagnostics.AddRange(OutdatedFiles.Describe(covered.Where(file => places.IsOutdated(file))));
    }

    /// <summary>Opens this process's log.</summary>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="configuration">The configuration, with its defaults.</param>
    public static CoveredLog Open(string overwrite, VfsConfiguration configuration) => new(CoveredFiles.NewLog(overwrite),
        [.. CoveredPlaces.SourcesOf(configuration).Select(root => new JournaledRoot(root.Name, NtPath.WithoutBackslash(NtPath.From(root.Folder)).ToString()))]);

    private static bool TryRemove(CoveredPlaces places, in CoveredFile file, Action<string, string> keep)
    {
        try
        {
            string copy = places.PlaceOf(file);
            keep(file.Place, copy);
            return DiskRemoval.DeleteCopy(copy, places.SourceOf(file),
                static path => ProcessPlaces.Find(path) is { } found ? (found.Volume, found.Number) : default((ulong, ulong)?));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The copy stays and is seen.
            return false;
        }
    }
}
