using Reloaded.VFS.Hooks.Following;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>
/// What the game made in a mod, under a name that belongs to the game's folder only once the thread that follows mods on disk has seen it:
/// a folder in place of a mod's file that the game had deleted, and what is put into it. That thread is told, whatever else it has to look
/// at, and awaited here, as the game may use what it made, or list it, at once.
/// </summary>
internal static unsafe class CreatedEntry
{
    private const int Milliseconds = 5000;

    /// <summary>
    /// Has the folder around a new name listed again, and waits for that, five seconds at most. Doesn't wait where mods aren't followed.
    /// Returns the id of a file's parent, or of the folder itself; -1 where no mod supplies the name.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="path">The name.</param>
    /// <param name="kind">What it was made as.</param>
    /// <param name="isKnown">Whether it may be that already, of another mod.</param>
    public static int Await(MergedView view, ReadOnlySpan<char> path, LookupKind kind, bool isKnown = false)
    {
        int id = Find(view, path, kind);
        if ((id >= 0 && !isKnown) || view.Follower is not { } follower)
            return id;
        using (RescanRequest look = follower.Rescan(VirtualPath.GetParent(path).ToString()))
            look.Wait(Milliseconds);
        return Find(view, path, kind);
    }

    /// <summary>Waits for what a call has just made in a mod. What its handle leads to.</summary>
    public static OpenedEntry Track(MergedView view, ReadOnlySpan<char> path, bool isFolder)
    {
        int id = Await(view, path, isFolder ? LookupKind.Folder : LookupKind.File);
        return id < 0 ? OpenedEntry.None : isFolder ? OpenedEntry.Folder(id) : OpenedEntry.FileIn(id);
    }

    private static int Find(MergedView view, ReadOnlySpan<char> path, LookupKind kind)
    {
        // What mods are known to have by now, and nothing else, is what is waited for.
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Supplied);
        return seen.Kind == kind ? seen.PathId : -1;
    }

    /// <summary>
    /// Waits until the snapshot has a folder that the game just made, and tracks its handle as that folder's;
    /// until then it was tracked as a mod's file.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="handle">The folder.</param>
    /// <param name="parentId">The folder that it is seen in.</param>
    public static void AwaitFolder(MergedView view, nint handle, int parentId)
    {
        try
        {
            string path = string.Concat(view.Files.GetPath(parentId), @"\", VirtualPath.GetName(RealNames.Of(handle)));
            // Another mod may have a folder there already, which the game has deleted otherwise.
            if (Await(view, path, LookupKind.Folder, isKnown: true) is var folder and >= 0)
                view.Handles.Set(handle, folder);
        }
        catch (OutOfMemoryException)
        {
            // What is made in the folder now may not be found.
        }
    }
}
