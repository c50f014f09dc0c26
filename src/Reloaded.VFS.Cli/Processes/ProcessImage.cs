using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Processes;

/// <summary>The programs that processes of Windows run.</summary>
internal static unsafe class ProcessImage
{
    private const int PathChars = 32768;

    /// <summary>The path of a process's program; null where the process is gone or can't be asked.</summary>
    public static string? PathOf(int id)
    {
        nint process = Kernel32.OpenProcess(ProcessAccess.PROCESS_QUERY_LIMITED_INFORMATION, false, (uint)id);
        if (process == 0)
            return null;
        char[] path = new char[PathChars];
        uint length = (uint)path.Length;
        fixed (char* p = path)
        {
            bool done = Kernel32.QueryFullProcessImageNameW(process, 0, p, ref length);
            Kernel32.CloseHandle(process);
            return done ? new string(p, 0, (int)length) : null;
        }
    }
}
