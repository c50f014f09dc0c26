using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// The arguments of one <c>NtQueryDirectoryFile</c> or <c>NtQueryDirectoryFileEx</c>. Its pointers are used during the call only.
/// </summary>
internal unsafe ref struct DirectoryQuery
{
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

    /// <summary>What is asked of it.</summary>
    internal QueryFlags Flags;

    /// <summary>The caller's <c>FileName</c>, captured into memory that can't fault; null where it's NULL.</summary>
    internal char* Pattern;

    /// <summary>Characters of the pattern.</summary>
    internal int PatternLength;

    /// <summary>Copies to memory that may not be there: destination, source, bytes. 0 where it faulted.</summary>
    internal delegate* unmanaged[SuppressGCTransition]<void*, void*, nuint, int> Copy;

    /// <summary>Whether the scan starts anew.</summary>
    internal readonly bool Restart => (Flags & QueryFlags.SL_RESTART_SCAN) != 0;

    /// <summary>Whether one record is wanted at most.</summary>
    internal readonly bool SingleEntry => (Flags & QueryFlags.SL_RETURN_SINGLE_ENTRY) != 0;

    /// <summary>Whether the cursor stays where it is.</summary>
    internal readonly bool KeepCursor => (Flags & QueryFlags.SL_NO_CURSOR_UPDATE_QUERY) != 0;
}
