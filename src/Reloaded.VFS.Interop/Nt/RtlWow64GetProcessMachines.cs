using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<nint, ushort*, ushort*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>RtlWow64GetProcessMachines</c>: the processors that a process and the system are for; Windows 10 1709 and later
/// (phnt: ntrtl.h). Microsoft documents it nowhere.
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct RtlWow64GetProcessMachines(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static RtlWow64GetProcessMachines Exported => new(SystemExports.RtlWow64GetProcessMachines);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint processHandle, ushort* processMachine, ushort* nativeMachine) =>
        ((Function)address)(processHandle, processMachine, nativeMachine);
}
