namespace Reloaded.VFS.Interop.Nt;

/// <summary>What a handle of a token may be used for (<c>winnt.h</c>): the rights that are used here.</summary>
[Flags]
public enum TokenAccess : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>It may be asked.</summary>
    TOKEN_QUERY = 0x8,
}
