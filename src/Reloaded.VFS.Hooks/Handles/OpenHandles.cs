using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Handles;

/// <summary>
/// Whether a handle of this process leads to a real file, whatever it shares. Wine replaces no file that is open; it tells of each handle
/// without a lock that keeps the answer back. Rare: all handles are asked.
/// </summary>
internal static unsafe class OpenHandles
{
    // Wine gives the lowest value that is free.
    private const int LongestGap = 64;

    /// <summary>Whether one leads there. False on Windows, where a question about a pipe may wait for who reads from it.</summary>
    /// <param name="real">The file, in target form.</param>
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
            // Ids of two volumes may be the same.
            if (status.IsSuccess() && found == id && handle != except
                && CaseFolding.Equals(VirtualPath.GetName(RealNames.Of(handle)), VirtualPath.GetName(real)))
                return true;
        }

        return false;
    }
}
