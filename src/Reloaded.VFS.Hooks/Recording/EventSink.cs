using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Recording;

/// <summary>
/// The writer of the results of calls to the event file: fixed binary records, without locks, allocations or formatting. Without an event
/// file the cost is one load and one branch for each call.
/// </summary>
public static unsafe class EventSink
{
    private static EventHeader* s_header;

    /// <summary>Gets or sets the event file's memory, which stays mapped as long as the process lives. Null: nothing is recorded.</summary>
    internal static EventHeader* Header
    {
        get => s_header;
        set => s_header = value;
    }

    /// <summary>Gets the address of an <see cref="int"/> that isn't 0 while a program records; 0 without an event file.</summary>
    internal static nint Recording => s_header is null ? 0 : (nint)(&s_header->Enabled);

    /// <summary>Returns the time at the start of a call, or 0 if no program records.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Begin()
    {
        EventHeader* header = s_header;
        return header is null || header->Enabled == 0 ? 0 : Stamp(out _);
    }

    /// <summary>Records the end of a call.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void End(EventFunction function, ulong began, NtStatus status, char* path, int length, in LookupResult found,
        bool writes)
    {
        EventHeader* header = s_header;
        if (header is null)
            return;
        bool isOpen = function is EventFunction.NtCreateFile or EventFunction.NtOpenFile;
        if (began != 0 || (isOpen && found.Kind == LookupKind.File))
        {
            Write(header, began, function, status, path, length, found.Kind, found.Kind == LookupKind.File ? found.Layer : 0, isOpen,
                writes);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Write(
        EventHeader* header, ulong began, EventFunction function, NtStatus status, char* path, int length, LookupKind kind,
        int layer, bool isOpen, bool writes)
    {
        ulong now = Stamp(out uint thread);
        var record = new EventRecord { Thread = thread, Status = (int)status, Layer = layer, Function = (byte)function, Kind = (byte)kind };
        if (isOpen && kind == LookupKind.File)
        {
            record.Began = now;
            EventWriter.WriteCrash(header, in record, path, length);
        }

        if (began == 0)
            return;
        record.Began = began;
        record.Duration = (uint)Math.Min(now - began, uint.MaxValue);
        record.Writes = writes ? (byte)1 : (byte)0;
        EventWriter.Write(header, in record, path, length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Stamp(out uint thread)
    {
        uint id;
        ulong stamp = GateTable.Native.Stamp(&id);
        thread = id;
        return stamp;
    }
}
