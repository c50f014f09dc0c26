using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Laying;

/// <summary>A folder over which mods are laid.</summary>
/// <param name="Folder">The real folder, the game's own: a host path.</param>
/// <param name="VirtualFolder">The canonical path by which the game knows the folder.</param>
public sealed record AppliedTarget(string Folder, string VirtualFolder)
{
    /// <summary>Gets the known folder, named by a map, that this is, or null for another folder.</summary>
    internal KnownFolder? Known { get; init; }

    /// <summary>
    /// Gets a value indicating whether mods without a map lie over the folder, which isn't the case if it is only a known folder.
    /// </summary>
    internal bool IsConfigured { get; init; } = true;

    /// <summary>Returns the canonical virtual folder that a part of a mod lies over.</summary>
    internal string PathOf(ModPart part) => part.Below.Length == 0 ? VirtualFolder : NtPath.Combine(VirtualFolder, part.Below);

    /// <summary>Returns the targets that a part goes to.</summary>
    internal static IEnumerable<AppliedTarget> Of(ModPart part, IEnumerable<AppliedTarget> targets) =>
        targets.Where(target => part.Base is null ? target.IsConfigured : target.Known == part.Base);

    /// <summary>Adds a known folder to the targets. If one of them is the same folder, it is then found by both names.</summary>
    /// <param name="targets">The targets so far.</param>
    /// <param name="known">The folder.</param>
    /// <param name="configuration">The configuration, which knows the folder's path.</param>
    /// <param name="toVirtual">Converts a host path to the path by which the game knows it. Null if the two are the same.</param>
    /// <returns>The reason why the folder can't be used, or null if it can.</returns>
    internal static Diagnostic? Add(List<AppliedTarget> targets, KnownFolder known, VfsConfiguration configuration,
        Func<string, string>? toVirtual)
    {
        string cause = "the system doesn't say where it is";
        try
        {
            if (configuration.KnownFolders?.Invoke(known) is { } folder)
            {
                string path = VirtualPath.Canonicalize(toVirtual is null ? folder : toVirtual(folder));
                int same = targets.FindIndex(target => CaseFolding.Equals(target.VirtualFolder, path));
                if (same >= 0)
                    targets[same] = targets[same] with { Known = known };
                else
                    targets.Add(new AppliedTarget(folder, path) { Known = known, IsConfigured = false });
                return null;
            }
        }
        catch (ArgumentException e)
        {
            cause = ErrorCause.Of(e);
        }

        return Diagnostic.Error($"nothing is added to {KnownFolders.NameOf(known)}: {cause}") with { Key = "map" };
    }
}
