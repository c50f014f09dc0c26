using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Recording;

/// <summary>
/// The writer of the results of calls to the event file: fixed binary records, without locks, allocations or formatting. Without an event
/// file the cost is one load and one branch for each call.
/// </summary>
public static unsafe class EventSink
{
    /// <summary>Gets or sets the event file's memory, which stays mapped as long as the process lives. Null: nothing is recorded.</summary>
    internal static EventHeader* Header { get; set; }

    /// <summary>Gets the address of an <see cref="int"/> that isn't 0 while a program records; 0 without an event file.</summary>
    internal static nint Recording => Header is null ? 0 : (nint)(&Header->Enabled);

    /// <summary>Returns the time at the start of a call, or 0 if no program records.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Begin()
    {
        EventHeader* header = Header;
        return header is null || header->Enabled == 0 ? 0 : Stamp(out _);
    }

    /// <summary>Records the end of a call.</summary>
    /// <param name="began">The result of <see cref="Begin"/>.</param>
    /// <param name="status">The call's result.</param>
    /// <param name="path">The path that the call names.</param>
    /// <param name="found">What mods have there.</param>
    /// <param name="writes">True if the call may write.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void End(EventFunction function, ulong began, NtStatus status, in CapturedPath path, in LookupResult found, bool writes)
    {
        if (Header is not null && (began != 0 || (found.Kind == LookupKind.File && IsOpen(function))))
            Write(function, began, status, in path, in found, writes);
    }

    private static bool IsOpen(EventFunction function) => function is EventFunction.NtCreateFile or EventFunction.NtOpenFile;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Write(
        EventFunction function, ulong began, NtStatus status, in CapturedPath path, in LookupResult found, bool writes)
    {
        EventHeader* header = Header;
        ulong now = Stamp(out uint thread);
        bool isFile = found.Kind == LookupKind.File;
        var record = new EventRecord
        {
            Thread = thread,
            Status = (int)status,
            Layer = isFile ? found.Layer : 0,
            Function = (byte)function,
            Kind = (byte)found.Kind,
        };
        if (isFile && IsOpen(function))
        {
            record.Began = now;
            EventWriter.WriteCrash(header, in record, path.Text, path.Length);
        }

        if (began == 0)
            return;
        record.Began = began;
        record.Duration = (uint)Math.Min(now - began, uint.MaxValue);
        record.Writes = writes ? (byte)1 : (byte)0;
        EventWriter.Write(header, in record, path.Text, path.Length);
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
