namespace Reloaded.VFS.Interop.Win32;

/// <summary>What a job tells a completion port, as the count of bytes (<c>winnt.h</c>): the messages that are used here.</summary>
public enum JobObjectMessage : uint
{
    /// <summary>The last process has ended.</summary>
    JOB_OBJECT_MSG_ACTIVE_PROCESS_ZERO = 4,

    /// <summary>A process has ended.</summary>
    JOB_OBJECT_MSG_EXIT_PROCESS = 7,

    /// <summary>A process has crashed.</summary>
    JOB_OBJECT_MSG_ABNORMAL_EXIT_PROCESS = 8,
}
