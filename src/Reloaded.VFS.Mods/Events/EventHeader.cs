using System.Runtime.InteropServices;

namespace Reloaded.VFS.Mods.Events;

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

    /// <summary>The process id.</summary>
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
    /// <param name="header">The mapped event file.</param>
    /// <param name="ring">The ring's number.</param>
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
