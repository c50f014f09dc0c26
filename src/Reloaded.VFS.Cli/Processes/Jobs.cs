using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Processes;

/// <summary>Job objects and the completion port that tells of them (jobapi.h, ioapiset.h).</summary>
internal static unsafe class Jobs
{
    public const int JobObjectBasicProcessIdList = 3;
    public const int JobObjectAssociateCompletionPortInformation = 7;
    public const int JobObjectExtendedLimitInformation = 9;
    public const uint JOB_OBJECT_MSG_ACTIVE_PROCESS_ZERO = 4;
    public const uint JOB_OBJECT_MSG_EXIT_PROCESS = 7;
    public const uint JOB_OBJECT_MSG_ABNORMAL_EXIT_PROCESS = 8;
    public const uint JOB_OBJECT_LIMIT_BREAKAWAY_OK = 0x800;
    public const uint JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE = 0x2000;

    [StructLayout(LayoutKind.Sequential)]
    public struct JOBOBJECT_ASSOCIATE_COMPLETION_PORT
    {
        public nint CompletionKey;
        public nint CompletionPort;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct JOBOBJECT_EXTENDED_LIMIT_INFORMATION
    {
        public long PerProcessUserTimeLimit;
        public long PerJobUserTimeLimit;
        public uint LimitFlags;
        public nuint MinimumWorkingSetSize;
        public nuint MaximumWorkingSetSize;
        public uint ActiveProcessLimit;
        public nuint Affinity;
        public uint PriorityClass;
        public uint SchedulingClass;
        public fixed ulong IoInfo[6];
        public nuint ProcessMemoryLimit;
        public nuint JobMemoryLimit;
        public nuint PeakProcessMemoryUsed;
        public nuint PeakJobMemoryUsed;
    }
}
