namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about consoles.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Gets the processes attached to this console; 0 without a console (<c>wincon.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/console/getconsoleprocesslist"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint GetConsoleProcessList(uint* lpdwProcessList, uint dwProcessCount);

    /// <summary>Standard input.</summary>
    public const uint STD_INPUT_HANDLE = unchecked((uint)-10);

    /// <summary>Standard output.</summary>
    public const uint STD_OUTPUT_HANDLE = unchecked((uint)-11);

    /// <summary>Standard error.</summary>
    public const uint STD_ERROR_HANDLE = unchecked((uint)-12);

    /// <summary>Returns a standard handle of this process (<c>processenv.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/console/getstdhandle"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint GetStdHandle(uint nStdHandle);

    /// <summary>Ctrl-C.</summary>
    public const uint CTRL_C_EVENT = 0;

    /// <summary>Ctrl-Break.</summary>
    public const uint CTRL_BREAK_EVENT = 1;

    /// <summary>Registers a handler for Ctrl-C and similar events (<c>consoleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/console/setconsolectrlhandler"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetConsoleCtrlHandler(
        delegate* unmanaged<uint, int> HandlerRoutine, [MarshalAs(UnmanagedType.Bool)] bool Add);
}
