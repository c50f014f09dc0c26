namespace Reloaded.VFS.Interop.Win32;

/// <summary>What is asked of a job, or set: the classes that are used here (<c>winnt.h</c>).</summary>
public enum JOBOBJECTINFOCLASS
{
    /// <summary><c>JOBOBJECT_BASIC_PROCESS_ID_LIST</c>: two counts, then the ids of its processes.</summary>
    JobObjectBasicProcessIdList = 3,

    /// <summary><see cref="JOBOBJECT_ASSOCIATE_COMPLETION_PORT"/>.</summary>
    JobObjectAssociateCompletionPortInformation = 7,

    /// <summary><see cref="JOBOBJECT_EXTENDED_LIMIT_INFORMATION"/>.</summary>
    JobObjectExtendedLimitInformation = 9,
}
