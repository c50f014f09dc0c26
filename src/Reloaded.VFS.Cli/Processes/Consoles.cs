using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Processes;

/// <summary>Standard handles, the console and Ctrl-C (consoleapi.h, processenv.h).</summary>
internal static unsafe partial class Consoles
{
    public const uint STD_INPUT_HANDLE = unchecked((uint)-10);
    public const uint STD_OUTPUT_HANDLE = unchecked((uint)-11);
    public const uint STD_ERROR_HANDLE = unchecked((uint)-12);
    public const uint HANDLE_FLAG_INHERIT = 1;
    public const uint CTRL_C_EVENT = 0;
    public const uint CTRL_BREAK_EVENT = 1;

    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint GetStdHandle(uint nStdHandle);

    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetHandleInformation(nint hObject, uint dwMask, uint dwFlags);

    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetConsoleCtrlHandler(delegate* unmanaged<uint, int> HandlerRoutine, [MarshalAs(UnmanagedType.Bool)] bool Add);

    /// <summary>The processes attached to this console; 0 without one.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint GetConsoleProcessList(uint* lpdwProcessList, uint dwProcessCount);
}
