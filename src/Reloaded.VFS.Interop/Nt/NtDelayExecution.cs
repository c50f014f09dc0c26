using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<byte, long*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtDelayExecution</c>: waits for a time (phnt: ntpsapi.h). Microsoft documents it nowhere.</summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtDelayExecution(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtDelayExecution Exported => new(SystemExports.NtDelayExecution);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(byte alertable, long* delayInterval) =>
        ((Function)address)(alertable, delayInterval);
}
