using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Processes;

/// <summary>The programs of Windows processes.</summary>
internal static unsafe class ProcessImage
{
    private const int PathChars = 32768;

    /// <summary>Returns the path of a process's program, or null if the process is gone or can't be queried.</summary>
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
