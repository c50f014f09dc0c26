namespace Reloaded.VFS.Mods.Events;

/// <summary>
/// The layout of an event file: the header, the layers' names, the crash rings (always on), and the event ring (on demand).
/// </summary>
internal static class EventFileLayout
{
    /// <summary>The magic number: <c>RVFSEVNT</c>.</summary>
    public const ulong Magic = 0x544E564553465652;

    /// <summary>The version of the format, raised whenever anything here changes its place or meaning.</summary>
    public const uint Format = 3;

    /// <summary>The size of the header in bytes.</summary>
    public const int HeaderSize = 4096;

    /// <summary>The offset of the layers' names.</summary>
    public const int Layers = HeaderSize;

    /// <summary>The size of the space for the layers' names in bytes.</summary>
    public const int LayersSize = 256 * 1024;

    /// <summary>The offset of the crash rings, which follow each other.</summary>
    public const int Crash = Layers + LayersSize;

    /// <summary>The size of a record of a crash ring in bytes.</summary>
    public const int CrashRecordSize = 256;

    /// <summary>
    /// The number of crash rings, a power of two. Each thread has one, which it shares with few others or none, so that threads don't wait
    /// for each other's cache lines.
    /// </summary>
    public const int CrashRings = 16;

    /// <summary>
    /// The number of records of a crash ring, a power of two. They are a few for each thread, so that they stay in the cache of the
    /// processor that writes them.
    /// </summary>
    public const int CrashCapacity = 32;

    /// <summary>The number of a path's characters that a record of a crash ring keeps: the last ones.</summary>
    public const int LongestCrashPath = (CrashRecordSize - EventRecord.Size) / sizeof(char);

    /// <summary>The offset of the event ring.</summary>
    public const int Events = Crash + (CrashRecordSize * CrashCapacity * CrashRings);

    /// <summary>
    /// The size of the event ring in bytes, a power of two. It is small enough for a processor's cache to keep what is written and read
    /// again.
    /// </summary>
    public const int RingSize = 2 * 1024 * 1024;

    /// <summary>The number of a path's characters that a record of the event ring keeps: the last ones.</summary>
    public const int LongestPath = 512;

    /// <summary>The size of the event ring's longest record in bytes.</summary>
    public const int LongestRecord = EventRecord.Size + (LongestPath * sizeof(char));

    /// <summary>
    /// The size of the file in bytes, a multiple of 4096. The last record of a round extends past the ring's end. If no program monitors,
    /// only the part before the ring is ever touched.
    /// </summary>
    public const int FileSize = (Events + RingSize + LongestRecord + 4095) & ~4095;

    /// <summary>
    /// Returns the number of bytes, a multiple of 8, that a record with a path of a given length takes in the event ring.
    /// </summary>
    public static int SizeOfRecord(int pathLength) => (EventRecord.Size + (pathLength * sizeof(char)) + 7) & ~7;

    /// <summary>Returns the event ring's record that begins at a position. The file must be mapped.</summary>
    internal static unsafe EventRecord* RecordAt(EventHeader* header, long position) =>
        (EventRecord*)((byte*)header + Events + (position & (RingSize - 1)));

    /// <summary>Returns the number of a thread's crash ring. Windows numbers threads in steps of four.</summary>
    internal static int CrashRingOf(uint thread) => (int)(thread / 4) & (CrashRings - 1);

    /// <summary>Returns a crash ring's record by its number, counted from 0. The file must be mapped.</summary>
    internal static unsafe EventRecord* CrashRecordAt(EventHeader* header, int ring, long number) =>
        (EventRecord*)((byte*)header + Crash + (((ring * CrashCapacity) + (number & (CrashCapacity - 1))) * CrashRecordSize));

    /// <summary>
    /// Determines whether a file may become an event file: it is new, one of an earlier process, or one that the launcher has created. Any
    /// other file belongs to somebody, and stays.
    /// </summary>
    /// <param name="file">The file, readable and at its beginning, where it is left.</param>
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
