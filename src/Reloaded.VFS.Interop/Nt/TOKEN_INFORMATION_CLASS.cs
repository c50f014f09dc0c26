namespace Reloaded.VFS.Interop.Nt;

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
