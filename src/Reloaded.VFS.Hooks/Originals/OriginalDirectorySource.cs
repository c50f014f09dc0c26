using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>The real file system, through the original functions.</summary>
/// <param name="isAsynchronous">True if the game opened the folder for overlapped calls: a query may then pend, and is waited for.</param>
/// <param name="onDiskOnly">True if the real folders are asked only for what is on disk, as the game asked.</param>
internal readonly unsafe struct OriginalDirectorySource(bool isAsynchronous, bool onDiskOnly = false)
{
    private static ListingBehaviour s_behaviour;
    private static volatile bool s_isAsked;

    /// <summary>
    /// Sets the function that determines the system's behaviour after a query. Set before the first hook goes in; several threads may call
    /// it at once.
    /// </summary>
    public static Func<ListingBehaviour> AskTheSystem { private get; set; } = static () => default;

    /// <summary>Gets the system's behaviour after a query. Determined at the first use: many programs list no folder.</summary>
    public ListingBehaviour Behaviour => s_isAsked ? s_behaviour : FirstBehaviour();

    /// <summary>
    /// Opens a real folder for listing (NT form, trailing backslash): <c>FILE_LIST_DIRECTORY</c>, shared for everything, synchronous.
    /// </summary>
    public NtStatus Open(scoped ReadOnlySpan<char> folder, out nint handle)
    {
        ReadOnlySpan<char> name = NtPath.ToOpen(folder);
        fixed (char* text = name)
            return Open(0, text, name.Length, out handle);
    }

    /// <summary>Opens the folder of a handle again, with a cursor of its own.</summary>
    public NtStatus Reopen(nint folder, out nint handle)
    {
        char nothing;
        return Open(folder, &nothing, 0, out handle);
    }

    /// <summary>Calls the original <c>NtQueryDirectoryFile</c> and returns when it is complete.</summary>
    public NtStatus Query(nint folder, FILE_INFORMATION_CLASS informationClass, byte* buffer, uint length, QueryFlags flags,
        char* pattern, int patternLength, out uint written)
    {
        var original = new NtQueryDirectoryFile(GateTable.Original(GateIndex.NtQueryDirectoryFile));
        UNICODE_STRING name;
        name.Length = name.MaximumLength = (ushort)(patternLength * sizeof(char));
        name.Buffer = pattern;
        IO_STATUS_BLOCK result = default;
        nint done = 0;
        if (isAsynchronous && !NtCreateEvent.Exported.Invoke(
            &done, EventAccess.EVENT_ALL_ACCESS, null, EventType.SynchronizationEvent, 0).IsSuccess())
            done = 0;
        var restart = (byte)((flags & QueryFlags.SL_RESTART_SCAN) != 0 ? 1 : 0);
        var single = (byte)((flags & QueryFlags.SL_RETURN_SINGLE_ENTRY) != 0 ? 1 : 0);
        UNICODE_STRING* fileName = pattern is null ? null : &name;
        var newer = new NtQueryDirectoryFileEx(onDiskOnly ? GateTable.Original(GateIndex.NtQueryDirectoryFileEx) : 0);
        NtStatus status = newer.Address != 0
            ? newer.Invoke(folder, done, null, null, &result, buffer, length, informationClass,
                flags | QueryFlags.SL_RETURN_ON_DISK_ENTRIES_ONLY, fileName)
            : original.Invoke(folder, done, null, null, &result, buffer, length, informationClass, single, fileName, restart);
        // Wine doesn't list a folder with an event, and never pends without one.
        if (status == NtStatus.STATUS_NOT_IMPLEMENTED && done != 0)
            status = original.Invoke(folder, 0, null, null, &result, buffer, length, informationClass, single, fileName, restart);
        if (status == NtStatus.STATUS_PENDING)
        {
            NtWaitForSingleObject.Exported.Invoke(done != 0 ? done : folder, 0, null);
            status = (NtStatus)result.Status;
        }

        if (done != 0)
            Close(done);
        written = (uint)result.Information;
        return status;
    }

    /// <summary>Closes a handle that <see cref="Open(ReadOnlySpan{char}, out nint)"/> or <see cref="Reopen"/> returned.</summary>
    public void Close(nint folder) => new NtClose(GateTable.Original(GateIndex.NtClose)).Invoke(folder);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ListingBehaviour FirstBehaviour()
    {
        // Two threads get the same answer.
        ListingBehaviour behaviour = AskTheSystem();
        s_behaviour = behaviour;
        s_isAsked = true;
        return behaviour;
    }

    private static NtStatus Open(nint root, char* text, int length, out nint handle)
    {
        UNICODE_STRING name;
        name.Length = name.MaximumLength = (ushort)(length * sizeof(char));
        name.Buffer = text;
        OBJECT_ATTRIBUTES attributes = default;
        attributes.Length = (uint)sizeof(OBJECT_ATTRIBUTES);
        attributes.RootDirectory = root;
        attributes.ObjectName = &name;
        attributes.Attributes = ObjectAttributeFlags.OBJ_CASE_INSENSITIVE;
        IO_STATUS_BLOCK result;
        nint opened = 0;
        var original = new NtOpenFile(GateTable.Original(GateIndex.NtOpenFile));
        NtStatus status = original.Invoke(
            &opened, AccessMask.FILE_LIST_DIRECTORY | AccessMask.SYNCHRONIZE, &attributes, &result, ShareAccess.All,
            CreateOptions.FILE_DIRECTORY_FILE | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT | CreateOptions.FILE_OPEN_FOR_BACKUP_INTENT);
        handle = opened;
        return status;
    }
}
