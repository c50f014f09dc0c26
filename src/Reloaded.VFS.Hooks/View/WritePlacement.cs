using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Mapping;

namespace Reloaded.VFS.Hooks.View;

/// <summary>The places of something new that neither the game nor a mod has, in a folder that only mods have.</summary>
internal enum NewNames
{
    /// <summary>The game's own folder, which is made first; if that can't be made, the mod's.</summary>
    InOwnFolder,

    /// <summary>The game's own folder, which is made first; if that can't be made, the policy's place.</summary>
    InOwnFolderOrElsewhere,

    /// <summary>None: nothing new can be made in the folder.</summary>
    Nowhere,
}

/// <summary>
/// Where the game's changes go, as far as calls that only read have to know. The room <c>Writing</c> derives the policy for the other calls
/// from it. Safe from any thread.
/// </summary>
internal class WritePlacement(OverwriteFolder? overwrite, JournaledFolders? journal)
{
    // The lowest layer whose folders may lead.
    private readonly int _leadingLayer = overwrite?.Roots.MinBy(root => root.Layer)?.Layer ?? int.MaxValue;

    /// <summary>Gets the placement of changes where the names lie, without a journal.</summary>
    public static WritePlacement InPlace { get; } = new(null, null);

    /// <summary>Gets the place of everything that the game writes; null if that is where the names lie.</summary>
    public OverwriteFolder? Overwrite => overwrite;

    /// <summary>Gets the folders in which changes are recorded before they are made in place; null if nothing is recorded.</summary>
    public JournaledFolders? Journal => journal;

    /// <summary>
    /// Determines whether the part of a folder in the first layer that has it gives the folder its attributes, times and id for the game.
    /// </summary>
    /// <param name="layer">The highest layer that has the folder.</param>
    /// <param name="pathLength">The length of the folder's canonical path.</param>
    public bool Leads(int layer, int pathLength) => layer >= _leadingLayer && overwrite!.Leads(layer, pathLength);

    /// <summary>Returns the place for a name that neither the game nor a mod has, in a folder that only mods have.</summary>
    /// <param name="path">The name's canonical path.</param>
    public virtual NewNames PlaceOfNew(ReadOnlySpan<char> path) => NewNames.InOwnFolder;

    /// <summary>Returns the copies that get their names in a real file's folder, one of which may be that file; null for none.</summary>
    /// <param name="real">The file, in NT form.</param>
    public ArrivingCopies? ArrivingAt(ReadOnlySpan<char> real) => overwrite?.Contains(real) == true ? overwrite.Arriving : null;
}

/// <summary>The names that belong in the overwrite folder: in a user's folder, those that a mod or the overwrite folder has.</summary>
internal static class OverwritePlaces
{
    /// <summary>Finds the place in the overwrite folder where a path is written, whether anything is there or not.</summary>
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

    /// <summary>Determines whether a mod, or the overwrite folder, has a name in a user's folder, or marks it as deleted.</summary>
    private static bool IsMapped(MergedView view, ReadOnlySpan<char> path, string place)
    {
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Canonical);
        return seen.IsAbsent || seen.IsCompanion || seen.IsOpaque || seen.Kind is LookupKind.File or LookupKind.Folder
            || RealFiles.Exists(place) || RealFiles.Exists(place + HideMarker.Ending);
    }
}
