using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetExitCodeProcess</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>The exit code of a process that runs, and of one that has ended with it.</summary>
    public const uint STILL_ACTIVE = 259;

    /// <summary>What a process ended with (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getexitcodeprocess"/>
    [LibraryImport("kernel32")]
    public static partial int GetExitCodeProcess(nint hProcess, uint* lpExitCode);

    /// <summary>What a process ended with (<c>processthreadsapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-getexitcodeprocess"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetExitCodeProcess(nint hProcess, out uint lpExitCode);
}
