namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>Attributes</c> of a group in a token (<c>winnt.h</c>): those that are used here.</summary>
[Flags]
public enum GroupAttributes : uint
{
    /// <summary>No attribute.</summary>
    None = 0,

    /// <summary>The group denies access and grants none.</summary>
    SE_GROUP_USE_FOR_DENY_ONLY = 0x10,

    /// <summary>The group is an integrity level.</summary>
    SE_GROUP_INTEGRITY = 0x20,
}

/// <summary>The classes of token information that are used here (<c>winnt.h</c>).</summary>
public enum TOKEN_INFORMATION_CLASS : uint
{
    /// <summary><c>TOKEN_GROUPS</c>: the token's groups.</summary>
    TokenGroups = 2,

    /// <summary><c>TOKEN_GROUPS</c>: the groups that restrict the token's access.</summary>
    TokenRestrictedSids = 11,

    /// <summary><c>TOKEN_MANDATORY_LABEL</c>: the integrity level.</summary>
    TokenIntegrityLevel = 25,

    /// <summary>A <c>DWORD</c> that is nonzero for an app container.</summary>
    TokenIsAppContainer = 29,
}

/// <summary>The access rights of a token that are used here (<c>winnt.h</c>).</summary>
[Flags]
public enum TokenAccess : uint
{
    /// <summary>No right.</summary>
    None = 0,

    /// <summary>Query the token.</summary>
    TOKEN_QUERY = 0x8,
}

/// <summary><c>NtOpenProcessToken</c>: opens the token of a process (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntopenprocesstoken"/>
public readonly unsafe partial struct NtOpenProcessToken;

/// <summary><c>NtQueryInformationToken</c>: queries a token (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryinformationtoken"/>
public readonly unsafe partial struct NtQueryInformationToken;
