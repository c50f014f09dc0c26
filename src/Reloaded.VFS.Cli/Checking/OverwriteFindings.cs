using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>Findings about an overwrite folder: an invalid place, and updates that it hides.</summary>
internal static class OverwriteFindings
{
    /// <summary>Checks the folder if writes go there.</summary>
    /// <param name="configuration">The configuration, with its defaults; host paths.</param>
    public static IEnumerable<Diagnostic> Find(VfsConfiguration configuration)
    {
        if (configuration.Writes != WritePolicy.Overwrite)
            return [];
        return OverwriteOverlap.Find(configuration, HostPlaces.Find) is { } overlap
            ? [overlap]
            : OutdatedFiles.Describe(UnchangedContent.Read(OverwritePlaces.UsedOf(configuration), configuration).Outdated);
    }
}
