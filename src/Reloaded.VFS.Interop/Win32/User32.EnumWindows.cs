using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>EnumWindows</c>.</content>
public static unsafe partial class User32
{
    /// <summary>Calls a function for each window of the desktop (<c>winuser.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-enumwindows"/>
    [LibraryImport("user32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool EnumWindows(delegate* unmanaged<nint, nint, int> lpEnumFunc, nint lParam);
}
