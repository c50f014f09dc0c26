using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<nint, byte, long*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtWaitForSingleObject</c>: waits for an object; without a time-out where that is null (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntwaitforsingleobject"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtWaitForSingleObject(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtWaitForSingleObject Exported => new(SystemExports.NtWaitForSingleObject);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint handle, byte alertable, long* timeout) =>
        ((Function)address)(handle, alertable, timeout);
}
