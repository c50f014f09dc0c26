using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

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
