using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>What <c>ProcessBasicInformation</c> tells of a process (<c>winternl.h</c>; phnt: <c>ntpsapi.h</c>).</summary>
[StructLayout(LayoutKind.Sequential)]
public struct PROCESS_BASIC_INFORMATION
{
    /// <summary>The process's exit code; <c>STATUS_PENDING</c> while it runs.</summary>
    public NtStatus ExitStatus;

    /// <summary>Where its environment block (PEB) lies.</summary>
    public nint PebBaseAddress;

    /// <summary>The processors that it may use.</summary>
    public nint AffinityMask;

    /// <summary>The process's priority.</summary>
    public int BasePriority;

    /// <summary>The process's id.</summary>
    public nint UniqueProcessId;

    /// <summary>The creator's id.</summary>
    public nint InheritedFromUniqueProcessId;
}
