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

/// <summary>
/// The console window that Windows opens for rvfs.exe alone (drag and drop, double click). The window, with any message in it, closes when
/// rvfs ends.
/// </summary>
internal static unsafe class OwnConsole
{
    /// <summary>
    /// Waits for a key if <paramref name="code"/> is a failure, so that its message can be read. Does nothing in a shared console.
    /// </summary>
    public static void HoldOpenIfFailed(int code)
    {
        bool failed = code is >= ExitCodes.Refused and <= ExitCodes.NotFound || NtStatusNames.Describe((uint)code) is not null;
        // Under Wine such a window is never seen, and on a Steam Deck the game would stay "running".
        if (!failed || WineFunctions.IsWine || Console.IsInputRedirected || Console.IsErrorRedirected)
            return;
        uint* processes = stackalloc uint[2];
        if (Kernel32.GetConsoleProcessList(processes, 2) != 1)
            return;
        Console.Error.WriteLine("Press any key to close this window.");
        Console.ReadKey(intercept: true);
    }
}
