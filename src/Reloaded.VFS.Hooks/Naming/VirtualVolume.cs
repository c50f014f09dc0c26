using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Naming;

/// <summary>
/// The check whether a mod's file can lie on another volume than the game's folder: most never do, so the volume need not be queried.
/// </summary>
internal static class VirtualVolume
{
    /// <summary>
    /// Determines whether the volumes may differ, by drive letters alone: true may be wrong, false never is, unless a volume is mounted in
    /// a folder.
    /// </summary>
    public static bool MayDiffer(MergedView view, nint handle)
    {
        HandlePaths.EnsureResolved(handle, view);
        HandleEntry entry = view.Handles.Get(handle);
        if (view.ShowsRealNames || entry.Kind is not (HandleKind.File or HandleKind.Folder))
            return false;
        Snapshot snapshot = view.Files.Snapshot;
        bool differs = false;
        if (snapshot.TryGetFolder(entry.PathId, out FolderView folder))
        {
            // Single files come from folders that are no sources.
            differs = entry.Kind == HandleKind.File && folder.SourceCount == 0;
            ReadOnlySpan<char> drive = VirtualPath.GetRoot(folder.Path);
            foreach (FolderSource source in folder.Sources)
                differs = differs || !CaseFolding.Equals(VirtualPath.GetRoot(NtPath.ToCanonical(source.Text)), drive);
        }

        GC.KeepAlive(snapshot);
        return differs;
    }
}
