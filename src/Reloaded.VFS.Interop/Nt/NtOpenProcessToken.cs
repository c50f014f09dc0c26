using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<nint, Reloaded.VFS.Interop.Nt.TokenAccess, nint*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtOpenProcessToken</c>: opens the token of a process (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntopenprocesstoken"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtOpenProcessToken(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtOpenProcessToken Exported => new(SystemExports.NtOpenProcessToken);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint processHandle, TokenAccess desiredAccess, nint* tokenHandle) =>
        ((Function)address)(processHandle, desiredAccess, tokenHandle);
}
