using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    Reloaded.VFS.Interop.Nt.OBJECT_ATTRIBUTES*, void*, void*, uint, Reloaded.VFS.Interop.Nt.FILE_INFORMATION_CLASS,
    Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtQueryInformationByName</c>: tells of a name without opening it; Windows 10 1803 and later (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryinformationbyname"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryInformationByName(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        OBJECT_ATTRIBUTES* objectAttributes, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass) =>
        ((Function)address)(objectAttributes, ioStatusBlock, fileInformation, length, fileInformationClass);
}
