using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>The name of a mod's file that goes, because the game deletes or renames the file by its handle.</summary>
internal static class HandleWhiteout
{
    /// <summary>
    /// Whites out the name under which a handle's file is seen, before the call is made; nothing happens for any other handle. Should the
    /// call fail, the file stays where it is, and is still what the game sees.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="handle">The handle.</param>
    /// <returns>The marker, which is to end with the call.</returns>
    public static AddedMarker WhiteOut(MergedView view, nint handle)
    {
        HandleEntry entry = view.Handles.Get(handle);
        if (entry.Kind != HandleKind.File)
            return default;
        AddedMarker marker = default;
        string real = RealNames.Of(handle);
        Snapshot snapshot = view.Snapshot;
        if (snapshot.TryGetFolder(entry.PathId, out FolderView folder) && RealPlaces.TryFindFile(folder, real, out EntryView found))
        {
            string path = string.Concat(folder.Path, @"\", found.Name);
            // What belongs to another file stays beside that one by itself.
            if (!SeenPath.Of(view, path, SeenOptions.Companions, snapshot).IsCompanion)
            {
                LookupResult supplied = snapshot.Lookup(path);
                marker = DeletionMarkers.Add(view, snapshot, found.Name, supplied);
                view.Whiteouts.Add(found.Name, supplied, GivenLetters.OfDeleted(view, snapshot, path, supplied));
            }
        }
        else if (view.Whiteouts.TryFindPlace(entry.PathId, NtPath.FromCanonical(real), out string name, out LookupResult place))
        {
            // The game has made the name anew, and the layers don't know that yet.
            marker = DeletionMarkers.Add(view, snapshot, name, place);
        }

        GC.KeepAlive(snapshot);
        return marker;
    }

    /// <summary>Whites out the name of a file that a call marks for deletion, or takes that back where the call clears the mark.</summary>
    /// <inheritdoc cref="WhiteOut"/>
    public static AddedMarker Set(MergedView view, nint handle, Disposition disposition)
    {
        if (disposition.Deletes)
            return WhiteOut(view, handle);
        TakeBack(view, handle);
        return default;
    }

    /// <summary>
    /// A file isn't to be deleted after all: its name's marker, which had no effect beside it, goes, unless another deletion waits for the
    /// file's last handle, or it hides other letters.
    /// </summary>
    private static void TakeBack(MergedView view, nint handle)
    {
        HandleEntry entry = view.Handles.Get(handle);
        if (entry.Kind != HandleKind.File || RealNames.Of(handle) is not { Length: > 0 } real)
            return;
        Snapshot snapshot = view.Snapshot;
        string place = NtPath.FromCanonical(real), path = string.Concat(view.Files.GetPath(entry.PathId), @"\", VirtualPath.GetName(real));
        if (AskedDeletions.TakeBack(place, entry.Generation, Disposition.IsOfFile)
            && !GivenLetters.HaveOthers(view, snapshot, path, place, DiskName.Of(place)))
            DeletionMarkers.Clear(view, place);
        GC.KeepAlive(snapshot);
    }
}
