namespace Reloaded.VFS.Mods.Events;

/// <summary>
/// Where what is in an event file: the header, the layers' names, the crash rings (always on), the event ring (on demand).
/// </summary>
internal static class EventFileLayout
{
    /// <summary><c>RVFSEVNT</c>.</summary>
    public const ulong Magic = 0x544E564553465652;

    /// <summary>Raised whenever anything here changes its place or meaning.</summary>
    public const uint Format = 3;

    /// <summary>Bytes of the header.</summary>
    public const int HeaderSize = 4096;

    /// <summary>Where the layers' names begin.</summary>
    public const int Layers = HeaderSize;

    /// <summary>Bytes for the layers' names.</summary>
    public const int LayersSize = 256 * 1024;

    /// <summary>Where the crash rings begin, one behind the other.</summary>
    public const int Crash = Layers + LayersSize;

    /// <summary>Bytes of one of their records.</summary>
    public const int CrashRecordSize = 256;

    /// <summary>
    /// How many crash rings there are; a power of two. Each thread has one, which it shares with few others or none, so that threads don't
    /// wait for each other's cache lines.
    /// </summary>
    public const int CrashRings = 16;

    /// <summary>
    /// Records of one crash ring; a power of two. A few for each thread: they stay in the cache of the processor that writes them.
    /// </summary>
    public const int CrashCapacity = 32;

    /// <summary>Characters of a path that a record of a crash ring keeps: the last ones.</summary>
    public const int LongestCrashPath = (CrashRecordSize - EventRecord.Size) / sizeof(char);

    /// <summary>Where the event ring begins.</summary>
    public const int Events = Crash + (CrashRecordSize * CrashCapacity * CrashRings);

    /// <summary>
    /// Bytes of the event ring; a power of two. Little enough for a processor's cache to keep what is written and read again.
    /// </summary>
    public const int RingSize = 2 * 1024 * 1024;

    /// <summary>Characters of a path that a record of the event ring keeps: the last ones.</summary>
    public const int LongestPath = 512;

    /// <summary>Bytes of the event ring's longest record.</summary>
    public const int LongestRecord = EventRecord.Size + (LongestPath * sizeof(char));

    /// <summary>
    /// Bytes of the file, a multiple of 4096. The last record of a round runs over the ring's end. Where no program monitors, only the part
    /// before the ring is ever touched.
    /// </summary>
    public const int FileSize = (Events + RingSize + LongestRecord + 4095) & ~4095;

    /// <summary>Bytes that a record with a path of so many characters takes in the event ring: a multiple of 8.</summary>
    public static int SizeOfRecord(int pathLength) => (EventRecord.Size + (pathLength * sizeof(char)) + 7) & ~7;

    /// <summary>The event ring's record that begins at a position; the file is mapped.</summary>
    internal static unsafe EventRecord* RecordAt(EventHeader* header, long position) =>
        (EventRecord*)((byte*)header + Events + (position & (RingSize - 1)));

    /// <summary>The number of a thread's crash ring. Windows numbers threads in steps of four.</summary>
    internal static int CrashRingOf(uint thread) => (int)(thread / 4) & (CrashRings - 1);

    /// <summary>A crash ring's record of a number, counted from 0; the file is mapped.</summary>
    internal static unsafe EventRecord* CrashRecordAt(EventHeader* header, int ring, long number) =>
        (EventRecord*)((byte*)header + Crash + (((ring * CrashCapacity) + (number & (CrashCapacity - 1))) * CrashRecordSize));

    /// <summary>
    /// Whether a file may become an event file: it is new, one of a process before, or one that the launcher has made. Anything else is
    /// somebody's, and stays.
    /// </summary>
    /// <param name="file">The file, readable, at its begin; left there.</param>
    public static bool IsFree(FileStream file)
    {
        if (file.Length == 0)
            return true;
        Span<byte> magic = stackalloc byte[sizeof(ulong)];
        bool isRead = file.ReadAtLeast(magic, magic.Length, throwOnEndOfStream: false) == magic.Length;
        file.Position = 0;
        ulong read = BitConverter.ToUInt64(magic);
        return isRead && (read == Magic || (read == 0 && file.Length == FileSize));
    }

    /// <summary>The extension of event files.</summary>
    public const string Extension = ".events";
}
