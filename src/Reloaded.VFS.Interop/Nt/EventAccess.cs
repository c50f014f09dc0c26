namespace Reloaded.VFS.Interop.Nt;

/// <summary>What a handle of an event may be used for (<c>winnt.h</c>): the rights that are used here.</summary>
[Flags]
public enum EventAccess : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>All that can be done with an event.</summary>
    EVENT_ALL_ACCESS = 0x1F_0003,
}
