using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint*, Reloaded.VFS.Interop.Nt.EventAccess, void*, Reloaded.VFS.Interop.Nt.EventType, byte, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtCreateEvent</c>: makes an event (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwcreateevent"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtCreateEvent(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtCreateEvent Exported => new(SystemExports.NtCreateEvent);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint* eventHandle, EventAccess desiredAccess, void* objectAttributes, EventType eventType, byte initialState) =>
        ((Function)address)(eventHandle, desiredAccess, objectAttributes, eventType, initialState);
}
