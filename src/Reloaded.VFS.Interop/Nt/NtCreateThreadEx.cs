using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint*, Reloaded.VFS.Interop.Nt.ThreadAccess, void*, nint, void*, void*, Reloaded.VFS.Interop.Nt.ThreadCreateFlags, nuint, nuint, nuint,
    void*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>NtCreateThreadEx</c>: makes a thread in any process; <c>CreateThread</c>, <c>CreateRemoteThread</c> and <c>RtlCreateUserThread</c>
/// call it (phnt: ntpsapi.h). Microsoft documents it nowhere.
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtCreateThreadEx(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint* threadHandle, ThreadAccess desiredAccess, void* objectAttributes, nint processHandle, void* startRoutine,
        void* argument, ThreadCreateFlags createFlags, nuint zeroBits, nuint stackSize, nuint maximumStackSize, void* attributeList) =>
        ((Function)address)(threadHandle, desiredAccess, objectAttributes, processHandle, startRoutine, argument, createFlags, zeroBits,
            stackSize, maximumStackSize, attributeList);
}
