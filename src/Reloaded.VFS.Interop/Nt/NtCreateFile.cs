using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint*, Reloaded.VFS.Interop.Nt.AccessMask, Reloaded.VFS.Interop.Nt.OBJECT_ATTRIBUTES*, void*, void*, System.IO.FileAttributes,
    Reloaded.VFS.Interop.Nt.ShareAccess, Reloaded.VFS.Interop.Nt.CreateDisposition,
    Reloaded.VFS.Interop.Nt.CreateOptions, void*, uint, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtCreateFile</c>: opens a file or folder, or makes one (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntcreatefile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtCreateFile(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint* fileHandle, AccessMask desiredAccess, OBJECT_ATTRIBUTES* objectAttributes, void* ioStatusBlock, void* allocationSize,
        FileAttributes fileAttributes, ShareAccess shareAccess, CreateDisposition createDisposition, CreateOptions createOptions,
        void* eaBuffer, uint eaLength) =>
        ((Function)address)(
            fileHandle, desiredAccess, objectAttributes, ioStatusBlock, allocationSize, fileAttributes, shareAccess, createDisposition,
            createOptions, eaBuffer, eaLength);
}
