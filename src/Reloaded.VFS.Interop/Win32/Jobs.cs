using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about jobs.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Puts a process into a job (<c>jobapi2.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/jobapi2/nf-jobapi2-assignprocesstojobobject"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool AssignProcessToJobObject(nint hJob, nint hProcess);

    /// <summary>Makes a job; zero on failure (<c>jobapi2.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/jobapi2/nf-jobapi2-createjobobjectw"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint CreateJobObjectW(void* lpJobAttributes, string? lpName);

    /// <summary>Tells of a job (<c>jobapi2.h</c>).</summary>
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

/// <summary>The completion port that a job tells of its processes (<c>winnt.h</c>).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winnt/ns-winnt-jobobject_associate_completion_port"/>
[StructLayout(LayoutKind.Sequential)]
public struct JOBOBJECT_ASSOCIATE_COMPLETION_PORT
{
    /// <summary>What comes with each message.</summary>
    public nint CompletionKey;

    /// <summary>The port.</summary>
    public nint CompletionPort;
}

/// <summary>What a job's processes are held to (<c>winnt.h</c>); its first part is <c>JOBOBJECT_BASIC_LIMIT_INFORMATION</c>.</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winnt/ns-winnt-jobobject_extended_limit_information"/>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct JOBOBJECT_EXTENDED_LIMIT_INFORMATION
{
    /// <summary>Of each process, in units of 100 ns.</summary>
    public long PerProcessUserTimeLimit;

    /// <summary>Of all together, in units of 100 ns.</summary>
    public long PerJobUserTimeLimit;

    /// <summary>Which limits hold.</summary>
    public JobObjectLimits LimitFlags;

    /// <summary>Bytes.</summary>
    public nuint MinimumWorkingSetSize;

    /// <summary>Bytes.</summary>
    public nuint MaximumWorkingSetSize;

    /// <summary>How many processes there may be at once.</summary>
    public uint ActiveProcessLimit;

    /// <summary>The processors that may be used.</summary>
    public nuint Affinity;

    /// <summary>Of each process.</summary>
    public uint PriorityClass;

    /// <summary>0 to 9.</summary>
    public uint SchedulingClass;

    /// <summary>Reserved: an <c>IO_COUNTERS</c>.</summary>
    public fixed ulong IoInfo[6];

    /// <summary>Bytes that each process may commit.</summary>
    public nuint ProcessMemoryLimit;

    /// <summary>Bytes that all may commit together.</summary>
    public nuint JobMemoryLimit;

    /// <summary>The most bytes that a process has committed.</summary>
    public nuint PeakProcessMemoryUsed;

    /// <summary>The most bytes that all have committed together.</summary>
    public nuint PeakJobMemoryUsed;
}
