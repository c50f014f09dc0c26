using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<nint, uint*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>NtResumeThread</c>: takes one from a thread's suspend count; <c>ResumeThread</c> calls it (phnt: ntpsapi.h). Microsoft documents it
/// nowhere.
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtResumeThread(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint threadHandle, uint* previousSuspendCount) => ((Function)address)(threadHandle, previousSuspendCount);
}
