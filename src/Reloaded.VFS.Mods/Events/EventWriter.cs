using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Mods.Events;

/// <summary>
/// The writers' end of all rings: any thread, no lock, no allocation, no formatting. Pointers are the caller's to guarantee: a mapped
/// event file, and a path of <c>length</c> characters.
/// </summary>
internal static unsafe class EventWriter
{
    /// <summary>Puts a record into its thread's crash ring, in the oldest one's place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteCrash(EventHeader* header, in EventRecord record, char* path, int length)
    {
        int ring = EventFileLayout.CrashRingOf(record.Thread);
        long number = Interlocked.Increment(ref *EventHeader.CrashWritten(header, ring));
        Put(EventFileLayout.CrashRecordAt(header, ring, number - 1), number, in record, path, length, EventFileLayout.LongestCrashPath);
    }

    /// <summary>Puts a record into the event ring; counts it where there is no room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(EventHeader* header, in EventRecord record, char* path, int length)
    {
        // A place for exactly this record, or none: what the reader hasn't cleared is never written to.
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

    /// <summary>Field by field: a copy of what was just written would have to wait until it has reached the cache. Valid last.</summary>
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
        Unsafe.CopyBlockUnaligned(place + 1, path + (length - kept), (uint)(kept * sizeof(char)));
        Volatile.Write(ref place->Sequence, sequence);
    }
}
