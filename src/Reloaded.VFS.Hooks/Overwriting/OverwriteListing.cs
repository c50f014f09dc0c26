using Reloaded.VFS.Hooks.Mapping;

namespace Reloaded.VFS.Hooks.Overwriting;

/// <summary>The names that the game sees in a folder, for its removal or copy. Rare: every name is looked up on disk.</summary>
internal static class OverwriteListing
{
    /// <summary>
    /// Returns every file and folder that is seen in a folder, in no particular order, except those that are written in place
    /// (<see cref="HasInPlace"/>).
    /// </summary>
    /// <param name="path">The folder's canonical path.</param>
    public static IEnumerable<WrittenName> In(MergedView view, OverwriteFolder overwrite, string path)
    {
        foreach (string member in MembersOf(view, overwrite, path))
        {
            if (WrittenName.TryFind(view, overwrite, member, out WrittenName found) && found.Kind is WrittenKind.File or WrittenKind.Folder)
                yield return found;
        }
    }

    /// <summary>Determines whether the game sees nothing in a folder, written in place or not.</summary>
    /// <inheritdoc cref="In"/>
    public static bool IsEmpty(MergedView view, OverwriteFolder overwrite, string path) =>
        !MembersOf(view, overwrite, path).Any(member => WrittenName.TryFind(view, overwrite, member, out WrittenName found)
            ? found.Kind is WrittenKind.File or WrittenKind.Folder
            : WrittenName.IsSeenInPlace(view, member));

    /// <summary>
    /// Determines whether the game sees anything in a folder, or below it, that is written in place: the user's own files, or those that
    /// <c>inPlace</c> names. They stay when the folder is moved.
    /// </summary>
    /// <inheritdoc cref="In"/>
    public static bool HasInPlace(MergedView view, OverwriteFolder overwrite, string path) =>
        overwrite.MayBeInPlace(path) && MembersOf(view, overwrite, path).Any(member =>
            WrittenName.TryFind(view, overwrite, member, out WrittenName found)
                ? found.Kind == WrittenKind.Folder && HasInPlace(view, overwrite, member)
                : WrittenName.IsSeenInPlace(view, member));

    /// <summary>Returns the real folders that make up a folder, in NT form without a backslash at the end; they may not exist.</summary>
    public static List<string> PartsOf(MergedView view, OverwriteFolder overwrite, string path) => PartsOf(view, overwrite, path, []);

    /// <summary>Returns the paths of all names on disk in a folder's parts, seen or not; a map may lay single files over others.</summary>
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
            foreach (FolderSource source in folder.Sources)
                parts.Add(source.Path.ToString());
            foreach (EntryView entry in folder)
                supplied.Add(entry.Name.ToString());
        }

        GC.KeepAlive(snapshot);
        return parts;
    }
}
