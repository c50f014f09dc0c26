using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>The name of a mod's file that goes, because the game deletes or renames the file by its handle.</summary>
internal static class DeletedName
{
    /// <summary>
    /// Whites out the name under which a handle's file is seen, before the call is made; nothing happens for any other handle. Should the
    /// call fail, the file stays where it is, and is still what the game sees.
    /// </summary>
    public static void WhiteOut(nint handle)
    {
        HandleEntry entry = HandleTable.Current.Get(handle);
        if (entry.Kind != HandleKind.File)
            return;
        string real = RealNames.Of(handle);
        MergedView view = MergedView.Current;
        Snapshot snapshot = view.Files.Current;
        if (snapshot.TryGetFolder(entry.PathId, out FolderView folder) && RealPlaces.TryFindFile(folder, real, out EntryView found))
        {
            string path = string.Concat(folder.Path, @"\", found.Name);
            LookupResult seen = snapshot.Lookup(path);
            // What belongs to another file stays beside that one by itself.
            if (!view.Companions.TryFindOwner(snapshot, path, in seen, out _, out _))
                view.Whiteouts.Add(found.Name, seen);
        }

        GC.KeepAlive(snapshot);
    }
}
