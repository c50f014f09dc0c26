using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

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
