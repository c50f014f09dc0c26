namespace Reloaded.VFS.Hooks.Following;

/// <summary>The folders that programs watch, with notifications from handlers. Thread-safe.</summary>
public interface IFolderWatches
{
    /// <summary>Gets a value indicating whether any program watches a folder now.</summary>
    bool IsWatching { get; }

    /// <summary>
    /// Waits, for some milliseconds at most, until programs are told of this thread's last change, as they are when such a call returns
    /// without the VFS. Costs nothing if no folder is watched.
    /// </summary>
    void WaitUntilReported();

    /// <summary>Reports that a folder of the game's own was created in place of one that only mods had.</summary>
    /// <param name="path">The folder's canonical path.</param>
    void OwnFolderMade(ReadOnlySpan<char> path);

    /// <summary>
    /// Reports that a folder created in vain is about to be removed. When this method returns, the VFS doesn't have the folder open.
    /// </summary>
    /// <param name="path">The folder's canonical path.</param>
    void OwnFolderGoes(ReadOnlySpan<char> path);

    /// <summary>
    /// Reports that a real folder, the game's own or a mod's, is being deleted. When this method returns, the VFS doesn't have the folder
    /// open.
    /// </summary>
    /// <param name="path">The folder's canonical path.</param>
    void PartGoes(ReadOnlySpan<char> path);

    /// <summary>
    /// Reports that a folder's handle is closed. If the handle was the last one of a watch, the VFS no longer has anything of the watch
    /// open.
    /// </summary>
    /// <param name="generation">The handle's generation.</param>
    void HandleClosed(uint generation);

    /// <summary>Ends every watch: programs then list their folders again.</summary>
    void EndAll();

    /// <summary>Stops for good: nothing is reported from now on.</summary>
    void Stop();
}
