using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint*, uint, Reloaded.VFS.Interop.Nt.OBJECT_ATTRIBUTES*, void*, void*, uint, uint, uint, uint, void*, uint, int>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtCreateFile</c>: opens a file or folder, or makes one (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntcreatefile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtCreateFile(nint address)
{
    /// <summary>Where it is; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Invoke(
        nint* fileHandle, uint desiredAccess, OBJECT_ATTRIBUTES* objectAttributes, void* ioStatusBlock, void* allocationSize,
        uint fileAttributes, uint shareAccess, uint createDisposition, uint createOptions, void* eaBuffer, uint eaLength) =>
        ((Function)address)(
            fileHandle, desiredAccess, objectAttributes, ioStatusBlock, allocationSize, fileAttributes, shareAccess, createDisposition,
            createOptions, eaBuffer, eaLength);
}
