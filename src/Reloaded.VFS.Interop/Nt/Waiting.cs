using System.Runtime.CompilerServices;
using unsafe NtCreateEventFunction = delegate* unmanaged<
    nint*, Reloaded.VFS.Interop.Nt.EventAccess, void*, Reloaded.VFS.Interop.Nt.EventType, byte, Reloaded.VFS.Interop.Nt.NtStatus>;
using unsafe NtSetIoCompletionFunction = delegate* unmanaged<
    nint, nint, void*, Reloaded.VFS.Interop.Nt.NtStatus, nuint, Reloaded.VFS.Interop.Nt.NtStatus>;

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
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct NtClearEvent(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static NtClearEvent Exported => new(SystemExports.NtClearEvent);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint eventHandle) =>
        ((delegate* unmanaged<nint, NtStatus>)address)(eventHandle);
}

/// <summary><c>NtCreateEvent</c>: creates an event (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwcreateevent"/>
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct NtCreateEvent(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static NtCreateEvent Exported => new(SystemExports.NtCreateEvent);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint* eventHandle, EventAccess desiredAccess, void* objectAttributes, EventType eventType, byte initialState) =>
        ((NtCreateEventFunction)address)(eventHandle, desiredAccess, objectAttributes, eventType, initialState);
}

/// <summary><c>NtDelayExecution</c>: waits for a time (phnt: ntpsapi.h). Undocumented by Microsoft.</summary>
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct NtDelayExecution(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static NtDelayExecution Exported => new(SystemExports.NtDelayExecution);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(byte alertable, long* delayInterval) =>
        ((delegate* unmanaged<byte, long*, NtStatus>)address)(alertable, delayInterval);
}

/// <summary><c>NtSetEvent</c>: sets an event (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwsetevent"/>
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct NtSetEvent(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static NtSetEvent Exported => new(SystemExports.NtSetEvent);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint eventHandle, int* previousState) =>
        ((delegate* unmanaged<nint, int*, NtStatus>)address)(eventHandle, previousState);
}

/// <summary>
/// <c>NtSetIoCompletion</c>: posts a packet to a port: key, context, status and information of a call (phnt: ntioapi.h). Undocumented by
/// Microsoft.
/// </summary>
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct NtSetIoCompletion(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static NtSetIoCompletion Exported => new(SystemExports.NtSetIoCompletion);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint ioCompletionHandle, nint keyContext, void* apcContext, NtStatus ioStatus, nuint ioStatusInformation) =>
        ((NtSetIoCompletionFunction)address)(ioCompletionHandle, keyContext, apcContext, ioStatus, ioStatusInformation);
}

/// <summary><c>NtWaitForSingleObject</c>: waits for an object; a null timeout waits without limit (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntwaitforsingleobject"/>
/// <param name="address">The address of the function or of its trampoline; zero if the system lacks the function.</param>
public readonly unsafe struct NtWaitForSingleObject(nint address)
{
    /// <summary>Gets ntdll's export of this name.</summary>
    public static NtWaitForSingleObject Exported => new(SystemExports.NtWaitForSingleObject);

    /// <summary>Gets the function's address, or zero if the system lacks the function.</summary>
    public nint Address => address;

    /// <summary>Calls the function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint handle, byte alertable, long* timeout) =>
        ((delegate* unmanaged<nint, byte, long*, NtStatus>)address)(handle, alertable, timeout);
}
