using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Overwriting;

/// <summary>The file or folder of a handle, under the policy <c>overwrite</c>.</summary>
/// <param name="Path">The canonical path under which the game sees the file or folder.</param>
/// <param name="Real">The real path, canonical.</param>
/// <param name="IsInOverwrite">True if the file or folder lies in the overwrite folder.</param>
internal readonly record struct OverwrittenHandle(string Path, string Real, bool IsInOverwrite)
{
    /// <summary>Finds the file or folder of a handle. Returns false if the system doesn't report its name.</summary>
    public static bool TryFind(MergedView view, OverwriteFolder overwrite, nint handle, out OverwrittenHandle found)
    {
        found = default;
        string real = RealNames.Of(handle);
        if (real.Length == 0)
            return false;
        bool isInOverwrite = overwrite.TryGetPath(real, out string path);
        HandleEntry entry = view.Handles.Get(handle);
        if (!isInOverwrite)
            path = view.Removals.FindFile(entry)?.Path ?? PathOf(view, entry, real);
        found = new OverwrittenHandle(path, real, isInOverwrite);
        return true;
    }

    private static string PathOf(MergedView view, in HandleEntry entry, string real)
    {
        if (entry.Kind == HandleKind.Folder)
            return view.Files.GetPath(entry.PathId).ToString();
        string path = SeenPath.Of(view, real, SeenOptions.Aliases | SeenOptions.ShortNames).Path;
        Snapshot snapshot = view.Snapshot;
        if (entry.Kind == HandleKind.File && snapshot.TryGetFolder(entry.PathId, out FolderView folder))
        {
            if (ReverseLookup.TryFindFile(folder, real, out EntryView file))
                path = string.Concat(folder.Path, @"\", file.Name);
            // The file was the one that is seen when it was opened: a copy may be known since.
            else if (ReverseLookup.IsSource(folder, VirtualPath.GetParent(real)))
                path = string.Concat(folder.Path, @"\", VirtualPath.GetName(real));
        }

        GC.KeepAlive(snapshot);
        return path;
    }
}
