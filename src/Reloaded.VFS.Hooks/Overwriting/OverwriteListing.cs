using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Overwriting;

/// <summary>What the game sees in a folder, for those who remove or copy one. Rare: it asks the disk for every name.</summary>
internal static class OverwriteListing
{
    /// <summary>
    /// Every file and folder that is seen in a folder, in no particular order, but for those that are written where they are
    /// (<see cref="HasInPlace"/>).
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="overwrite">The folder that takes what is written.</param>
    /// <param name="path">The folder's canonical path.</param>
    public static IEnumerable<WrittenName> In(MergedView view, OverwriteFolder overwrite, string path)
    {
        foreach (string member in MembersOf(view, overwrite, path))
        {
            if (WrittenName.TryFind(view, overwrite, member, out WrittenName found) && found.Kind is WrittenKind.File or WrittenKind.Folder)
                yield return found;
        }
    }

    /// <summary>Whether the game sees nothing in a folder, written where it is or not.</summary>
    /// <inheritdoc cref="In"/>
    public static bool IsEmpty(MergedView view, OverwriteFolder overwrite, string path) =>
        !MembersOf(view, overwrite, path).Any(member => WrittenName.TryFind(view, overwrite, member, out WrittenName found)
            ? found.Kind is WrittenKind.File or WrittenKind.Folder
            : WrittenName.IsSeenInPlace(view, member));

    /// <summary>
    /// Whether the game sees anything in a folder, or below it, that is written where it is: the user's own, or what <c>inPlace</c> names.
    /// That stays where the folder is.
    /// </summary>
    /// <inheritdoc cref="In"/>
    public static bool HasInPlace(MergedView view, OverwriteFolder overwrite, string path) =>
        overwrite.MayBeInPlace(path) && MembersOf(view, overwrite, path).Any(member =>
            WrittenName.TryFind(view, overwrite, member, out WrittenName found)
                ? found.Kind == WrittenKind.Folder && HasInPlace(view, overwrite, member)
                : WrittenName.IsSeenInPlace(view, member));

    /// <summary>The real folders that make up a folder, in NT form without a backslash behind them; they may not be there.</summary>
    public static List<string> PartsOf(MergedView view, OverwriteFolder overwrite, string path) => PartsOf(view, overwrite, path, []);

    /// <summary>The paths of all names that are on disk in a folder's parts, seen or not; a map may lay single files over others.</summary>
    private static IEnumerable<string> MembersOf(MergedView view, OverwriteFolder overwrite, string path)
    {
        var names = new HashSet<string>(NameComparer.Instance);
        foreach (string part in PartsOf(view, overwrite, path, names))
            names.UnionWith(RealFolder.NamesIn(part).Where(name => !HideMarker.IsMarker(name)));
        return names.Select(name => $@"{path}\{name}");
    }

    private static List<string> PartsOf(MergedView view, OverwriteFolder overwrite, string path, HashSet<string> supplied)
    {
        List<string> parts = [NtPath.FromCanonical(path)];
        if (overwrite.TryGetPlace(view, path, out string place, out _))
            parts.Add(place);
        Snapshot snapshot = view.Snapshot;
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Supplied, snapshot);
        if (seen.Kind == LookupKind.Folder && snapshot.TryGetFolder(seen.PathId, out FolderView folder))
        {
            for (int i = 0; i < folder.SourceCount; i++)
                parts.Add(folder.GetSource(i).TrimEnd('\\').ToString());
            foreach (EntryView entry in folder)
                supplied.Add(entry.Name.ToString());
        }

        GC.KeepAlive(snapshot);
        return parts;
    }
}
