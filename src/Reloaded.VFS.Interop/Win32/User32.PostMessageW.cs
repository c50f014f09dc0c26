using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>PostMessageW</c>.</content>
public static partial class User32
{
    /// <summary>A window is asked to close.</summary>
    public const uint WM_CLOSE = 0x10;

    /// <summary>Sends a window a message, without waiting (<c>winuser.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-postmessagew"/>
    [LibraryImport("user32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool PostMessageW(nint hWnd, uint Msg, nuint wParam, nint lParam);
}
