using System.Runtime.InteropServices;
using Reloaded.VFS.Cli.Processes;

namespace Reloaded.VFS.Cli.Starting.Windows;

/// <summary>
/// Ctrl-C while the game runs. A console game gets it from the console itself, so rvfs only has to live on and wait; a game without a
/// console gets no such event, so its windows are asked to close, as Alt-F4 does.
/// </summary>
internal static unsafe class CtrlC
{
    private static ProcessTree? s_askToClose;

    /// <summary>From now on Ctrl-C and Ctrl-Break are the game's. Unlike ignoring them, a handler isn't inherited by the game.</summary>
    public static void LeaveToGame(ProcessTree? askToClose)
    {
        s_askToClose = askToClose;
        Consoles.SetConsoleCtrlHandler(&OnEvent, true);
    }

    [UnmanagedCallersOnly]
    private static int OnEvent(uint type)
    {
        if (type is not (Consoles.CTRL_C_EVENT or Consoles.CTRL_BREAK_EVENT))
            return 0;
        if (s_askToClose is { } tree)
        {
            foreach (uint id in tree.GetProcessIds())
                Windowing.EnumWindows(&CloseIfOf, (nint)id);
        }
        return 1;
    }

    [UnmanagedCallersOnly]
    private static int CloseIfOf(nint window, nint processId)
    {
        _ = Windowing.GetWindowThreadProcessId(window, out uint owner);
        if (owner == (uint)processId && Windowing.IsWindowVisible(window))
            Windowing.PostMessageW(window, Windowing.WM_CLOSE, 0, 0);
        return 1;
    }
}
