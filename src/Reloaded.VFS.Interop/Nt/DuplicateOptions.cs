namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>Options</c> of <c>NtDuplicateObject</c> and <c>DuplicateHandle</c> (<c>winnt.h</c>): those that are used here.</summary>
[Flags]
public enum DuplicateOptions : uint
{
    /// <summary>The access that is asked for.</summary>
    None = 0,

    /// <summary>As much access as the handle has that is copied.</summary>
    DUPLICATE_SAME_ACCESS = 2,
}
