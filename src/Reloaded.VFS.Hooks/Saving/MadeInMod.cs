using Reloaded.VFS.Paths;
using Reloaded.VFS.Snapshots;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// What the game made in a mod, under a name that belongs to the game's folder only once the thread that follows mods on disk has seen it: a folder in
/// place of a mod's file that the game had deleted, and what is put into it. It is awaited here, as the game may use it, or list it, at once.
/// </summary>
internal static unsafe class MadeInMod
{
    private const int Attempts = 300, AttemptMilliseconds = 5, MostWhileItBegins = 1000;

    /// <summary>
    /// Waits until a name is what it was made as, for one and a half seconds at most (where the system has no watches, mods are looked at every second); not at all where mods aren't followed. Its parent's id, or a
    /// folder's own; -1 where it isn't known by then.
    /// </summary>
    public static int Await(ReadOnlySpan<char> path, LookupKind kind)
    {
        // The thread may have to begin with some thousand folders first.
        for (int i = 0, begins = 0; HookContext.FollowsMods && i < Attempts; i += HookContext.BeginsToFollowMods && begins++ < MostWhileItBegins ? 0 : 1)
        {
            Snapshot snapshot = HookContext.Files.Current;
            LookupResult found = snapshot.Lookup(path);
            GC.KeepAlive(snapshot);
            if (found.Kind == kind)
                return found.PathId;
            Thread.Sleep(AttemptMilliseconds);
        }

        return -1;
    }

    /// <summary>The same for a folder's handle that was tracked as a mod's file so far.</summary>
    /// <param name="handle">The folder.</param>
    /// <param name="parentId">The folder that it is seen in.</param>
    public static void AwaitFolder(nint handle, int parentId)
    {
        try
        {
            string path = string.Concat(HookContext.Files.GetPath(parentId), @"\", VirtualPath.GetName(Naming.VirtualName.RealName(handle)));
            if (Await(path, LookupKind.Folder) is var folder and >= 0)
                Handles.HandleTable.Set(handle, folder);
        }
        catch (OutOfMemoryException)
        {
            // What is made in the folder now may not be found.
        }
    }
}
