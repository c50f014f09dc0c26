namespace Reloaded.VFS.Hooks.Originals;

/// <summary>What the status of a query means for its status block.</summary>
internal static class ListingStatus
{
    /// <summary>
    /// Whether it's an error, with which the kernel leaves the status block untouched. Warnings (no more files, buffer overflow) are
    /// written.
    /// </summary>
    internal static bool IsError(int status) => (uint)status >= 0xC0000000;
}
