namespace Reloaded.VFS.Interop.Nt;

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
