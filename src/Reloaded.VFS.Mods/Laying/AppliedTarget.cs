using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Laying;

/// <summary>A folder that mods lie over.</summary>
/// <param name="Folder">The real folder, a host path: the game's own.</param>
/// <param name="VirtualFolder">The path by which the game knows it, canonical.</param>
public sealed record AppliedTarget(string Folder, string VirtualFolder)
{
    /// <summary>The known folder that it is, which a map names; null for another folder.</summary>
    internal KnownFolder? Known { get; init; }

    /// <summary>Whether mods without a map lie over it: not where it is only a known folder.</summary>
    internal bool IsConfigured { get; init; } = true;

    /// <summary>The virtual folder that a part of a mod lies over, canonical.</summary>
    internal string PathOf(ModPart part) => part.Below.Length == 0 ? VirtualFolder : $@"{VirtualFolder.TrimEnd('\\')}\{part.Below}";

    /// <summary>The targets that a part goes to.</summary>
    internal static IEnumerable<AppliedTarget> Of(ModPart part, IEnumerable<AppliedTarget> targets) =>
        targets.Where(target => part.Base is null ? target.IsConfigured : target.Known == part.Base);

    /// <summary>Adds a known folder to the targets; one of them that is that folder is found by both names from then on.</summary>
    /// <param name="targets">The targets so far.</param>
    /// <param name="known">The folder.</param>
    /// <param name="configuration">Says where it is.</param>
    /// <param name="toVirtual">Turns a host path into the path that the game knows it by; null: it is that.</param>
    /// <returns>Why it can't be used; null where it can.</returns>
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
