using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, nint, void*, void*, void*, void*, uint, Reloaded.VFS.Interop.Nt.CompletionFilter, byte, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtNotifyChangeDirectoryFile</c>: waits for changes in a folder (phnt: ntioapi.h). Microsoft documents it nowhere.</summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtNotifyChangeDirectoryFile(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* buffer, uint length,
        CompletionFilter completionFilter, byte watchTree) =>
        ((Function)address)(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, buffer, length, completionFilter, watchTree);
}
