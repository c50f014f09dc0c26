using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Overwriting;

/// <summary>What the game sees in a folder, for those who remove or copy one. Rare: it asks the disk for every name.</summary>
internal static class OverwriteListing
{
    /// <summary>Every file and folder that is seen in a folder, in no particular order.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="overwrite">The folder that takes what is written.</param>
    /// <param name="path">The folder's canonical path.</param>
    public static IEnumerable<WrittenName> In(MergedView view, OverwriteFolder overwrite, string path)
    {
        var names = new HashSet<string>(NameComparer.Instance);
        foreach (string part in PartsOf(view, overwrite, path))
            names.UnionWith(DeletionMarkers.NamesIn(part).Where(name => !HideMarker.IsMarker(name)));
        foreach (string name in names)
        {
            if (WrittenName.TryFind(view, overwrite, $@"{path}\{name}", out WrittenName found)
                && found.Kind is WrittenKind.File or WrittenKind.Folder)
                yield return found;
        }
    }

    /// <summary>The real folders that make up a folder, in target form without a backslash behind them; they may not be there.</summary>
    public static List<string> PartsOf(MergedView view, OverwriteFolder overwrite, string path)
    {
        List<string> parts = [NtPath.FromCanonical(path)];
        if (overwrite.TryGetPlace(path, out string place, out _))
            parts.Add(place);
        Snapshot snapshot = view.Files.Current;
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Supplied, snapshot);
        if (seen.Kind == LookupKind.Folder && snapshot.TryGetFolder(seen.PathId, out FolderView folder))
        {
            for (int i = 0; i < folder.SourceCount; i++)
                parts.Add(folder.GetSource(i).TrimEnd('\\').ToString());
        }

        GC.KeepAlive(snapshot);
        return parts;
    }
}
