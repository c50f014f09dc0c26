using Reloaded.VFS.Hooks.Engine;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Interop.NtDll;

namespace Reloaded.VFS.Hooks.Notifications;

/// <summary>
/// A call that asks for changes in a folder, as either function has it. The game's pointers may lead anywhere: they are used through the safe copy,
/// or handed to the original untouched.
/// </summary>
internal unsafe ref struct NotifyCall
{
    private const uint FileAccessInformation = 8, FILE_LIST_DIRECTORY = 1;
    private const nint CurrentProcess = -1, CurrentThread = -2;
    private const uint DUPLICATE_SAME_ACCESS = 2;

    /// <summary>The folder's handle.</summary>
    public nint FileHandle;

    /// <summary>Set when there are changes, or zero.</summary>
    public nint Event;

    /// <summary>Queued to this thread when there are changes, or null.</summary>
    public void* ApcRoutine;

    /// <summary>Its argument.</summary>
    public void* ApcContext;

    /// <summary>Where the outcome goes.</summary>
    public void* IoStatusBlock;

    /// <summary>Where the records go, or null.</summary>
    public void* Buffer;

    /// <summary>Its bytes.</summary>
    public uint Length;

    /// <summary><c>FILE_NOTIFY_CHANGE_*</c>.</summary>
    public uint CompletionFilter;

    /// <summary>Whether what is below counts.</summary>
    public bool WatchTree;

    /// <summary><c>DIRECTORY_NOTIFY_INFORMATION_CLASS</c>.</summary>
    public uint InformationClass;

    /// <summary>Keeps the call until something changes; false where the original has to answer.</summary>
    public readonly bool TryRun(out int status)
    {
        status = NtStatus.STATUS_PENDING;
        try
        {
            return HookContext.Notifier is { } notifier && TryBegin(notifier);
        }
        catch (Exception)
        {
            // Out of memory, or a mistake of ours, before anything was begun.
            return false;
        }
    }

    private readonly bool TryBegin(ChangeNotifier notifier)
    {
        HandleEntry entry = HandleTable.Get(FileHandle);
        // What the kernel would refuse is its to refuse.
        if (entry.Kind != HandleKind.Folder || CompletionFilter == 0 || (CompletionFilter & ~ChangeFilter.Known) != 0
            || InformationClass != ChangeQueue.DirectoryNotifyInformation || !CanWriteStatus() || !CanWriteBuffer() || !MayList())
            return false;
        if (Event == 0 && ApcRoutine == null)
            return false;
        nint ownEvent = 0, thread = 0;
        if (Event != 0 && (!TryDuplicate(Event, out ownEvent) || !NtStatus.IsSuccess(NtFunctions.NtClearEvent(Event))))
            return GiveUp(ownEvent, thread);
        if (ApcRoutine != null && !TryDuplicate(CurrentThread, out thread))
            return GiveUp(ownEvent, thread);
        if (notifier.GetOrAdd(entry, CompletionFilter, WatchTree, Length) is not { } watch || PendingCall.TryTake(notifier.Table) is var call && call == null)
            return GiveUp(ownEvent, thread);
        call->Event = ownEvent;
        call->Thread = thread;
        call->ApcRoutine = ApcRoutine;
        call->ApcContext = ApcContext;
        call->StatusBlock = IoStatusBlock;
        call->Buffer = Length == 0 ? null : Buffer;
        call->Length = Length;
        uint threadId;
        HookContext.Native.Stamp(&threadId);
        call->ThreadId = threadId;
        call->InformationClass = InformationClass;
        if (watch.TryPend(call))
        {
            notifier.Answer(watch);
            return true;
        }

        Volatile.Write(ref call->State, PendingCall.Free);
        return GiveUp(ownEvent, thread);
    }

    private static bool GiveUp(nint ownEvent, nint thread)
    {
        if (ownEvent != 0)
            Originals.Close(ownEvent);
        if (thread != 0)
            Originals.Close(thread);
        return false;
    }

    private static bool TryDuplicate(nint handle, out nint copy)
    {
        nint made = 0;
        var duplicate = (delegate* unmanaged<nint, nint, nint, nint*, uint, uint, uint, int>)HookContext.Original(GateIndex.NtDuplicateObject);
        int status = duplicate(CurrentProcess, handle, CurrentProcess, &made, 0, 0, DUPLICATE_SAME_ACCESS);
        copy = made;
        return NtStatus.IsSuccess(status);
    }

    /// <summary>Whether the handle was opened with the right to list; without it the original says so.</summary>
    private readonly bool MayList()
    {
        IO_STATUS_BLOCK result;
        uint access = 0;
        return NtStatus.IsSuccess(Originals.Query(FileHandle, &result, &access, sizeof(uint), FileAccessInformation)) && (access & FILE_LIST_DIRECTORY) != 0;
    }

    private readonly bool CanWriteStatus()
    {
        IO_STATUS_BLOCK copy;
        return IoStatusBlock != null && ((nuint)IoStatusBlock & (nuint)(sizeof(nint) - 1)) == 0 && Copy(&copy, IoStatusBlock, (uint)sizeof(IO_STATUS_BLOCK))
            && Copy(IoStatusBlock, &copy, (uint)sizeof(IO_STATUS_BLOCK));
    }

    private readonly bool CanWriteBuffer()
    {
        byte copy;
        return Length == 0 || (Buffer != null && ((nuint)Buffer & (sizeof(uint) - 1)) == 0 && Copy(&copy, Buffer, 1) && Copy(Buffer, &copy, 1)
            && Copy(&copy, (byte*)Buffer + Length - 1, 1) && Copy((byte*)Buffer + Length - 1, &copy, 1));
    }

    private static bool Copy(void* destination, void* source, uint bytes) => HookContext.Native.TryCopy(destination, source, bytes) != 0;
}
