using Reloaded.VFS.Hooks.Following;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>The wait for a file or folder that the game has created in a mod, until the game's folder shows it.</summary>
/// <remarks>
/// A name is shown once the thread that follows the mods on disk has found it. That matters for a folder in place of a mod's file that the
/// game had deleted, and for everything in that folder. The thread is notified, and the caller waits for it, because the game may use or
/// list at once what it has created.
/// </remarks>
internal static unsafe class CreatedEntry
{
    /// <summary>
    /// Requests that the folder around a new name is listed again, and waits for that, five seconds at most. Doesn't wait if mods aren't
    /// followed.
    /// </summary>
    /// <param name="path">The path of the new name.</param>
    /// <param name="kind">The kind of what was created.</param>
    /// <param name="isKnown">True if another mod may already have the name as that kind.</param>
    /// <returns>The id of a file's parent, or of the folder itself; -1 if no mod supplies the name.</returns>
    public static int Await(MergedView view, ReadOnlySpan<char> path, LookupKind kind, bool isKnown = false)
    {
        int id = Find(view, path, kind);
        if ((id >= 0 && !isKnown) || view.Follower is not { } follower)
            return id;
        // The mod may have the folder around the name, and folders around that, only since the call.
        for (ReadOnlySpan<char> folder = VirtualPath.GetParent(path); ; folder = VirtualPath.GetParent(folder))
        {
            follower.LookAgain(folder.ToString());
            id = Find(view, path, kind);
            if (id >= 0 || view.Files.Snapshot.Lookup(VirtualPath.GetParent(folder)).Kind != LookupKind.Folder)
                return id;
        }
    }

    /// <summary>Waits for what a call has just created in a mod. Returns what the call's handle leads to.</summary>
    public static OpenedEntry Track(MergedView view, ReadOnlySpan<char> path, bool isFolder)
    {
        int id = Await(view, path, isFolder ? LookupKind.Folder : LookupKind.File);
        return id < 0 ? OpenedEntry.None : isFolder ? OpenedEntry.Folder(id) : OpenedEntry.FileIn(id);
    }

    private static int Find(MergedView view, ReadOnlySpan<char> path, LookupKind kind)
    {
        // Only what mods are known to have by now is waited for.
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.Supplied);
        return seen.Kind == kind ? seen.PathId : -1;
    }

    /// <summary>
    /// Waits until the snapshot has a folder that the game just created, and tracks its handle as that folder's; until then the handle was
    /// tracked as that of a mod's file.
    /// </summary>
    /// <param name="handle">The handle of the folder.</param>
    /// <param name="parentId">The folder in which the new one is seen.</param>
    public static void AwaitFolder(MergedView view, nint handle, int parentId)
    {
        try
        {
            string path = string.Concat(view.Files.GetPath(parentId), @"\", VirtualPath.GetName(RealNames.Of(handle)));
            // Another mod may already have a folder there that the game deleted by other means.
            if (Await(view, path, LookupKind.Folder, isKnown: true) is var folder and >= 0)
                view.Handles.Set(handle, folder);
        }
        catch (OutOfMemoryException)
        {
            // What is created in the folder now may not be found.
        }
    }
}

/// <summary>Names of temporary files in a mod. Files with that ending are never overlaid (<c>DefaultExcludes</c>).</summary>
internal static class TemporaryName
{
    public static string Beside(string path) => $"{path}.{UniqueName.Next()}{DefaultExcludes.TemporaryEnding}";
}
