namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about jobs.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Assigns a process to a job (<c>jobapi2.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/jobapi2/nf-jobapi2-assignprocesstojobobject"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool AssignProcessToJobObject(nint hJob, nint hProcess);

    /// <summary>Creates a job; zero on failure (<c>jobapi2.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/jobapi2/nf-jobapi2-createjobobjectw"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint CreateJobObjectW(void* lpJobAttributes, string? lpName);

    /// <summary>Queries a job (<c>jobapi2.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/jobapi2/nf-jobapi2-queryinformationjobobject"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryInformationJobObject(
        nint hJob, JOBOBJECTINFOCLASS JobObjectInformationClass, void* lpJobObjectInformation, uint cbJobObjectInformationLength,
        uint* lpReturnLength);

    /// <summary>Changes a job (<c>jobapi2.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/jobapi2/nf-jobapi2-setinformationjobobject"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetInformationJobObject(
        nint hJob, JOBOBJECTINFOCLASS JobObjectInformationClass, void* lpJobObjectInformation, uint cbJobObjectInformationLength);
}

/// <summary>The classes of job information that are used here (<c>winnt.h</c>).</summary>
public enum JOBOBJECTINFOCLASS
{
    /// <summary><c>JOBOBJECT_BASIC_PROCESS_ID_LIST</c>: two counts, then the ids of its processes.</summary>
    JobObjectBasicProcessIdList = 3,

    /// <summary><see cref="JOBOBJECT_ASSOCIATE_COMPLETION_PORT"/>.</summary>
    JobObjectAssociateCompletionPortInformation = 7,

    /// <summary><see cref="JOBOBJECT_EXTENDED_LIMIT_INFORMATION"/>.</summary>
    JobObjectExtendedLimitInformation = 9,
}

/// <summary>The limits of a job that are used here (<c>winnt.h</c>).</summary>
[Flags]
public enum JobObjectLimits : uint
{
    /// <summary>No limit.</summary>
    None = 0,

    /// <summary>A process may start another one outside the job if it requests that.</summary>
    JOB_OBJECT_LIMIT_BREAKAWAY_OK = 0x800,

    /// <summary>All processes end when the job's last handle is closed.</summary>
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE = 0x2000,
}

/// <summary>The messages of a job to a completion port that are used here, passed as the number of bytes (<c>winnt.h</c>).</summary>
public enum JobObjectMessage : uint
{
    /// <summary>The last process has ended.</summary>
    JOB_OBJECT_MSG_ACTIVE_PROCESS_ZERO = 4,

    /// <summary>A process has ended.</summary>
    JOB_OBJECT_MSG_EXIT_PROCESS = 7,

    /// <summary>A process has crashed.</summary>
    JOB_OBJECT_MSG_ABNORMAL_EXIT_PROCESS = 8,
}

/// <summary>The completion port that gets a job's messages (<c>winnt.h</c>).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winnt/ns-winnt-jobobject_associate_completion_port"/>
[StructLayout(LayoutKind.Sequential)]
public struct JOBOBJECT_ASSOCIATE_COMPLETION_PORT
{
    /// <summary>The completion key of each message.</summary>
    public nint CompletionKey;

    /// <summary>The port.</summary>
    public nint CompletionPort;
}

/// <summary>The limits of a job's processes (<c>winnt.h</c>); the first part is <c>JOBOBJECT_BASIC_LIMIT_INFORMATION</c>.</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winnt/ns-winnt-jobobject_extended_limit_information"/>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct JOBOBJECT_EXTENDED_LIMIT_INFORMATION
{
    /// <summary>The user time of each process, and of all together, in units of 100 ns.</summary>
    public long PerProcessUserTimeLimit, PerJobUserTimeLimit;

    /// <summary>The limits that are in force.</summary>
    public JobObjectLimits LimitFlags;

    /// <summary>The limits of the working set in bytes.</summary>
    public nuint MinimumWorkingSetSize, MaximumWorkingSetSize;

    /// <summary>The maximum number of processes at once.</summary>
    public uint ActiveProcessLimit;

    /// <summary>The processors that may be used.</summary>
    public nuint Affinity;

    /// <summary>The priority class of each process.</summary>
    public uint PriorityClass;

    /// <summary>The scheduling class, 0 to 9.</summary>
    public uint SchedulingClass;

    /// <summary>Reserved: an <c>IO_COUNTERS</c>.</summary>
    public fixed ulong IoInfo[6];

    /// <summary>The maximum number of bytes that each process, and all together, may commit.</summary>
    public nuint ProcessMemoryLimit, JobMemoryLimit;

    /// <summary>The largest number of bytes that a process, and all together, have committed.</summary>
    public nuint PeakProcessMemoryUsed, PeakJobMemoryUsed;
}
