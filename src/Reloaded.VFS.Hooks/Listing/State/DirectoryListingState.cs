using Reloaded.VFS.Hooks.Listing.Merging;

namespace Reloaded.VFS.Hooks.Listing.State;

/// <summary>
/// The listing of one open folder: made at the first query on a handle, shared by its duplicates, disposed of when the last handle is
/// closed. Thread-safe without a lock.
/// </summary>
internal sealed unsafe class DirectoryListingState : IDisposable
{
    private DirectoryListing? _current;
    private int _building;
    private bool _disposed;
    private int _mode; // 0: not asked yet

    /// <summary>Answers one query as the real call would for a folder into which the mods were copied.</summary>
    /// <remarks>
    /// Reads from the real file system at the first query, at a restart, and when a class is requested for the first time; otherwise only
    /// copies.
    /// </remarks>
    /// <param name="source">The real calls.</param>
    /// <param name="folder">The mods' part of the folder, kept alive by the caller; the default if mods supply nothing.</param>
    /// <param name="query">The query's arguments.</param>
    /// <param name="information">
    /// The value for the status block, which the caller writes together with the status unless that is an error
    /// (<see cref="NtStatusKinds.IsError"/>).
    /// </param>
    /// <returns>The status.</returns>
    internal NtStatus Query<TSource, TFolder>(ref TSource source, TFolder folder, scoped in DirectoryQuery query, out nuint information)
        where TSource : struct, IDirectorySource
        where TFolder : IOverlayFolder, allows ref struct
    {
        information = 0;
        if (!DirectoryRecordLayout.TryGet(query.Class, out DirectoryRecordLayout layout))
            return NtStatus.STATUS_INVALID_INFO_CLASS;
        if (query.Length < layout.Size && CheckLength(ref source, query, layout) is var refusal and not NtStatus.STATUS_SUCCESS)
            return refusal;
        while (true)
        {
            DirectoryListing? listing = Volatile.Read(ref _current);
            if (listing is not null && !listing.TryAcquire())
                continue;
            try
            {
                if (listing is not null && !query.Restart)
                    return Continue(listing, ref source, folder, query, layout, out information);
                if (Start(listing, ref source, folder, query, layout, out NtStatus status, out information))
                    return status;
            }
            finally
            {
                listing?.Release();
            }
        }
    }

    /// <summary>
    /// Determines whether a query will call the real file system: the first one, a restart, and one with a new class. Any other
    /// <see cref="Query"/> only copies, without regard to the handle's folder and the mods.
    /// </summary>
    internal bool WillFetch(FILE_INFORMATION_CLASS informationClass, QueryFlags flags)
    {
        DirectoryListing? listing = Volatile.Read(ref _current);
        return listing is null || (flags & QueryFlags.SL_RESTART_SCAN) != 0
            || !DirectoryRecordLayout.TryGet(informationClass, out DirectoryRecordLayout layout)
            || listing.Find(layout) is null;
    }

    /// <summary>Determines whether the game opened the folder for overlapped calls. Queried once.</summary>
    internal bool IsAsynchronous(nint handle)
    {
        const int synchronous = 1, asynchronous = 2;
        if (_mode == 0)
            _mode = RealFiles.IsAsynchronous(handle) ? asynchronous : synchronous;
        return _mode == asynchronous;
    }

    /// <summary>Frees the listing. Queries in progress complete undisturbed.</summary>
    public void Dispose()
    {
        Volatile.Write(ref _disposed, true);
        Interlocked.Exchange(ref _current, null)?.Release();
    }

    private static NtStatus CheckLength<TSource>(ref TSource source, scoped in DirectoryQuery query, in DirectoryRecordLayout layout)
        where TSource : struct, IDirectorySource
    {
        // The system may reject the class before it checks the length.
        long* scratch = stackalloc long[DirectoryRecordLayout.MaximumSize / sizeof(long)];
        NtStatus status = source.Query(query.Handle, query.Class, (byte*)scratch, query.Length, query.Flags, query.Pattern,
            query.PatternLength, out _);
        if (status.IsError() && status != NtStatus.STATUS_NO_SUCH_FILE)
            return status;
        return query.Length < layout.FileName ? NtStatus.STATUS_INFO_LENGTH_MISMATCH : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Returns the next records of a listing.</summary>
    private NtStatus Continue<TSource, TFolder>(
        DirectoryListing listing, ref TSource source, TFolder folder, scoped in DirectoryQuery query,
        in DirectoryRecordLayout layout, out nuint information)
        where TSource : struct, IDirectorySource
        where TFolder : IOverlayFolder, allows ref struct
    {
        information = 0;
        RecordTable? table = listing.Find(layout);
        if (table is null)
        {
            NtStatus status = Fetch(ref source, folder, query, layout, listing.Pattern, listing.First, out RecordTable? fetched);
            if (fetched is null)
                return status;
            table = listing.Add(fetched);
        }

        while (true)
        {
            int cursor = Volatile.Read(ref listing.Cursor);
            NtStatus status = ListingBatch.Copy(table, cursor, query, source.Behaviour.OverflowAdvances, out int next, out information);
            if (status.IsError() || query.KeepCursor
                || Interlocked.CompareExchange(ref listing.Cursor, next, cursor) == cursor)
                return status;
        }
    }

    /// <summary>
    /// Handles a first query or a restart. Returns false if another thread's first query was faster, so that this one isn't the first.
    /// </summary>
    private bool Start<TSource, TFolder>(DirectoryListing? old, ref TSource source, TFolder folder, scoped in DirectoryQuery query,
        in DirectoryRecordLayout layout, out NtStatus status, out nuint information)
        where TSource : struct, IDirectorySource
        where TFolder : IOverlayFolder, allows ref struct
    {
        information = 0;
        var pattern = new ListingPattern(query.Pattern, query.PatternLength);
        if (old is not null && (pattern.Length == 0 || !source.Behaviour.RestartReplacesPattern))
            pattern = old.Pattern;
        status = Fetch(ref source, folder, query, layout, pattern, null, out RecordTable? table);
        if (table is null)
            return true;
        var built = new DirectoryListing(pattern, table);
        status = ListingBatch.Copy(table, 0, query, source.Behaviour.OverflowAdvances, out int next, out information);
        if (status == NtStatus.STATUS_NO_MORE_FILES && old is null)
            status = NtStatus.STATUS_NO_SUCH_FILE;
        if (!query.KeepCursor)
            built.Cursor = next;
        bool published = status != NtStatus.STATUS_ACCESS_VIOLATION && Publish(old, built);
        if (!published)
            built.Release();
        return published || status == NtStatus.STATUS_ACCESS_VIOLATION;
    }

    private bool Publish(DirectoryListing? old, DirectoryListing built)
    {
        if (old is null)
        {
            if (Interlocked.CompareExchange(ref _current, built, null) is not null)
                return false;
        }
        else
        {
            Interlocked.Exchange(ref _current, built)?.Release();
        }

        if (Volatile.Read(ref _disposed))
            Interlocked.Exchange(ref _current, null)?.Release();
        return true;
    }

    /// <summary>Fetches the records of the entries of <paramref name="first"/>, in its order; if that is null, of a new listing.</summary>
    private NtStatus Fetch<TSource, TFolder>(ref TSource source, TFolder folder, scoped in DirectoryQuery query,
        in DirectoryRecordLayout layout, in ListingPattern pattern, RecordTable? first, out RecordTable? table)
        where TSource : struct, IDirectorySource
        where TFolder : IOverlayFolder, allows ref struct
    {
        var builder = new ListingBuilder<TSource, TFolder>(ref source, folder, layout, pattern, query.HandleFolder);
        try
        {
            NtStatus status = RunBuild(ref builder, ref source, query.Handle);
            table = status == NtStatus.STATUS_SUCCESS
                ? new RecordTable(first is null ? builder.Items : builder.AlignTo(first), layout)
                : null;
            return status;
        }
        finally
        {
            builder.Dispose();
        }
    }

    /// <summary>
    /// Builds on the game's handle, or on one of the VFS's own while another thread builds: a handle's cursor serves one thread at a time.
    /// </summary>
    private NtStatus RunBuild<TSource, TFolder>(ref ListingBuilder<TSource, TFolder> builder, ref TSource source, nint handle)
        where TSource : struct, IDirectorySource
        where TFolder : IOverlayFolder, allows ref struct
    {
        if (Interlocked.CompareExchange(ref _building, 1, 0) == 0)
        {
            try
            {
                return builder.Build(handle);
            }
            finally
            {
                Volatile.Write(ref _building, 0);
            }
        }

        NtStatus status = source.Reopen(handle, out nint own);
        if (status.IsError())
            return status;
        try
        {
            return builder.Build(own);
        }
        finally
        {
            source.Close(own);
        }
    }
}
