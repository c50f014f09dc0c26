namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>A probe of the system's behaviour by queries. Runs once, at the first listing that needs the answer.</summary>
internal static unsafe class ListingProbe
{
    private const FILE_INFORMATION_CLASS Class = FILE_INFORMATION_CLASS.FileNamesInformation;
    private const int LargeBuffer = 1024, SmallBuffer = 16;

    /// <summary>
    /// Queries a real folder that contains <paramref name="existingName"/>, a file or folder with a name of at least three characters (the
    /// game's exe, say). Returns false if the folder can't be read; <paramref name="behaviour"/> is then Windows' documented one.
    /// </summary>
    internal static bool TryRun<TSource>(ref TSource source, scoped ReadOnlySpan<char> folder, scoped ReadOnlySpan<char> existingName,
        out ListingBehaviour behaviour)
        where TSource : struct, IDirectorySource
    {
        behaviour = new ListingBehaviour(RestartReplacesPattern: true, OverflowAdvances: false);
        if (source.Open(folder, out nint handle).IsError())
            return false;
        bool isMissing = Query(ref source, handle, "rvfs no such name", LargeBuffer, restart: false) == NtStatus.STATUS_NO_SUCH_FILE;
        // Every folder but a drive's root has '.', so '*' finds something.
        NtStatus all = Query(ref source, handle, "*", LargeBuffer, restart: true);
        source.Close(handle);
        if (!isMissing || source.Open(folder, out handle).IsError())
            return false;
        bool isTruncated = Query(ref source, handle, existingName, SmallBuffer, restart: false) == NtStatus.STATUS_BUFFER_OVERFLOW;
        NtStatus next = Query(ref source, handle, existingName, LargeBuffer, restart: false);
        source.Close(handle);
        if (!isTruncated)
            return false;
        behaviour = new ListingBehaviour(all == NtStatus.STATUS_SUCCESS, next == NtStatus.STATUS_NO_MORE_FILES);
        return true;
    }

    private static NtStatus Query<TSource>(ref TSource source, nint handle, scoped ReadOnlySpan<char> pattern, uint length, bool restart)
        where TSource : struct, IDirectorySource
    {
        long* buffer = stackalloc long[LargeBuffer / sizeof(long)];
        fixed (char* start = pattern)
        {
            return source.Query(handle, Class, (byte*)buffer, length, restart ? QueryFlags.SL_RESTART_SCAN : 0, start,
                pattern.Length, out _);
        }
    }
}
