using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<nint, int*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtSetEvent</c>: sets an event (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwsetevent"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtSetEvent(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtSetEvent Exported => new(SystemExports.NtSetEvent);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint eventHandle, int* previousState) =>
        ((Function)address)(eventHandle, previousState);
}
