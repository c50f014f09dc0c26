using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// The real file system under a listing: in the DLL the original NT functions, never the hooked ones. A structure, so that calls are
/// direct. Every status is the real call's own.
/// </summary>
internal unsafe interface IDirectorySource
{
    /// <summary>What this system does after a query.</summary>
    ListingBehaviour Behaviour { get; }

    /// <summary>
    /// Opens a real folder for listing (target form, trailing backslash): <c>FILE_LIST_DIRECTORY</c>, shared for all, synchronous.
    /// </summary>
    NtStatus Open(scoped ReadOnlySpan<char> folder, out nint handle);

    /// <summary>
    /// Opens the folder behind <paramref name="folder"/> once more (relative to it, with an empty name), with a cursor of its own. Asked
    /// for only when two threads start a listing on one handle at the same moment.
    /// </summary>
    NtStatus Reopen(nint folder, out nint handle);

    /// <summary>
    /// The original <c>NtQueryDirectoryFile</c> into a buffer of the VFS. It must complete before it returns: where the handle is
    /// asynchronous and the call pends, the implementation waits (with an event of its own).
    /// </summary>
    /// <param name="folder">The game's handle, or one that <see cref="Open"/> or <see cref="Reopen"/> gave.</param>
    /// <param name="informationClass">The class.</param>
    /// <param name="buffer">Where the records go, aligned to 8.</param>
    /// <param name="length">Its bytes.</param>
    /// <param name="flags"><see cref="QueryFlags.SL_RESTART_SCAN"/> and <see cref="QueryFlags.SL_RETURN_SINGLE_ENTRY"/>.</param>
    /// <param name="pattern">The pattern, null for none.</param>
    /// <param name="patternLength">Its characters.</param>
    /// <param name="written">Bytes written; 0 where the status block wasn't.</param>
    NtStatus Query(nint folder, FILE_INFORMATION_CLASS informationClass, byte* buffer, uint length, QueryFlags flags,
        char* pattern, int patternLength, out uint written);

    /// <summary>Closes a handle that <see cref="Open"/> or <see cref="Reopen"/> gave.</summary>
    void Close(nint folder);

    /// <summary>Whether a name of the listed folder is hidden and never shown.</summary>
    bool IsHidden(scoped ReadOnlySpan<char> name);

    /// <summary>Whether a name of the game's own stays out of sight, since the game itself deleted what a mod had in its place.</summary>
    bool IsCovered(scoped ReadOnlySpan<char> name);
}
