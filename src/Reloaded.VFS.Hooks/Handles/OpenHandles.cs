using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Handles;

/// <summary>A test whether a handle of this process leads to a real file, whatever its share mode.</summary>
/// <remarks>Wine doesn't replace a file that is open. Rarely used: queries every handle.</remarks>
internal static unsafe class OpenHandles
{
    // Wine assigns the lowest free value.
    private const int LongestGap = 64;

    /// <summary>
    /// Determines whether a handle leads to a file. Returns false on Windows, where querying a pipe may block until its reader acts.
    /// </summary>
    /// <param name="real">The file, in NT form.</param>
    /// <param name="except">A handle that doesn't count.</param>
    public static bool AnyLeadsTo(ReadOnlySpan<char> real, nint except)
    {
        if (!NtFunctions.IsWine || !RealFiles.TryGetLinks(real, out _, out long id))
            return false;
        int gap = 0;
        for (nint handle = 4; gap < LongestGap && handle / 4 < HandleTable.Capacity; handle += 4)
        {
            IO_STATUS_BLOCK result;
            long found = 0;
            NtStatus status = RealFiles.Query(handle, &result, &found, sizeof(long), FILE_INFORMATION_CLASS.FileInternalInformation);
            gap = status == NtStatus.STATUS_INVALID_HANDLE ? gap + 1 : 0;
            // Ids may be the same on two volumes.
            if (status.IsSuccess() && found == id && handle != except
                && CaseFolding.Equals(VirtualPath.GetName(RealNames.Of(handle)), VirtualPath.GetName(real)))
                return true;
        }

        return false;
    }
}
