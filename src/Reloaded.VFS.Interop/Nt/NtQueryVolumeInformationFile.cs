using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, void*, void*, uint, Reloaded.VFS.Interop.Nt.FS_INFORMATION_CLASS, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtQueryVolumeInformationFile</c>: tells of the volume of a file (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryvolumeinformationfile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryVolumeInformationFile(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueryVolumeInformationFile Exported => new(SystemExports.NtQueryVolumeInformationFile);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint fileHandle, void* ioStatusBlock, void* fsInformation, uint length,
        FS_INFORMATION_CLASS fsInformationClass) =>
        ((Function)address)(fileHandle, ioStatusBlock, fsInformation, length, fsInformationClass);
}
