namespace Reloaded.VFS.Interop.Nt;

/// <summary>The classes of thread information that are used here (<c>winternl.h</c>).</summary>
public enum THREADINFOCLASS : uint
{
    /// <summary><c>THREAD_BASIC_INFORMATION</c>: the id and the exit status.</summary>
    ThreadBasicInformation = 0,

    /// <summary>A ULONG: the suspend count (phnt; Windows 8.1).</summary>
    ThreadSuspendCount = 35,
}

/// <summary>The access rights of a thread that are used here (<c>winnt.h</c>).</summary>
[Flags]
public enum ThreadAccess : uint
{
    /// <summary>No right.</summary>
    None = 0,

    /// <summary>Suspend and resume the thread.</summary>
    THREAD_SUSPEND_RESUME = 0x0002,

    /// <summary>Queue APCs and set registers.</summary>
    THREAD_SET_CONTEXT = 0x0010,

    /// <summary>Query the thread's id and block.</summary>
    THREAD_QUERY_LIMITED_INFORMATION = 0x0800,
}

/// <summary>The flags of <c>NtCreateThreadEx</c> that are used here (<c>THREAD_CREATE_FLAGS_*</c>; phnt: <c>ntpsapi.h</c>).</summary>
[Flags]
public enum ThreadCreateFlags : uint
{
    /// <summary>No flag.</summary>
    None = 0,

    /// <summary>The thread doesn't run until it is resumed.</summary>
    CREATE_SUSPENDED = 0x01,

    /// <summary>The process's debugger isn't notified about the thread.</summary>
    HIDE_FROM_DEBUGGER = 0x04,
}

/// <summary>
/// <c>NtCreateThreadEx</c>: creates a thread in any process; called by <c>CreateThread</c>, <c>CreateRemoteThread</c> and
/// <c>RtlCreateUserThread</c> (phnt: ntpsapi.h). Undocumented by Microsoft.
/// </summary>
public readonly unsafe partial struct NtCreateThreadEx;

/// <summary><c>NtQueryInformationThread</c>: queries a thread (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntqueryinformationthread"/>
public readonly unsafe partial struct NtQueryInformationThread;

/// <summary><c>NtQueueApcThread</c>: makes a thread call a routine with three arguments (phnt: ntpsapi.h). Not documented.</summary>
public readonly unsafe partial struct NtQueueApcThread;

/// <summary>
/// <c>NtResumeThread</c>: decrements a thread's suspend count; called by <c>ResumeThread</c> (phnt: ntpsapi.h). Undocumented by Microsoft.
/// </summary>
public readonly unsafe partial struct NtResumeThread;

/// <summary>The access rights of an event that are used here (<c>winnt.h</c>).</summary>
[Flags]
public enum EventAccess : uint
{
    /// <summary>No right.</summary>
    None = 0,

    /// <summary>All rights.</summary>
    EVENT_ALL_ACCESS = 0x1F_0003,
}

/// <summary><c>EVENT_TYPE</c>: the effect of a wait on an event (<c>ntdef.h</c>).</summary>
public enum EventType : uint
{
    /// <summary>The event stays set until it is cleared.</summary>
    NotificationEvent = 0,

    /// <summary>The first wait that the event ends clears it.</summary>
    SynchronizationEvent = 1,
}

/// <summary><c>NtClearEvent</c>: resets an event (phnt: ntexapi.h). Undocumented by Microsoft.</summary>
public readonly unsafe partial struct NtClearEvent;

/// <summary><c>NtCreateEvent</c>: creates an event (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwcreateevent"/>
public readonly unsafe partial struct NtCreateEvent;

/// <summary><c>NtDelayExecution</c>: waits for a time (phnt: ntpsapi.h). Undocumented by Microsoft.</summary>
public readonly unsafe partial struct NtDelayExecution;

/// <summary><c>NtSetEvent</c>: sets an event (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwsetevent"/>
public readonly unsafe partial struct NtSetEvent;

/// <summary>
/// <c>NtSetIoCompletion</c>: posts a packet to a port: key, context, status and information of a call (phnt: ntioapi.h). Undocumented by
/// Microsoft.
/// </summary>
public readonly unsafe partial struct NtSetIoCompletion;

/// <summary><c>NtWaitForSingleObject</c>: waits for an object; a null timeout waits without limit (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntwaitforsingleobject"/>
public readonly unsafe partial struct NtWaitForSingleObject;
