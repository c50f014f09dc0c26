using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<nint, nint, void*, Reloaded.VFS.Interop.Nt.NtStatus, nuint, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>NtSetIoCompletion</c>: sends a packet to a port: key, context, status and information of a call (phnt: ntioapi.h).
/// Microsoft documents it nowhere.
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtSetIoCompletion(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtSetIoCompletion Exported => new(SystemExports.NtSetIoCompletion);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint ioCompletionHandle, nint keyContext, void* apcContext, NtStatus ioStatus, nuint ioStatusInformation) =>
        ((Function)address)(ioCompletionHandle, keyContext, apcContext, ioStatus, ioStatusInformation);
}
