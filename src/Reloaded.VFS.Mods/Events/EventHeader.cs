using System.Runtime.InteropServices;

namespace Reloaded.VFS.Mods.Events;

/// <summary>
/// The head of an event file: what a process that has the DLL shares with those that monitor it. The file is mapped by all of them; the
/// process's thread that has something to tell writes, one reader reads. Fields that threads write stand on cache lines of their own.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = EventFileLayout.HeaderSize)]
internal unsafe struct EventHeader
{
    /// <summary>Characters of <see cref="Version"/>, with the zero.</summary>
    public const int LongestVersion = 32;

    /// <summary>Characters of <see cref="Program"/>, with the zero.</summary>
    public const int LongestProgram = 400;

    /// <summary><see cref="EventFileLayout.Magic"/>; written last.</summary>
    [FieldOffset(0)] public ulong Magic;

    /// <summary><see cref="EventFileLayout.Format"/> of the writer.</summary>
    [FieldOffset(8)] public uint Format;

    /// <summary>The process.</summary>
    [FieldOffset(12)] public uint ProcessId;

    /// <summary>1 while a reader wants every call; written by the reader.</summary>
    [FieldOffset(16)] public int Enabled;

    /// <summary>Bytes of layer names that are complete.</summary>
    [FieldOffset(20)] public int LayerBytes;

    /// <summary>A time stamp, and ...</summary>
    [FieldOffset(24)] public ulong Stamp;

    /// <summary>... the FILETIME of that moment.</summary>
    [FieldOffset(32)] public long StampTime;

    /// <summary>Time stamps a second.</summary>
    [FieldOffset(40)] public double StampsPerSecond;

    /// <summary>The writer's version, zero-terminated.</summary>
    [FieldOffset(64)] public fixed char Version[LongestVersion];

    /// <summary>The program, zero-terminated; cut where it is longer.</summary>
    [FieldOffset(128)] public fixed char Program[LongestProgram];

    /// <summary>Bytes of the event ring that were given to records so far: where the next one begins, modulo its size.</summary>
    [FieldOffset(1088)] public long Written;

    /// <summary>Bytes that the reader is done with, and has cleared.</summary>
    [FieldOffset(1152)] public long Read;

    /// <summary>Calls that weren't recorded because the ring was full.</summary>
    [FieldOffset(1216)] public long Dropped;

    /// <summary>Records that were written to each crash ring: see <see cref="CrashWritten"/>.</summary>
    [FieldOffset(2048)] private fixed byte _crashWritten[EventFileLayout.CrashRings * BytesApart];

    // A processor fetches cache lines of 64 bytes in pairs.
    private const int BytesApart = 128;

    /// <summary>Records that were written to a crash ring.</summary>
    /// <param name="header">The event file, mapped.</param>
    /// <param name="ring">The ring's number.</param>
    internal static long* CrashWritten(EventHeader* header, int ring) => (long*)(header->_crashWritten + (ring * BytesApart));

    /// <summary>
    /// The text up to its zero, or all of the field where another process has taken the zero away.
    /// </summary>
    /// <param name="field">A field of a header, mapped or copied; readable for <paramref name="room"/> characters.</param>
    /// <param name="room">The field's characters.</param>
    internal static string Text(char* field, int room)
    {
        var text = new string(field, 0, room);
        int end = text.IndexOf('\0', StringComparison.Ordinal);
        return end < 0 ? text : text[..end];
    }
}
