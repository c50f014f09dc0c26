namespace Reloaded.VFS.Interop.Win32;

/// <summary>What a job's processes are held to (<c>winnt.h</c>): the limits that are used here.</summary>
[Flags]
public enum JobObjectLimits : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>A process may start another one outside the job, where it asks for that.</summary>
    JOB_OBJECT_LIMIT_BREAKAWAY_OK = 0x800,

    /// <summary>All end when the job's last handle is closed.</summary>
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE = 0x2000,
}
