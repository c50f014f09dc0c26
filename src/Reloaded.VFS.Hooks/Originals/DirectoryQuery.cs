using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// The arguments of one <c>NtQueryDirectoryFile</c> or <c>NtQueryDirectoryFileEx</c>. Its pointers are used during the call only.
/// </summary>
internal unsafe ref struct DirectoryQuery
{
    /// <summary><c>SL_RESTART_SCAN</c>: from the first entry again.</summary>
    internal const uint SL_RESTART_SCAN = 0x01;

    /// <summary><c>SL_RETURN_SINGLE_ENTRY</c>: one record at most.</summary>
    internal const uint SL_RETURN_SINGLE_ENTRY = 0x02;

    /// <summary>
    /// <c>SL_RETURN_ON_DISK_ENTRIES_ONLY</c>: what file systems make up, or have yet to fetch, is left out; theirs to know.
    /// </summary>
    internal const uint SL_RETURN_ON_DISK_ENTRIES_ONLY = 0x08;

    /// <summary><c>SL_NO_CURSOR_UPDATE_QUERY</c>: the next query returns the same records.</summary>
    internal const uint SL_NO_CURSOR_UPDATE_QUERY = 0x10;

    /// <summary>What a query may say (<c>SL_QUERY_DIRECTORY_MASK</c>, <c>wdm.h</c>): the kernel refuses the rest.</summary>
    internal const uint Known = SL_RESTART_SCAN | SL_RETURN_SINGLE_ENTRY | SL_RETURN_ON_DISK_ENTRIES_ONLY | SL_NO_CURSOR_UPDATE_QUERY;

    /// <summary>The game's handle.</summary>
    internal nint Handle;

    /// <summary>
    /// The real folder behind <see cref="Handle"/>, target form with a trailing backslash, where it may be one of the overlay's sources (a
    /// folder that exists in mods only); empty where it's the game's own folder.
    /// </summary>
    internal ReadOnlySpan<char> HandleFolder;

    /// <summary>The information class; one that <see cref="DirectoryRecordLayout.TryGet"/> knows.</summary>
    internal FILE_INFORMATION_CLASS Class;

    /// <summary>The caller's buffer: written through <see cref="Copy"/> only.</summary>
    internal void* Buffer;

    /// <summary>Bytes of the buffer.</summary>
    internal uint Length;

    /// <summary><c>SL_*</c>.</summary>
    internal uint Flags;

    /// <summary>The caller's <c>FileName</c>, captured into memory that can't fault; null where it's NULL.</summary>
    internal char* Pattern;

    /// <summary>Characters of the pattern.</summary>
    internal int PatternLength;

    /// <summary>Copies to memory that may not be there: destination, source, bytes. 0 where it faulted.</summary>
    internal delegate* unmanaged[SuppressGCTransition]<void*, void*, nuint, int> Copy;

    /// <summary>Whether the scan starts anew.</summary>
    internal readonly bool Restart => (Flags & SL_RESTART_SCAN) != 0;

    /// <summary>Whether one record is wanted at most.</summary>
    internal readonly bool SingleEntry => (Flags & SL_RETURN_SINGLE_ENTRY) != 0;

    /// <summary>Whether the cursor stays where it is.</summary>
    internal readonly bool KeepCursor => (Flags & SL_NO_CURSOR_UPDATE_QUERY) != 0;
}
