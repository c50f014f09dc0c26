using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<nint, void*, void*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtCancelIoFileEx</c>: cancels calls on a file, whichever thread has begun them (phnt: ntioapi.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/devnotes/nt-cancel-io-file-ex"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtCancelIoFileEx(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint fileHandle, void* ioRequestToCancel, void* ioStatusBlock) =>
        ((Function)address)(fileHandle, ioRequestToCancel, ioStatusBlock);
}
