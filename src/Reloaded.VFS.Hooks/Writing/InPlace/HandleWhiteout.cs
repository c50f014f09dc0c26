using Reloaded.VFS.Hooks.Marking;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>The whiteout of a mod's file that the game deletes or renames by a handle.</summary>
internal static class HandleWhiteout
{
    /// <summary>
    /// Whites out the name under which a handle's file is seen, before the call is made; does nothing for any other handle. If the call
    /// fails, the file stays in place, and the game still sees it.
    /// </summary>
    /// <returns>The marker, to be ended with the call.</returns>
    public static AddedMarker WhiteOut(MergedView view, nint handle)
    {
        HandleEntry entry = view.Handles.Get(handle);
        if (entry.Kind != HandleKind.File)
            return default;
        AddedMarker marker = default;
        string real = RealNames.Of(handle);
        Snapshot snapshot = view.Snapshot;
        if (snapshot.TryGetFolder(entry.PathId, out FolderView folder) && ReverseLookup.TryFindFile(folder, real, out EntryView found))
        {
            string path = string.Concat(folder.Path, @"\", found.Name);
            // A file that belongs to another one stays beside that one anyway.
            if (!SeenPath.Of(view, path, SeenOptions.Companions, snapshot).IsCompanion)
            {
                LookupResult supplied = snapshot.Lookup(path);
                marker = DeletionMarkers.Add(view, snapshot, found.Name, supplied);
                view.Whiteouts.Add(found.Name, supplied, GivenLetters.OfDeleted(view, snapshot, path, supplied));
            }
        }
        else if (view.Whiteouts.TryFindPlace(entry.PathId, NtPath.FromCanonical(real), out string name, out LookupResult place))
        {
            // The game has created the name anew, and the layers don't know that yet.
            marker = DeletionMarkers.Add(view, snapshot, name, place);
        }

        GC.KeepAlive(snapshot);
        return marker;
    }

    /// <summary>Whites out the name of a file that a call marks for deletion, or takes that back if the call clears the mark.</summary>
    /// <inheritdoc cref="WhiteOut"/>
    public static AddedMarker Set(MergedView view, nint handle, Disposition disposition)
    {
        if (disposition.Deletes)
            return WhiteOut(view, handle);
        Withdraw(view, handle);
        return default;
    }

    /// <summary>Removes the marker of a file whose deletion was withdrawn. The marker had no effect beside the file.</summary>
    /// <remarks>The marker stays if another deletion waits for the file's last handle, or if it hides another letter case.</remarks>
    private static void Withdraw(MergedView view, nint handle)
    {
        HandleEntry entry = view.Handles.Get(handle);
        if (entry.Kind != HandleKind.File || RealNames.Of(handle) is not { Length: > 0 } real)
            return;
        Snapshot snapshot = view.Snapshot;
        string place = NtPath.FromCanonical(real), path = string.Concat(view.Files.GetPath(entry.PathId), @"\", VirtualPath.GetName(real));
        if (view.AskedDeletions.Withdraw(place, entry.Generation, Disposition.IsOfFile)
            && !GivenLetters.HaveOthers(view, snapshot, path, place, DiskName.Of(place)))
            DeletionMarkers.Clear(view, place);
        GC.KeepAlive(snapshot);
    }
}
