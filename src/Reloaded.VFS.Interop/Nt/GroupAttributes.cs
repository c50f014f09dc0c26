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
