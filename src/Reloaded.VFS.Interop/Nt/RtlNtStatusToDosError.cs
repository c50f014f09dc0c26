using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<Reloaded.VFS.Interop.Nt.NtStatus, uint>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>RtlNtStatusToDosError</c>: the error code of Win32 for a status (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-rtlntstatustodoserror"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct RtlNtStatusToDosError(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static RtlNtStatusToDosError Exported => new(SystemExports.RtlNtStatusToDosError);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint Invoke(NtStatus status) =>
        ((Function)address)(status);
}
