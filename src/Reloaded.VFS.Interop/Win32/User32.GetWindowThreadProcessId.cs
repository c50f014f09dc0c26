using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetWindowThreadProcessId</c>.</content>
public static partial class User32
{
    /// <summary>The thread and the process of a window (<c>winuser.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getwindowthreadprocessid"/>
    [LibraryImport("user32")]
    public static partial uint GetWindowThreadProcessId(nint hWnd, out uint lpdwProcessId);
}
