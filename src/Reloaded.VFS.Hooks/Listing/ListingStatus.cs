namespace Reloaded.VFS.Hooks.Listing;

/// <summary>The NTSTATUS values that a folder listing can have (ntstatus.h).</summary>
internal static class ListingStatus
{
    /// <summary>Records were returned.</summary>
    internal const uint STATUS_SUCCESS = 0;

    /// <summary>The first record's name is cut off: a warning, the record and the status block are written.</summary>
    internal const uint STATUS_BUFFER_OVERFLOW = 0x80000005;

    /// <summary>No records are left: a warning, the status block is written.</summary>
    internal const uint STATUS_NO_MORE_FILES = 0x80000006;

    /// <summary>The buffer is smaller than one record without its name.</summary>
    internal const uint STATUS_INFO_LENGTH_MISMATCH = 0xC0000004;

    /// <summary>The caller's buffer can't be written.</summary>
    internal const uint STATUS_ACCESS_VIOLATION = 0xC0000005;

    /// <summary>The first query of a handle matched nothing.</summary>
    internal const uint STATUS_NO_SUCH_FILE = 0xC000000F;

    /// <summary>Out of native memory.</summary>
    internal const uint STATUS_NO_MEMORY = 0xC0000017;

    /// <summary>Whether the kernel leaves the status block untouched with this status.</summary>
    internal static bool IsError(uint status) => status >= 0xC0000000;
}
