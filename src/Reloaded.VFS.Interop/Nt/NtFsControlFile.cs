using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, nint, void*, void*, void*, Reloaded.VFS.Interop.Nt.FsControlCode, void*, uint, void*, uint, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtFsControlFile</c>: sends a control code to a file system (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntfscontrolfile"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtFsControlFile(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtFsControlFile Exported => new(SystemExports.NtFsControlFile);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, FsControlCode fsControlCode,
        void* inputBuffer, uint inputLength, void* outputBuffer, uint outputLength) =>
        ((Function)address)(
            fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, fsControlCode, inputBuffer, inputLength, outputBuffer, outputLength);
}
