using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Watching;

/// <content>Names of the game's own that mods begin to hide, or no longer hide.</content>
internal sealed unsafe partial class ChangeNotifier
{
    private void ReportHidden(VirtualWatch watch, Snapshot before, Snapshot now)
    {
        var parents = new HashSet<int>([.. before.Hidden?.Parents ?? [], .. now.Hidden?.Parents ?? []]);
        foreach (int parent in parents)
        {
            if (RelativeTo(watch, _files.GetPath(parent)) is not { } folder)
                continue;
            var names = new HashSet<string>(
                [.. before.Hidden?.NamesIn(parent) ?? [], .. now.Hidden?.NamesIn(parent) ?? []], StringComparer.OrdinalIgnoreCase);
            foreach (string name in names)
                ReportHidden(watch, string.Concat(_files.GetPath(parent), @"\", name), folder + name, before, now);
        }
    }

    /// <summary>
    /// Reports a name of the game's own that mods begin to hide, or no longer hide. The difference of the snapshots already covers what
    /// mods had, or have, under the name.
    /// </summary>
    /// <remarks>If the game itself has deleted the name, its own isn't seen, with a marker or without one.</remarks>
    private void ReportHidden(VirtualWatch watch, string path, string name, Snapshot before, Snapshot now)
    {
        bool wasSeen = MaySeeOwn(path, before, out bool wasSupplied), isSeen = MaySeeOwn(path, now, out bool isSupplied);
        string real = NtPath.FromCanonical(path);
        if (wasSeen == isSeen || wasSupplied || isSupplied || view.Whiteouts.OutlastsLayers(now, path) || !RealFiles.Exists(real))
            return;
        if ((watch.Filter & ChangeFilter.OfName(RealFiles.IsFolder(real))) != 0)
            watch.Add(new Change(isSeen ? ChangeKind.Added : ChangeKind.Removed, name));
    }

    /// <summary>Determines whether a snapshot lets the game see what its own folder has at a path.</summary>
    private bool MaySeeOwn(string path, Snapshot snapshot, out bool isSupplied)
    {
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Hidden, snapshot);
        // For an absent name, the kind tells whether a mod has it all the same.
        isSupplied = seen.Kind is LookupKind.File or LookupKind.Folder;
        return seen is { IsAbsent: false, IsOpaque: false, Kind: not LookupKind.File };
    }
}
