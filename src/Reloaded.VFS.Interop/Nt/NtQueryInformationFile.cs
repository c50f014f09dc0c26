using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, void*, void*, uint, Reloaded.VFS.Interop.Nt.FILE_INFORMATION_CLASS,
    Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtQueryInformationFile</c>: tells of a file by its handle (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryinformationfile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryInformationFile(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueryInformationFile Exported => new(SystemExports.NtQueryInformationFile);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint fileHandle, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass) =>
        ((Function)address)(fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass);
}
