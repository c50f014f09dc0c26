using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>IsWindowVisible</c>.</content>
public static partial class User32
{
    /// <summary>Whether a window shows (<c>winuser.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-iswindowvisible"/>
    [LibraryImport("user32")]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool IsWindowVisible(nint hWnd);
}
