using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// The names that belong in the overwrite folder: in one of the user's folders, those that a mod or the overwrite folder has.
/// </summary>
internal static class OverwritePlaces
{
    /// <summary>Finds the place in the overwrite folder where a path is written, whether anything is there or not.</summary>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="view">What the game sees.</param>
    /// <param name="path">A canonical path.</param>
    /// <param name="place">The place, in NT form.</param>
    /// <param name="root">The part of the overwrite folder that the place lies in.</param>
    /// <returns>False if the path is written where it is.</returns>
    public static bool TryGetPlace(this OverwriteFolder overwrite, MergedView view, ReadOnlySpan<char> path, out string place, out OverwriteRoot root)
    {
        if (!overwrite.TryGetRoot(path, out place, out root))
            return false;
        ReadOnlySpan<char> rest = path[root.Target.Length..].TrimStart('\\');
        return root.IsUsers ? !rest.IsEmpty && IsMapped(view, path, place) && !overwrite.IsInPlace(rest) : !overwrite.IsInPlace(rest);
    }

    /// <summary>
    /// Determines whether a mod, or the overwrite folder, has a name in one of the user's folders, or marks it as deleted.
    /// </summary>
    private static bool IsMapped(MergedView view, ReadOnlySpan<char> path, string place)
    {
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Canonical);
        return seen.IsAbsent || seen.IsCompanion || seen.IsOpaque || seen.Kind is LookupKind.File or LookupKind.Folder
            || RealFiles.Exists(place) || RealFiles.Exists(place + HideMarker.Ending);
    }
}
