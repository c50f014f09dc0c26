namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>QueryFlags</c> of <c>NtQueryDirectoryFileEx</c> (<c>wdm.h</c>).</summary>
[Flags]
public enum QueryFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>From the first entry again.</summary>
    SL_RESTART_SCAN = 0x01,

    /// <summary>One record at most.</summary>
    SL_RETURN_SINGLE_ENTRY = 0x02,

    /// <summary>What file systems make up, or have yet to fetch, is left out; theirs to know.</summary>
    SL_RETURN_ON_DISK_ENTRIES_ONLY = 0x08,

    /// <summary>The next query returns the same records.</summary>
    SL_NO_CURSOR_UPDATE_QUERY = 0x10,

    /// <summary>What a query may say: the kernel refuses the rest.</summary>
    SL_QUERY_DIRECTORY_MASK = SL_RESTART_SCAN | SL_RETURN_SINGLE_ENTRY | SL_RETURN_ON_DISK_ENTRIES_ONLY | SL_NO_CURSOR_UPDATE_QUERY,
}
