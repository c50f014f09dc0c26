using Reloaded.VFS.Hooks.Mapping;

namespace Reloaded.VFS.Hooks.Overwriting;

/// <summary>The kinds of a name, for a call that may change it.</summary>
internal enum WrittenKind
{
    /// <summary>Nothing exists there.</summary>
    None,

    File,
    Folder,

    /// <summary>Nothing exists there, and nothing can be made there: a name of the VFS itself, or one below no folder.</summary>
    Forbidden,
}

/// <summary>
/// A name that a call may change, under the policy <c>overwrite</c>: what the game sees there (<see cref="SeenPath"/>), and its place.
/// Changes nothing. Rare compared to opens, so it may allocate.
/// </summary>
/// <remarks>The overwrite folder is looked up on disk, so that a file that another process has just written there is found.</remarks>
/// <param name="Kind">The kind of the name.</param>
/// <param name="Path">The canonical path.</param>
/// <param name="Place">The name's place in the overwrite folder, whether it exists or not, in NT form.</param>
/// <param name="Root">The part of the overwrite folder that contains the place.</param>
/// <param name="Real">The real file or folder that is seen, in NT form; empty if there is none.</param>
/// <param name="IsInOverwrite">True if that is <paramref name="Place"/>.</param>
/// <param name="IsDeleted">True if a marker in the overwrite folder hides the name.</param>
internal readonly record struct WrittenName(
    WrittenKind Kind, string Path, string Place, OverwriteRoot Root, string Real, bool IsInOverwrite, bool IsDeleted = false)
{
    /// <summary>Gets the path of the folder around the name, canonical.</summary>
    public string Parent => VirtualPath.GetParent(Path).ToString();

    public ReadOnlySpan<char> Name => VirtualPath.GetName(Path);

    /// <summary>Looks up a name. Returns false if the name is written in place.</summary>
    /// <param name="path">A canonical path.</param>
    /// <param name="name">What was found.</param>
    public static bool TryFind(MergedView view, OverwriteFolder overwrite, string path, out WrittenName name)
    {
        name = default;
        if (!overwrite.TryGetPlace(view, path, out string place, out OverwriteRoot root))
            return false;
        name = new WrittenName(WrittenKind.None, path, place, root, "", false);
        IDisk disk = view.Disk;
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Canonical);
        // A folder that was created anew may be known to be hidden before it is known to exist.
        bool isBelowAbsent = seen.IsAbsent && !seen.IsAbsentItself
            && !(seen.IsHiddenByMod && disk.IsFolder(place.AsSpan(0, place.LastIndexOf('\\'))));
        if (isBelowAbsent || (seen.IsAbsent && view.Hidden.Cover(path, out _)))
            name = name with { Kind = WrittenKind.Forbidden };
        else if (disk.Exists(place))
            name = name.As(disk.IsFolder(place), place);
        else if (disk.Exists(place + HideMarker.Ending))
            name = name with { IsDeleted = true };
        else if (!seen.IsAbsent && FindLower(view, seen, place) is { Length: > 0 } lower)
            name = name.As(disk.IsFolder(lower), lower);
        return true;
    }

    /// <summary>Determines whether a canonical path is a folder for the game.</summary>
    public static bool IsFolderSeen(MergedView view, OverwriteFolder overwrite, string path) =>
        TryFind(view, overwrite, path, out WrittenName name)
            ? name.Kind == WrittenKind.Folder
            : view.Disk.IsFolder(NtPath.FromCanonical(path));

    /// <summary>Determines whether the game sees a file or folder at a name that is written in place.</summary>
    /// <param name="path">A canonical path, for which <see cref="TryFind"/> returns false.</param>
    public static bool IsSeenInPlace(MergedView view, string path)
    {
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Canonical);
        return !seen.IsAbsent && FindLower(view, seen, "").Length > 0;
    }

    /// <summary>Determines whether anything except the overwrite folder has the name on disk.</summary>
    public bool IsInLowerLayers(MergedView view)
    {
        if (view.Disk.Exists(NtPath.FromCanonical(Path)))
            return true;
        Snapshot snapshot = view.Snapshot;
        SeenEntry parent = SeenPath.Of(view, VirtualPath.GetParent(Path), SeenOptions.Supplied, snapshot);
        bool isThere = false;
        if (parent.Kind == LookupKind.Folder && snapshot.TryGetFolder(parent.PathId, out FolderView folder))
        {
            foreach (FolderSource source in folder.Sources)
                isThere = isThere || (source.Layer != Root.Layer && view.Disk.Exists(source.PathOf(Name)));
            // A single file that was laid over the name.
            isThere |= folder.TryFind(Name, out EntryView entry) && !entry.IsFolder && entry.Layer != Root.Layer;
        }

        GC.KeepAlive(snapshot);
        return isThere;
    }

    /// <summary>
    /// Finds the real file under a name as if the copy at its place were gone and the layers didn't know that yet; empty if there is none,
    /// or it can't be determined.
    /// </summary>
    /// <param name="path">The canonical path.</param>
    /// <param name="place">The copy, in NT form, which exists.</param>
    public static string FindBelow(MergedView view, string path, string place)
    {
        Snapshot snapshot = view.Snapshot;
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Companions | SeenOptions.Hidden, snapshot);
        string own = NtPath.FromCanonical(path), below = "";
        if (!seen.IsAbsent && !seen.IsCompanion && seen.Kind != LookupKind.Folder && !view.Whiteouts.Folders.Covers(snapshot, path, out _))
            below = seen.Kind == LookupKind.File && CaseFolding.Equals(seen.Backing!, place)
                ? FindNext(view, seen, own, place)
                : FindLower(view, seen, place);
        // A snapshot that has the copy doesn't know what mods hide of each other.
        bool isHidden = below.Length > 0 && below != own && snapshot.Hidden?.CoversReal(NtPath.ToCanonical(below)) == true;
        GC.KeepAlive(snapshot);
        return isHidden ? "" : below;
    }

    private WrittenName As(bool isFolder, string real) => this with
    {
        Kind = isFolder ? WrittenKind.Folder : WrittenKind.File,
        Real = real,
        IsInOverwrite = CaseFolding.Equals(real, Place),
    };

    /// <summary>Finds the real path of what is seen, if the overwrite folder doesn't have it; empty for nothing.</summary>
    private static string FindLower(MergedView view, SeenEntry seen, string place)
    {
        string own = NtPath.FromCanonical(seen.Path);
        switch (seen.Kind)
        {
            case LookupKind.File:
                bool isGone = CaseFolding.Equals(seen.Backing!, place);
                // What the game itself has deleted there stays deleted.
                if (isGone && view.Whiteouts.Contains(seen.PathId, VirtualPath.GetName(seen.Path)))
                    return "";
                return !isGone && view.Disk.Exists(seen.Backing!) ? seen.Backing! : seen.IsCompanion ? "" : FindNext(view, seen, own, place);
            case LookupKind.Folder:
                if (!seen.IsOpaque && view.Disk.IsFolder(own))
                    return own;
                string target = NtPath.ToOpen(seen.Backing).ToString();
                return target.Length > 0 && view.Disk.IsFolder(target) ? target : "";
            default:
                return !seen.IsOpaque && view.Disk.Exists(own) ? own : "";
        }
    }

    /// <summary>
    /// Finds the next source of a name after a mod's file is gone, or a copy at <paramref name="place"/>, and the VFS hasn't been notified
    /// yet.
    /// </summary>
    private static string FindNext(MergedView view, SeenEntry seen, string own, string place)
    {
        Snapshot snapshot = view.Snapshot;
        string next = "";
        if (snapshot.TryGetFolder(seen.PathId, out FolderView folder))
        {
            foreach (FolderSource source in folder.Sources)
            {
                string real = source.PathOf(VirtualPath.GetName(seen.Path));
                if (CaseFolding.Equals(real, place) || !view.Disk.IsFile(real))
                    continue;
                next = real;
                break;
            }
        }

        GC.KeepAlive(snapshot);
        return next.Length == 0 && OwnEntry.IsSeen(view, seen.Path, CountedDeletions.None) ? own : next;
    }
}

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
