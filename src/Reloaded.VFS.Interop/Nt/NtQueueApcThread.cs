using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<nint, void*, void*, void*, void*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>NtQueueApcThread</c>: has a thread call a routine with three arguments (phnt: ntpsapi.h). Microsoft documents it nowhere.
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueueApcThread(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueueApcThread Exported => new(SystemExports.NtQueueApcThread);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint threadHandle, void* apcRoutine, void* argument1, void* argument2, void* argument3) =>
        ((Function)address)(threadHandle, apcRoutine, argument1, argument2, argument3);
}
