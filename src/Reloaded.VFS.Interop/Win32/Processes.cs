using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>
/// Processes that this one starts, and what is done in them (<c>processthreadsapi.h</c>, <c>memoryapi.h</c>, <c>psapi.h</c>).
/// </summary>
public static class Processes
{
    /// <summary>Reserves and commits.</summary>
    public const uint MEM_COMMIT_RESERVE = 0x3000;

    /// <summary>At the highest address that is free.</summary>
    public const uint MEM_TOP_DOWN = 0x100000;

    /// <summary>Data.</summary>
    public const uint PAGE_READWRITE = 4;

    /// <summary>Code.</summary>
    public const uint PAGE_EXECUTE_READ = 0x20;

    /// <summary>As much access as the handle has that is copied.</summary>
    public const uint DUPLICATE_SAME_ACCESS = 2;
}

/// <summary><c>PROCESS_INFORMATION</c>.</summary>
[StructLayout(LayoutKind.Sequential)]
public struct ProcessInformation
{
    /// <summary>The process's handle.</summary>
    public nint Process;

    /// <summary>The handle of its first thread.</summary>
    public nint Thread;

    /// <summary>The process's id.</summary>
    public uint ProcessId;

    /// <summary>The thread's id.</summary>
    public uint ThreadId;
}
