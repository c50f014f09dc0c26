using System.Runtime.CompilerServices;
using unsafe NtQueryInformationTokenFunction = delegate* unmanaged<
    nint, Reloaded.VFS.Interop.Nt.TOKEN_INFORMATION_CLASS, void*, uint, uint*, Reloaded.VFS.Interop.Nt.NtStatus>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>Attributes</c> of a group in a token (<c>winnt.h</c>): those that are used here.</summary>
[Flags]
public enum GroupAttributes : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>It denies access, and grants none.</summary>
    SE_GROUP_USE_FOR_DENY_ONLY = 0x10,

    /// <summary>It is an integrity level.</summary>
    SE_GROUP_INTEGRITY = 0x20,
}

/// <summary>What is asked of a token: the classes that are used here (<c>winnt.h</c>).</summary>
public enum TOKEN_INFORMATION_CLASS : uint
{
    /// <summary><c>TOKEN_GROUPS</c>: the groups that it is in.</summary>
    TokenGroups = 2,

    /// <summary><c>TOKEN_GROUPS</c>: the groups that its access is restricted to.</summary>
    TokenRestrictedSids = 11,

    /// <summary><c>TOKEN_MANDATORY_LABEL</c>: its integrity level.</summary>
    TokenIntegrityLevel = 25,

    /// <summary>A <c>DWORD</c> that isn't zero where it is an app container's.</summary>
    TokenIsAppContainer = 29,
}

/// <summary>What a handle of a token may be used for (<c>winnt.h</c>): the rights that are used here.</summary>
[Flags]
public enum TokenAccess : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>It may be asked.</summary>
    TOKEN_QUERY = 0x8,
}

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
        ((delegate* unmanaged<nint, TokenAccess, nint*, NtStatus>)address)(processHandle, desiredAccess, tokenHandle);
}

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
        ((NtQueryInformationTokenFunction)address)(tokenHandle, tokenInformationClass, tokenInformation, length, returnLength);
}
