using Reloaded.VFS.Hooks.Marking;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>The whiteout of a mod's file that the game deletes or renames by a handle, and its marker. An empty one stands for none.</summary>
internal readonly struct HandleWhiteout
{
    private readonly Whiteouts.Node? _whiteout;
    private readonly AddedMarker _marker;

    private HandleWhiteout(Whiteouts.Node? whiteout, AddedMarker marker) => (_whiteout, _marker) = (whiteout, marker);

    /// <summary>
    /// Whites out the name under which a handle's file is seen, before the call is made; does nothing for any other handle. If the call
    /// fails, the file stays in place, and the game still sees it.
    /// </summary>
    /// <returns>The whiteout, to be ended with the call.</returns>
    public static HandleWhiteout WhiteOut(MergedView view, nint handle)
    {
        HandleEntry entry = view.Handles.Get(handle);
        if (entry.Kind != HandleKind.File)
            return default;
        Whiteouts.Node? whiteout = null;
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
                whiteout = view.Whiteouts.Add(found.Name, supplied, GivenLetters.OfDeleted(view, snapshot, path, supplied));
            }
        }
        else if (view.Whiteouts.TryFindPlace(entry.PathId, NtPath.FromCanonical(real), out string name, out LookupResult place))
        {
            // The game has created the name anew, and the layers don't know that yet.
            marker = DeletionMarkers.Add(view, snapshot, name, place);
            whiteout = view.Whiteouts.Add(name, place);
        }

        GC.KeepAlive(snapshot);
        return new HandleWhiteout(whiteout, marker);
    }

    /// <summary>Ends the whiteout and the marker with the call.</summary>
    /// <inheritdoc cref="AddedMarker.End"/>
    public void End(bool isDeleted, uint? asker = null)
    {
        if (!isDeleted)
            _whiteout?.TakeDeletionBack();
        _marker.End(isDeleted, asker);
    }

    /// <summary>Whites out the name of a file that a call marks for deletion, or takes that back if the call clears the mark.</summary>
    /// <inheritdoc cref="WhiteOut"/>
    public static HandleWhiteout Set(MergedView view, nint handle, Disposition disposition)
    {
        if (disposition.Deletes)
            return WhiteOut(view, handle);
        Withdraw(view, handle);
        return default;
    }

    /// <summary>
    /// Takes back the whiteout of a file whose deletion was withdrawn, and removes the marker, which had no effect beside the file.
    /// </summary>
    /// <remarks>The marker stays if another deletion waits for the file's last handle, or if it hides another letter case.</remarks>
    private static void Withdraw(MergedView view, nint handle)
    {
        HandleEntry entry = view.Handles.Get(handle);
        if (entry.Kind != HandleKind.File || RealNames.Of(handle) is not { Length: > 0 } real)
            return;
        Snapshot snapshot = view.Snapshot;
        string place = NtPath.FromCanonical(real), path = string.Concat(view.Files.GetPath(entry.PathId), @"\", VirtualPath.GetName(real));
        if (view.AskedDeletions.Withdraw(place, AskedDeletions.AskerOf(handle), Disposition.IsOfFile))
        {
            view.Whiteouts.TakeDeletionBack(entry.PathId, place);
            if (!GivenLetters.HaveOthers(view, snapshot, path, place, DiskName.Of(place)))
                DeletionMarkers.Clear(view, place);
        }

        GC.KeepAlive(snapshot);
    }
}
