using Reloaded.VFS.Hooks.Listing.Merging;

namespace Reloaded.VFS.Hooks.Listing.State;

/// <summary>One scan of a merged folder: its pattern, its entries in order, the records of each requested class, and the cursor.</summary>
/// <remarks>
/// Shared by threads without a lock: readers are counted, and the last one frees the native memory. The finaliser frees it if a thread was
/// terminated in between.
/// </remarks>
internal sealed unsafe class DirectoryListing
{
    private readonly char* _pattern;
    private readonly int _patternLength;
    private RecordTable _tables;
    private int _references = 1;

    /// <summary>The index of the next entry. Moved by compare-exchange after the copy to the caller succeeded.</summary>
    internal int Cursor;

    /// <summary>Creates a listing with the records of its first class, which it owns. The pattern is copied.</summary>
    internal DirectoryListing(in ListingPattern pattern, RecordTable table)
    {
        if (pattern.Start is not null)
        {
            _patternLength = pattern.Length;
            _pattern = (char*)NativeMemory.Alloc((nuint)Math.Max(1, _patternLength) * sizeof(char));
            pattern.Text.CopyTo(new Span<char>(_pattern, _patternLength));
        }

        _tables = table;
    }

    /// <summary>Frees a listing that wasn't released.</summary>
    ~DirectoryListing() => Free();

    /// <summary>Gets the pattern, valid while the caller counts as a reader.</summary>
    internal ListingPattern Pattern => new(_pattern, _patternLength);

    /// <summary>Gets the table that the listing was built with: its entries are the listing's.</summary>
    internal RecordTable First
    {
        get
        {
            RecordTable table = Volatile.Read(ref _tables);
            while (table.Next is { } next)
                table = next;
            return table;
        }
    }

    /// <summary>Adds the caller as a reader. Returns false if the listing has been replaced and freed.</summary>
    internal bool TryAcquire()
    {
        for (int count = Volatile.Read(ref _references); count > 0;)
        {
            int seen = Interlocked.CompareExchange(ref _references, count + 1, count);
            if (seen == count)
                return true;
            count = seen;
        }

        return false;
    }

    /// <summary>Removes the caller (or the owner) as a reader. The last one frees the memory.</summary>
    internal void Release()
    {
        if (Interlocked.Decrement(ref _references) != 0)
            return;
        Free();
        GC.SuppressFinalize(this);
    }

    /// <summary>Returns the records of a class, or null if the class wasn't requested yet.</summary>
    internal RecordTable? Find(in DirectoryRecordLayout layout)
    {
        for (RecordTable? table = Volatile.Read(ref _tables); table is not null; table = table.Next)
        {
            if (table.Layout.Class == layout.Class)
                return table;
        }

        return null;
    }

    /// <summary>Adds the records of another class, or frees them if another thread was faster. Returns the table to use.</summary>
    internal RecordTable Add(RecordTable table)
    {
        while (true)
        {
            if (Find(table.Layout) is { } present)
            {
                table.Free();
                return present;
            }

            RecordTable head = Volatile.Read(ref _tables);
            table.Next = head;
            if (Interlocked.CompareExchange(ref _tables, table, head) == head)
                return table;
        }
    }

    private void Free()
    {
        for (RecordTable? table = _tables; table is not null; table = table.Next)
            table.Free();
        NativeMemory.Free(_pattern);
    }
}

/// <summary>The result of one query: as many whole records as fit, or one that is cut off. Moves no cursor.</summary>
internal static unsafe class ListingBatch
{
    /// <summary>Copies the records from entry <paramref name="start"/> on to the caller.</summary>
    /// <param name="table">The records, which the caller keeps alive.</param>
    /// <param name="start">The cursor.</param>
    /// <param name="query">The query; its buffer is at least as long as the layout's fixed part.</param>
    /// <param name="overflowAdvances">True if a record that is cut off counts as returned.</param>
    /// <param name="next">The new cursor.</param>
    /// <param name="information">The number of bytes written: up to the end of the last name, without padding.</param>
    /// <returns>
    /// <see cref="NtStatus.STATUS_SUCCESS"/>, <see cref="NtStatus.STATUS_BUFFER_OVERFLOW"/>,
    /// <see cref="NtStatus.STATUS_NO_MORE_FILES"/>, or <see cref="NtStatus.STATUS_ACCESS_VIOLATION"/>.
    /// </returns>
    internal static NtStatus Copy(RecordTable table, int start, scoped in DirectoryQuery query, bool overflowAdvances, out int next,
        out nuint information)
    {
        next = start;
        information = 0;
        int first = table.Skip(start);
        if (first == table.Count)
            return NtStatus.STATUS_NO_MORE_FILES;

        byte* record = table.Record(first, out uint from);
        long end = RecordBytes(table, record);
        bool cutOff = end > query.Length;
        next = cutOff && !overflowAdvances ? first : first + 1;
        uint last = from;
        if (cutOff)
            end = query.Length;
        else if (!query.SingleEntry)
            Extend(table, query.Length, from, ref next, ref last, ref end);

        if (query.Copy(query.Buffer, record, (nuint)end) == 0)
            return NtStatus.STATUS_ACCESS_VIOLATION;
        // The batch's last record has no next one.
        uint none = 0;
        if (query.Copy((byte*)query.Buffer + (last - from), &none, sizeof(uint)) == 0)
            return NtStatus.STATUS_ACCESS_VIOLATION;
        information = (nuint)end;
        return cutOff ? NtStatus.STATUS_BUFFER_OVERFLOW : NtStatus.STATUS_SUCCESS;
    }

    private static void Extend(RecordTable table, uint length, uint from, ref int next, ref uint last, ref long end)
    {
        for (int index = table.Skip(next); index < table.Count; index = table.Skip(next))
        {
            byte* record = table.Record(index, out uint offset);
            long recordEnd = offset - from + RecordBytes(table, record);
            if (recordEnd > length)
                return;
            end = recordEnd;
            last = offset;
            next = index + 1;
        }
    }

    private static long RecordBytes(RecordTable table, byte* record) =>
        DirectoryRecord.Bytes(table.Layout, DirectoryRecord.NameBytes(record, table.Layout));
}
