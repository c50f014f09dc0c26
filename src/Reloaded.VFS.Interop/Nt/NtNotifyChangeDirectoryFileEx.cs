using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, nint, void*, void*, void*, void*, uint, Reloaded.VFS.Interop.Nt.CompletionFilter, byte,
    Reloaded.VFS.Interop.Nt.DIRECTORY_NOTIFY_INFORMATION_CLASS, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>NtNotifyChangeDirectoryFileEx</c>: waits for changes in a folder, with a class of records; Windows 10 1709 and later
/// (ntifs.h).
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntnotifychangedirectoryfileex"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtNotifyChangeDirectoryFileEx(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* buffer, uint length,
        CompletionFilter completionFilter, byte watchTree, DIRECTORY_NOTIFY_INFORMATION_CLASS directoryNotifyInformationClass) =>
        ((Function)address)(
            fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, buffer, length, completionFilter, watchTree,
            directoryNotifyInformationClass);
}
