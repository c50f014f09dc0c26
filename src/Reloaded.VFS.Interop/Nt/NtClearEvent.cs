using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<nint, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtClearEvent</c>: resets an event (phnt: ntexapi.h). Microsoft documents it nowhere.</summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtClearEvent(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtClearEvent Exported => new(SystemExports.NtClearEvent);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint eventHandle) =>
        ((Function)address)(eventHandle);
}
