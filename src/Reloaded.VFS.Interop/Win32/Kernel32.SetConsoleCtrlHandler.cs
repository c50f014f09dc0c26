using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>SetConsoleCtrlHandler</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Ctrl-C.</summary>
    public const uint CTRL_C_EVENT = 0;

    /// <summary>Ctrl-Break.</summary>
    public const uint CTRL_BREAK_EVENT = 1;

    /// <summary>Has a function called at Ctrl-C and the like (<c>consoleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/console/setconsolectrlhandler"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetConsoleCtrlHandler(
        delegate* unmanaged<uint, int> HandlerRoutine, [MarshalAs(UnmanagedType.Bool)] bool Add);
}
