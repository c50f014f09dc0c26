namespace Reloaded.VFS.Mods.Events;

/// <summary>The layout of an event file: the header, the layers' names, the crash rings (always on), the event ring (on demand).</summary>
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

    /// <summary>Returns the number of bytes, a multiple of 8, that a record with a path of a length takes in the event ring.</summary>
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
    /// other file isn't Reloaded VFS's, and stays.
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

    public const string Extension = ".events";
}

/// <summary>The header of an event file, which a process that has the DLL shares with those that monitor it.</summary>
/// <remarks>
/// The file is mapped by all of them. Any thread of the process writes; one reader reads. Fields that threads write are on cache lines of
/// their own.
/// </remarks>
[StructLayout(LayoutKind.Explicit, Size = EventFileLayout.HeaderSize)]
internal unsafe struct EventHeader
{
    /// <summary>The size of <see cref="Version"/> in characters, including the zero.</summary>
    public const int LongestVersion = 32;

    /// <summary>The size of <see cref="Program"/> in characters, including the zero.</summary>
    public const int LongestProgram = 400;

    /// <summary>The magic number (<see cref="EventFileLayout.Magic"/>), written last.</summary>
    [FieldOffset(0)] public ulong Magic;

    /// <summary>The writer's <see cref="EventFileLayout.Format"/>.</summary>
    [FieldOffset(8)] public uint Format;

    [FieldOffset(12)] public uint ProcessId;

    /// <summary>1 while a reader wants every call recorded; written by the reader.</summary>
    [FieldOffset(16)] public int Enabled;

    /// <summary>The number of complete bytes of layer names.</summary>
    [FieldOffset(20)] public int LayerBytes;

    /// <summary>A time stamp that corresponds to <see cref="StampTime"/>.</summary>
    [FieldOffset(24)] public ulong Stamp;

    /// <summary>The FILETIME of the moment of <see cref="Stamp"/>.</summary>
    [FieldOffset(32)] public long StampTime;

    /// <summary>The number of time stamps per second.</summary>
    [FieldOffset(40)] public double StampsPerSecond;

    /// <summary>The writer's version, zero-terminated.</summary>
    [FieldOffset(64)] public fixed char Version[LongestVersion];

    /// <summary>The program, zero-terminated and truncated if it is longer.</summary>
    [FieldOffset(128)] public fixed char Program[LongestProgram];

    /// <summary>
    /// The number of bytes of the event ring that have been allocated to records so far. Modulo the ring's size, this is where the next one
    /// begins.
    /// </summary>
    [FieldOffset(1088)] public long Written;

    /// <summary>The number of bytes that the reader has finished with and cleared.</summary>
    [FieldOffset(1152)] public long Read;

    /// <summary>The number of calls that weren't recorded because the ring was full.</summary>
    [FieldOffset(1216)] public long Dropped;

    /// <summary>The number of records that were written to each crash ring; see <see cref="CrashWritten"/>.</summary>
    [FieldOffset(2048)] private fixed byte _crashWritten[EventFileLayout.CrashRings * BytesApart];

    // A processor fetches cache lines of 64 bytes in pairs.
    private const int BytesApart = 128;

    /// <summary>Returns a pointer to the number of records that were written to a crash ring.</summary>
    internal static long* CrashWritten(EventHeader* header, int ring) => (long*)(header->_crashWritten + (ring * BytesApart));

    /// <summary>Returns the text up to its zero, or the whole field if another process has removed the zero.</summary>
    /// <param name="field">A field of a header, mapped or copied, with <paramref name="room"/> readable characters.</param>
    /// <param name="room">The size of the field in characters.</param>
    internal static string Text(char* field, int room)
    {
        var text = new string(field, 0, room);
        int end = text.IndexOf('\0', StringComparison.Ordinal);
        return end < 0 ? text : text[..end];
    }
}
