using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Processes;

/// <summary>Creating and ending processes (processthreadsapi.h, synchapi.h). Windows' names; see Microsoft Learn for each.</summary>
internal static class Processes
{
    public const uint CREATE_SUSPENDED = 0x4;
    public const uint CREATE_UNICODE_ENVIRONMENT = 0x400;
    public const uint STARTF_USESHOWWINDOW = 0x1;
    public const uint STARTF_USESTDHANDLES = 0x100;
    public const uint WAIT_OBJECT_0 = 0;
    public const uint WAIT_TIMEOUT = 0x102;
    public const uint PROCESS_QUERY_LIMITED_INFORMATION = 0x1000;
    public const uint STILL_ACTIVE = 259;

    [StructLayout(LayoutKind.Sequential)]
    public struct PROCESS_BASIC_INFORMATION
    {
        public int ExitStatus;
        public nint PebBaseAddress;
        public nint AffinityMask;
        public int BasePriority;
        public nint UniqueProcessId;
        public nint InheritedFromUniqueProcessId;
    }
}
