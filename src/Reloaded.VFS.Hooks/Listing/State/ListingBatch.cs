using Reloaded.VFS.Hooks.Listing.Merging;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Listing.State;

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
