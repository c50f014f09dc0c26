using System.Diagnostics;

namespace Reloaded.VFS.Mods.Events;

/// <summary>
/// The reader's end of the event ring. Records have the length of their paths; the reader clears what it has taken before it gives it back,
/// so that a word that says "complete" can't be left over from an earlier round. One reader at a time; not thread-safe.
/// </summary>
/// <param name="header">The event file, mapped as long as this lives.</param>
internal sealed unsafe class EventRingReader(EventHeader* header)
{
    // A thread needs some nanoseconds from its place in the ring to the complete record, if nothing stops it.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private long _stuckAt = -1;
    private long _stuckSince;

    /// <summary>Hands over what has been recorded since the last time, in order; each record is valid during the call only.</summary>
    /// <param name="most">At most so many records.</param>
    /// <param name="take">Takes one.</param>
    public void Read(int most, EventRecordTaker take)
    {
        long from = header->Read, next = from, written = Volatile.Read(ref header->Written);
        for (int count = 0; next < written && count < most; count++)
        {
            EventRecord* record = EventFileLayout.RecordAt(header, next);
            if (Volatile.Read(ref record->Sequence) != next + 1)
            {
                GiveUpOn(next, written);
                break;
            }

            take(record);
            next += EventFileLayout.SizeOfRecord(Math.Min((int)record->Length, EventFileLayout.LongestPath));
        }

        GiveBack(from, next);
    }

    /// <summary>Passes over everything that is there.</summary>
    public void Skip()
    {
        // No program is recording, or a reader that is gone has left it like this: what is there is old.
        long from = header->Read, written = Volatile.Read(ref header->Written);
        GiveBack(from, written);
    }

    /// <summary>The thread was ended in the middle of its record, whose length is unknown: all that is there is lost.</summary>
    private void GiveUpOn(long position, long written)
    {
        if (_stuckAt != position)
        {
            _stuckAt = position;
            _stuckSince = Stopwatch.GetTimestamp();
            return;
        }

        if (Stopwatch.GetElapsedTime(_stuckSince) < Patience)
            return;
        int was = Interlocked.Exchange(ref header->Enabled, 0);
        // Whoever had begun by then is done.
        Thread.Sleep(20);
        GiveBack(position, Math.Max(written, Volatile.Read(ref header->Written)));
        Interlocked.Increment(ref header->Dropped);
        Volatile.Write(ref header->Enabled, was);
        _stuckAt = -1;
    }

    private void GiveBack(long from, long to)
    {
        if (to <= Volatile.Read(ref header->Read))
            return;
        // Numbers that another process has written may lie further apart than a number goes.
        if ((ulong)(to - from) >= EventFileLayout.RingSize)
        {
            new Span<byte>((byte*)header + EventFileLayout.Events, EventFileLayout.FileSize - EventFileLayout.Events).Clear();
        }
        else
        {
            // A record that runs over the ring's end is followed by one that begins as far behind its start.
            int first = (int)(from & (EventFileLayout.RingSize - 1)), bytes = (int)(to - from);
            int behind = Math.Min(bytes, EventFileLayout.RingSize + EventFileLayout.LongestRecord - first);
            new Span<byte>((byte*)header + EventFileLayout.Events + first, behind).Clear();
            if (first + bytes > EventFileLayout.RingSize)
                new Span<byte>((byte*)header + EventFileLayout.Events, first + bytes - EventFileLayout.RingSize).Clear();
        }

        Volatile.Write(ref header->Read, to);
    }
}

/// <summary>Takes a record that is complete; it may not be kept.</summary>
internal unsafe delegate void EventRecordTaker(EventRecord* record);
