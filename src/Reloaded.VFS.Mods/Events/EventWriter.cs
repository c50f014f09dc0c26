using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Mods.Events;

/// <summary>Writes to all rings, from any thread, without locks, allocation or formatting.</summary>
/// <remarks>The caller guarantees that the pointers are valid: a mapped event file, and a path of <c>length</c> characters.</remarks>
internal static unsafe class EventWriter
{
    /// <summary>Writes a record to its thread's crash ring, in place of the oldest one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteCrash(EventHeader* header, in EventRecord record, char* path, int length)
    {
        int ring = EventFileLayout.CrashRingOf(record.Thread);
        long number = Interlocked.Increment(ref *EventHeader.CrashWritten(header, ring));
        Put(EventFileLayout.CrashRecordAt(header, ring, number - 1), number, in record, path, length, EventFileLayout.LongestCrashPath);
    }

    /// <summary>Writes a record to the event ring, or counts it if there is no room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(EventHeader* header, in EventRecord record, char* path, int length)
    {
        // The record gets room for exactly its size, or none: what the reader hasn't cleared is never written to.
        int size = EventFileLayout.SizeOfRecord(Math.Min(length, EventFileLayout.LongestPath));
        long position = Volatile.Read(ref header->Written);
        while (true)
        {
            if (position + size - Volatile.Read(ref header->Read) > EventFileLayout.RingSize)
            {
                Interlocked.Increment(ref header->Dropped);
                return;
            }

            long seen = Interlocked.CompareExchange(ref header->Written, position + size, position);
            if (seen == position)
                break;
            position = seen;
        }

        Put(EventFileLayout.RecordAt(header, position), position + 1, in record, path, length, EventFileLayout.LongestPath);
    }

    /// <summary>
    /// Writes a record field by field, because a copy of what was just written would have to wait until it has reached the cache. The
    /// record becomes valid last.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(EventRecord* place, long sequence, in EventRecord record, char* path, int length, int room)
    {
        int kept = Math.Min(length, room);
        Volatile.Write(ref place->Sequence, 0);
        place->Began = record.Began;
        place->Duration = record.Duration;
        place->Thread = record.Thread;
        place->Status = record.Status;
        place->Layer = record.Layer;
        place->Function = record.Function;
        place->Kind = record.Kind;
        place->Length = (ushort)kept;
        place->FullLength = (ushort)length;
        place->Writes = record.Writes;
        Unsafe.CopyBlockUnaligned(place + 1, path + (length - kept), (uint)(kept * sizeof(char)));
        Volatile.Write(ref place->Sequence, sequence);
    }
}
