using Reloaded.VFS.Hooks.Listing.Merging;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// The arguments of one <c>NtQueryDirectoryFile</c> or <c>NtQueryDirectoryFileEx</c>. Its pointers are used only during the call.
/// </summary>
internal unsafe ref struct DirectoryQuery
{
    /// <summary>The game's handle.</summary>
    internal nint Handle;

    /// <summary>
    /// The real folder of <see cref="Handle"/>, in NT form with a trailing backslash, if it may be one of the overlay's sources (a
    /// folder that exists only in mods); empty for the game's own folder.
    /// </summary>
    internal ReadOnlySpan<char> HandleFolder;

    /// <summary>The information class; one that <see cref="DirectoryRecordLayout.TryGet"/> supports.</summary>
    internal FILE_INFORMATION_CLASS Class;

    /// <summary>The caller's buffer; written only by <see cref="Copy"/>.</summary>
    internal void* Buffer;

    /// <summary>The size of the buffer in bytes.</summary>
    internal uint Length;

    /// <summary>The query's flags.</summary>
    internal QueryFlags Flags;

    /// <summary>The caller's <c>FileName</c>, captured into memory that can't fault; null if it is NULL.</summary>
    internal char* Pattern;

    /// <summary>The length of the pattern in characters.</summary>
    internal int PatternLength;

    /// <summary>Copies to memory that may be inaccessible: destination, source, bytes. Returns 0 on a fault.</summary>
    internal delegate* unmanaged[SuppressGCTransition]<void*, void*, nuint, int> Copy;

    /// <summary>Gets a value indicating whether the scan restarts.</summary>
    internal readonly bool Restart => (Flags & QueryFlags.SL_RESTART_SCAN) != 0;

    /// <summary>Gets a value indicating whether at most one record is wanted.</summary>
    internal readonly bool SingleEntry => (Flags & QueryFlags.SL_RETURN_SINGLE_ENTRY) != 0;

    /// <summary>Gets a value indicating whether the cursor stays in place.</summary>
    internal readonly bool KeepCursor => (Flags & QueryFlags.SL_NO_CURSOR_UPDATE_QUERY) != 0;
}

/// <summary>
/// The differences between systems in how <c>NtQueryDirectoryFile</c> continues after a query. <see cref="ListingProbe"/> determines them.
/// </summary>
/// <param name="RestartReplacesPattern">
/// True if the pattern of a restart replaces the first query's ([MS-FSA] 2.1.5.6.3, Windows 8 and later); false if the first one stays
/// (Wine 8).
/// </param>
/// <param name="OverflowAdvances">
/// True if a record that was returned cut off counts as returned (Wine); false if the next query returns it again (fastfat).
/// </param>
internal readonly record struct ListingBehaviour(bool RestartReplacesPattern, bool OverflowAdvances);
