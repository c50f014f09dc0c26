using System.Diagnostics;

namespace Reloaded.VFS.Mods.Events;

/// <summary>Reads the event ring. There must be one reader at a time. Not thread-safe.</summary>
/// <remarks>
/// Records are as long as their paths require. The reader clears what it has read before it gives it back, so that a word that marks a
/// record as complete can't be left over from an earlier round.
/// </remarks>
/// <param name="header">The event file, which must be mapped as long as the reader is used.</param>
internal sealed unsafe class EventRingReader(EventHeader* header)
{
    // A thread needs some nanoseconds between allocating its record in the ring and completing it, unless something stops it.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private long _stuckAt = -1;
    private long _stuckSince;

    /// <summary>Passes on what has been recorded since the last call, in order. Each record is valid during the call only.</summary>
    /// <param name="most">The maximum number of records.</param>
    /// <param name="take">Receives each record.</param>
    public void Read(int most, EventRecordAction take)
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

    /// <summary>Skips everything that is there.</summary>
    public void Skip()
    {
        // No program is recording, or an earlier reader has left the ring like this, so its content is old.
        long from = header->Read, written = Volatile.Read(ref header->Written);
        GiveBack(from, written);
    }

    /// <summary>
    /// Gives up on a record whose thread was ended in the middle of it. Its length is unknown, so everything that is there is lost.
    /// </summary>
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
        // Numbers written by another process may be further apart than the type allows.
        if ((ulong)(to - from) >= EventFileLayout.RingSize)
        {
            new Span<byte>((byte*)header + EventFileLayout.Events, EventFileLayout.FileSize - EventFileLayout.Events).Clear();
        }
        else
        {
            // A record that extends past the ring's end is followed by one that begins as far after its start.
            int first = (int)(from & (EventFileLayout.RingSize - 1)), bytes = (int)(to - from);
            int behind = Math.Min(bytes, EventFileLayout.RingSize + EventFileLayout.LongestRecord - first);
            new Span<byte>((byte*)header + EventFileLayout.Events + first, behind).Clear();
            if (first + bytes > EventFileLayout.RingSize)
                new Span<byte>((byte*)header + EventFileLayout.Events, first + bytes - EventFileLayout.RingSize).Clear();
        }

        Volatile.Write(ref header->Read, to);
    }
}

/// <summary>Receives a complete record, which may not be kept.</summary>
internal unsafe delegate void EventRecordAction(EventRecord* record);
