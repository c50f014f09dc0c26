using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<nint*, uint, void*, uint, byte, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtCreateEvent</c>: makes an event; type 0 stays set, 1 resets itself (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwcreateevent"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtCreateEvent(nint address)
{
    /// <summary>All that can be done with an event (<c>winnt.h</c>).</summary>
    public const uint EVENT_ALL_ACCESS = 0x1F_0003;

    /// <summary>What ntdll exports under that name.</summary>
    public static readonly NtCreateEvent Exported = new(NtFunctions.Find("NtCreateEvent"));

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint* eventHandle, uint desiredAccess, void* objectAttributes, uint eventType, byte initialState) =>
        ((Function)address)(eventHandle, desiredAccess, objectAttributes, eventType, initialState);
}
