namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>A probe of the system's behaviour by queries. Runs once, at the first listing that needs the answer.</summary>
internal static unsafe class ListingProbe
{
    private const FILE_INFORMATION_CLASS Class = FILE_INFORMATION_CLASS.FileNamesInformation;

    /// <summary>
    /// Queries a real folder that contains <paramref name="existingName"/>, a file or folder with a name of at least three characters (the
    /// game's exe, say). Returns false if the folder can't be read; <paramref name="behaviour"/> is then Windows' documented one.
    /// </summary>
    internal static bool TryRun<TSource>(ref TSource source, scoped ReadOnlySpan<char> folder, scoped ReadOnlySpan<char> existingName,
        out ListingBehaviour behaviour)
        where TSource : struct, IDirectorySource
    {
        behaviour = new ListingBehaviour(RestartReplacesPattern: true, OverflowAdvances: false);
        if (!TryRestart(ref source, folder, out bool replaces) || !TryOverflow(ref source, folder, existingName, out bool advances))
            return false;
        behaviour = new ListingBehaviour(replaces, advances);
        return true;
    }

    private static bool TryRestart<TSource>(ref TSource source, scoped ReadOnlySpan<char> folder, out bool replaces)
        where TSource : struct, IDirectorySource
    {
        replaces = false;
        if (source.Open(folder, out nint handle).IsError())
            return false;
        // Every folder but a drive's root has '.', so '*' finds something.
        NtStatus first = Query(ref source, handle, "rvfs no such name", 1024, restart: false);
        NtStatus second = Query(ref source, handle, "*", 1024, restart: true);
        source.Close(handle);
        replaces = second == NtStatus.STATUS_SUCCESS;
        return first == NtStatus.STATUS_NO_SUCH_FILE;
    }

    private static bool TryOverflow<TSource>(ref TSource source, scoped ReadOnlySpan<char> folder, scoped ReadOnlySpan<char> name,
        out bool advances)
        where TSource : struct, IDirectorySource
    {
        advances = false;
        if (source.Open(folder, out nint handle).IsError())
            return false;
        NtStatus first = Query(ref source, handle, name, 16, restart: false);
        NtStatus second = Query(ref source, handle, name, 1024, restart: false);
        source.Close(handle);
        advances = second == NtStatus.STATUS_NO_MORE_FILES;
        return first == NtStatus.STATUS_BUFFER_OVERFLOW;
    }

    private static NtStatus Query<TSource>(ref TSource source, nint handle, scoped ReadOnlySpan<char> pattern, uint length, bool restart)
        where TSource : struct, IDirectorySource
    {
        long* buffer = stackalloc long[1024 / sizeof(long)];
        fixed (char* start = pattern)
        {
            return source.Query(handle, Class, (byte*)buffer, length, restart ? QueryFlags.SL_RESTART_SCAN : 0, start,
                pattern.Length, out _);
        }
    }
}
