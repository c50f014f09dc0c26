namespace Reloaded.VFS.Hooks.Deleting;

/// <content>
/// Places in the overwrite folder: a file there is seen before the layers know it, and nothing is seen if it is deleted and they don't know
/// that yet. Another program that changes the folder ends a place.
/// </content>
internal sealed unsafe partial class Whiteouts
{
    /// <summary>
    /// Lifts the places in which another program has deleted the file, its marker included: lower layers' files and the game's are seen
    /// again.
    /// </summary>
    /// <remarks>
    /// The disk is asked only for names that the place's layer doesn't supply. Call it when layers were examined: a file that came and went
    /// between two examinations makes no difference. Only one thread at a time may call it.
    /// </remarks>
    public void LiftGone()
    {
        if (!_anyPlace)
            return;
        Snapshot snapshot = _files.Snapshot;
        foreach (Node? first in _buckets)
        {
            for (Node? node = first; node is not null; node = node.Next)
            {
                if (!node.IsLasting || node.IsLifted || IsSupplied(snapshot, node) || IsOnDisk(node))
                    continue;
                node.Lift();
                // The game may just have created the file again, and found its place known.
                if (IsOnDisk(node))
                    node.IsLifted = false;
            }
        }

        GC.KeepAlive(snapshot);
    }

    /// <summary>Reuses a lifted place of the name: a name that comes and goes takes no more memory.</summary>
    private bool TryReusePlace(ReadOnlySpan<char> name, in LookupResult found)
    {
        for (Node? node = Volatile.Read(ref _buckets[Hash(found.PathId, name)]); node is not null; node = node.Next)
        {
            if (!node.IsLasting || !node.IsLifted || node.Found.PathId != found.PathId || !name.SequenceEqual(node.Name)
                || !IsOf(node, in found))
                continue;
            node.IsLifted = false;
            return true;
        }

        return false;
    }

    private static bool IsSupplied(Snapshot snapshot, Node node) =>
        snapshot.TryGetFolder(node.Found.PathId, out FolderView folder) && folder.TryFind(node.Name, out EntryView entry)
        && !entry.IsFolder && entry.Layer == node.Found.Layer;

    /// <summary>
    /// Determines whether something lies at a place, or is hidden by a marker: its own, or that of a parent folder, which is made before
    /// those in the folder are removed.
    /// </summary>
    private bool IsOnDisk(Node node)
    {
        string place = BackingPath.Of(node.Found);
        if (_disk.Exists(place) || _disk.Exists(place + HideMarker.Ending))
            return true;
        ReadOnlySpan<char> path = _files.GetPath(node.Found.PathId), folder = VirtualPath.GetParent(place);
        while (!path.IsEmpty && CaseFolding.Equals(VirtualPath.GetName(path), VirtualPath.GetName(folder)))
        {
            if (_disk.Exists(string.Concat(folder, HideMarker.Ending)))
                return true;
            path = VirtualPath.GetParent(path);
            folder = VirtualPath.GetParent(folder);
        }

        return false;
    }
}

/// <summary>The backing file or folder of a look-up as a string, for calls rare enough to allocate.</summary>
internal static class BackingPath
{
    /// <summary>Returns the path in NT form; a folder's ends in a backslash. The snapshot has to be alive.</summary>
    public static string Of(in LookupResult found) =>
        string.Create(found.BackingLength, found, static (text, result) => result.CopyBacking(text));

    /// <summary>Returns a folder's path as the folder is opened (<see cref="NtPath.ToOpen"/>). The snapshot has to be alive.</summary>
    public static string OfFolder(in LookupResult found) => NtPath.ToOpen(Of(found)).ToString();
}
