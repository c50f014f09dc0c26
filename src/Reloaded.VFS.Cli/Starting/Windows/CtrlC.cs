using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Starting.Windows;

/// <summary>
/// Handles Ctrl-C while the game runs. A console game gets it from the console itself, so rvfs only has to stay alive and wait; a game
/// without a console doesn't, so its windows are asked to close, as Alt-F4 does.
/// </summary>
internal static unsafe class CtrlC
{
    private static ProcessTree? s_askToClose;

    /// <summary>
    /// Leaves Ctrl-C and Ctrl-Break to the game from now on, by a handler of this process. If this process ignored them, the game would
    /// inherit that.
    /// </summary>
    public static void LeaveToGame(ProcessTree? askToClose)
    {
        s_askToClose = askToClose;
        Kernel32.SetConsoleCtrlHandler(&OnEvent, true);
    }

    [UnmanagedCallersOnly]
    private static int OnEvent(uint type)
    {
        if (type is not (Kernel32.CTRL_C_EVENT or Kernel32.CTRL_BREAK_EVENT))
            return 0;
        if (s_askToClose is { } tree)
        {
            foreach (uint id in tree.GetProcessIds())
                User32.EnumWindows(&CloseIfOf, (nint)id);
        }

        return 1;
    }

    [UnmanagedCallersOnly]
    private static int CloseIfOf(nint window, nint processId)
    {
        _ = User32.GetWindowThreadProcessId(window, out uint owner);
        if (owner == (uint)processId && User32.IsWindowVisible(window))
            User32.PostMessageW(window, User32.WM_CLOSE, 0, 0);
        return 1;
    }
}
