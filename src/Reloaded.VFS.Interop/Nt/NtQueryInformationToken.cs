using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, Reloaded.VFS.Interop.Nt.TOKEN_INFORMATION_CLASS, void*, uint, uint*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>NtQueryInformationToken</c>: tells of a token (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryinformationtoken"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct NtQueryInformationToken(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static NtQueryInformationToken Exported => new(SystemExports.NtQueryInformationToken);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NtStatus Invoke(nint tokenHandle, TOKEN_INFORMATION_CLASS tokenInformationClass, void* tokenInformation, uint length,
        uint* returnLength) =>
        ((Function)address)(tokenHandle, tokenInformationClass, tokenInformation, length, returnLength);
}
