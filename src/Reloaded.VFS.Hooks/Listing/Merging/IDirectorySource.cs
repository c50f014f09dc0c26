namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>The real file system under a listing: in the DLL the original NT functions, never the hooked ones.</summary>
/// <remarks>Implementations are structures, so that calls are direct. Every status is the real call's own.</remarks>
internal unsafe interface IDirectorySource
{
    /// <summary>Gets the system's behaviour after a query.</summary>
    ListingBehaviour Behaviour { get; }

    /// <summary>
    /// Opens a real folder for listing (NT form, trailing backslash): <c>FILE_LIST_DIRECTORY</c>, shared for everything, synchronous.
    /// </summary>
    NtStatus Open(scoped ReadOnlySpan<char> folder, out nint handle);

    /// <summary>
    /// Opens the folder of a handle again (relative to it, with an empty name), with a cursor of its own. Needed only if two threads start
    /// a listing on one handle at the same moment.
    /// </summary>
    NtStatus Reopen(nint folder, out nint handle);

    /// <summary>
    /// Calls the original <c>NtQueryDirectoryFile</c> with a buffer of the VFS and returns when it is complete: if the call pends, the
    /// implementation waits (with an event of its own).
    /// </summary>
    /// <param name="folder">The game's handle, or one from <see cref="Open"/> or <see cref="Reopen"/>.</param>
    /// <param name="buffer">The buffer for the records, aligned to 8.</param>
    /// <param name="length">The size of the buffer in bytes.</param>
    /// <param name="flags"><see cref="QueryFlags.SL_RESTART_SCAN"/> and <see cref="QueryFlags.SL_RETURN_SINGLE_ENTRY"/>.</param>
    /// <param name="pattern">The pattern, or null.</param>
    /// <param name="patternLength">The length of the pattern in characters.</param>
    /// <param name="written">The number of bytes written; 0 if the status block wasn't written.</param>
    NtStatus Query(nint folder, FILE_INFORMATION_CLASS informationClass, byte* buffer, uint length, QueryFlags flags,
        char* pattern, int patternLength, out uint written);

    /// <summary>Closes a handle from <see cref="Open"/> or <see cref="Reopen"/>.</summary>
    void Close(nint folder);

    /// <summary>
    /// Returns the time of a folder's last change, which stays the same as long as no name in it comes or goes; 0 if that can't be relied
    /// on, or if reading the whole folder costs no more than the question.
    /// </summary>
    long GetStamp(nint folder);

    /// <summary>Returns what <see cref="Keep"/> kept of the listed folder, or null.</summary>
    KeptNames? FindKept();

    /// <summary>Keeps the names of the game's own in the listed folder, of which nearly all give way to mods.</summary>
    void Keep(KeptNames names);

    /// <summary>Determines whether a name in the listed folder is hidden and never shown.</summary>
    bool IsHidden(scoped ReadOnlySpan<char> name);

    /// <summary>
    /// Determines whether a name of the game's own folder stays hidden because the game deleted a mod's file of that name.
    /// </summary>
    bool IsCovered(scoped ReadOnlySpan<char> name);
}
