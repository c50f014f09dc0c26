using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Watching;

/// <content>Names of the game's own that mods begin to hide, or hide no longer.</content>
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

    /// <summary>What mods had of the name, or have, the difference of the snapshots has told.</summary>
    private static void ReportHidden(VirtualWatch watch, string path, string name, Snapshot before, Snapshot now)
    {
        bool wasHidden = before.Hidden?.CoversOwn(path, out _) == true, isHidden = now.Hidden?.CoversOwn(path, out _) == true;
        string real = NtPath.FromCanonical(path);
        if (wasHidden == isHidden || IsSupplied(before, path) || IsSupplied(now, path) || !RealFiles.Exists(real))
            return;
        if ((watch.Filter & ChangeFilter.OfName(RealFiles.IsFolder(real))) != 0)
            watch.Add(new Change(isHidden ? ChangeKind.Removed : ChangeKind.Added, name));
    }

    private static bool IsSupplied(Snapshot snapshot, string path) => snapshot.Lookup(path).Kind is LookupKind.File or LookupKind.Folder;
}
