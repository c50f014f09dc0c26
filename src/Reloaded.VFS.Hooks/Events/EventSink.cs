using System.Runtime.CompilerServices;
using Reloaded.VFS.Events;
using Reloaded.VFS.Hooks.Engine;
using Reloaded.VFS.Snapshots;

namespace Reloaded.VFS.Hooks.Events;

/// <summary>
/// Writes what calls came to into the event file: fixed binary records, no lock, no allocation, no formatting. Without an event file, one
/// load and one branch a call.
/// </summary>
public static unsafe class EventSink
{
    private static EventHeader* s_header;

    /// <summary>The event file's memory, which stays mapped as long as the process lives; null: nothing is recorded.</summary>
    public static EventHeader* Header
    {
        get => s_header;
        set => s_header = value;
    }

    /// <summary>When a call began: 0 where nobody wants to know.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Begin()
    {
        EventHeader* header = s_header;
        return header == null || header->Enabled == 0 ? 0 : Stamp(out _);
    }

    /// <summary>A call has come to an end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void End<TCall>(ulong began, int status, char* path, int length, in LookupResult found)
        where TCall : struct, INamedCall
    {
        EventHeader* header = s_header;
        if (header == null)
            return;
        bool isOpen = TCall.Function is EventFunction.NtCreateFile or EventFunction.NtOpenFile;
        if (began != 0 || (isOpen && found.Kind == LookupKind.File))
            Write(header, began, TCall.Function, status, path, length, found.Kind, found.Kind == LookupKind.File ? found.Layer : 0, isOpen);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Write(EventHeader* header, ulong began, EventFunction function, int status, char* path, int length, LookupKind kind, int layer, bool isOpen)
    {
        var record = new EventRecord
        {
            Status = status,
            Layer = layer,
            Function = (byte)function,
            Kind = (byte)kind,
            FullLength = (ushort)length,
        };
        ulong now = Stamp(out record.Thread);
        if (isOpen && kind == LookupKind.File)
        {
            record.Began = now;
            long number = Interlocked.Increment(ref header->CrashWritten);
            byte* place = (byte*)header + EventFileLayout.Crash + (((number - 1) & (EventFileLayout.CrashCapacity - 1)) * EventFileLayout.CrashRecordSize);
            Put((EventRecord*)place, ref record, number, path, length, EventFileLayout.CrashRecordSize);
        }

        if (began == 0)
            return;
        if (Volatile.Read(ref header->Written) - Volatile.Read(ref header->Read) >= EventFileLayout.Capacity - EventFileLayout.Reserve)
        {
            Interlocked.Increment(ref header->Dropped);
            return;
        }

        record.Began = began;
        record.Duration = (uint)Math.Min(now - began, uint.MaxValue);
        long next = Interlocked.Increment(ref header->Written);
        byte* at = (byte*)header + EventFileLayout.Events + (((next - 1) & (EventFileLayout.Capacity - 1)) * EventFileLayout.RecordSize);
        Put((EventRecord*)at, ref record, next, path, length, EventFileLayout.RecordSize);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(EventRecord* place, ref EventRecord record, long sequence, char* path, int length, int size)
    {
        int room = (size - EventRecord.Size) / sizeof(char);
        int kept = Math.Min(length, room);
        record.Length = (ushort)kept;
        record.Sequence = 0;
        Volatile.Write(ref place->Sequence, 0);
        *place = record;
        Unsafe.CopyBlockUnaligned(place + 1, path + (length - kept), (uint)(kept * sizeof(char)));
        Volatile.Write(ref place->Sequence, sequence);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Stamp(out uint thread)
    {
        uint id;
        ulong stamp = HookContext.Native.Stamp(&id);
        thread = id;
        return stamp;
    }
}
