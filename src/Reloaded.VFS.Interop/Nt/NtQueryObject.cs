using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, Reloaded.VFS.Interop.Nt.OBJECT_INFORMATION_CLASS, void*, uint, uint*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtQueryObject</c>: tells of a handle's object (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryobject"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryObject(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueryObject Exported => new(SystemExports.NtQueryObject);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint handle, OBJECT_INFORMATION_CLASS objectInformationClass, void* objectInformation, uint length,
        uint* returnLength) =>
        ((Function)address)(handle, objectInformationClass, objectInformation, length, returnLength);
}
