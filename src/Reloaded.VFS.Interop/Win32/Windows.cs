namespace Reloaded.VFS.Interop.Win32;

/// <summary>Functions of user32.</summary>
public static unsafe partial class User32
{
    /// <summary>Calls a function for each window of the desktop (<c>winuser.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-enumwindows"/>
    [LibraryImport("user32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool EnumWindows(delegate* unmanaged<nint, nint, int> lpEnumFunc, nint lParam);

    /// <summary>Returns the thread of a window, and gets its process (<c>winuser.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getwindowthreadprocessid"/>
    [LibraryImport("user32")]
    public static partial uint GetWindowThreadProcessId(nint hWnd, out uint lpdwProcessId);

    /// <summary>Determines whether a window is visible (<c>winuser.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-iswindowvisible"/>
    [LibraryImport("user32")]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool IsWindowVisible(nint hWnd);

    /// <summary>The message that asks a window to close.</summary>
    public const uint WM_CLOSE = 0x10;

    /// <summary>Posts a message to a window, without waiting (<c>winuser.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-postmessagew"/>
    [LibraryImport("user32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool PostMessageW(nint hWnd, uint Msg, nuint wParam, nint lParam);
}
