using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, nint, void*, void*, void*, void*, uint, Reloaded.VFS.Interop.Nt.FILE_INFORMATION_CLASS,
    Reloaded.VFS.Interop.Nt.QueryFlags, void*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtQueryDirectoryFileEx</c>: lists a folder, with flags; Windows 10 1709 and later (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntquerydirectoryfileex"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryDirectoryFileEx(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass, QueryFlags queryFlags, void* fileName) =>
        ((Function)address)(
            fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, fileInformation, length, fileInformationClass, queryFlags, fileName);
}
