namespace Reloaded.VFS.Hooks.Following;

/// <summary>The folders that programs watch, and what handlers tell about them. Thread-safe.</summary>
public interface IFolderWatches
{
    /// <summary>Gets whether any program watches a folder now.</summary>
    bool IsWatching { get; }

    /// <summary>
    /// Waits until programs are told of what this thread has just changed, as they are without the VFS when such a call returns; for some
    /// milliseconds at most. Costs nothing while nothing is watched.
    /// </summary>
    void WaitUntilReported();

    /// <summary>Tells that a folder of the game's own was made of one that only mods had.</summary>
    /// <param name="path">Its canonical path.</param>
    void OwnFolderMade(ReadOnlySpan<char> path);

    /// <summary>Tells that a folder that was made in vain is about to be removed: when this returns, the VFS doesn't have it open.</summary>
    /// <param name="path">Its canonical path.</param>
    void OwnFolderGoes(ReadOnlySpan<char> path);

    /// <summary>Tells that a real folder, the game's own or a mod's, is being deleted: when this returns, the VFS doesn't have it open.
    /// </summary>
    /// <param name="path">Its canonical path.</param>
    void PartGoes(ReadOnlySpan<char> path);

    /// <summary>Tells that a folder's handle is closed: if it was the last one of a watch, the VFS has nothing of it open any more.</summary>
    /// <param name="generation">The handle's generation.</param>
    void HandleClosed(uint generation);
}
