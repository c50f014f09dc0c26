using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>SetHandleInformation</c>.</content>
public static partial class Kernel32
{
    /// <summary>New processes inherit the handle.</summary>
    public const uint HANDLE_FLAG_INHERIT = 1;

    /// <summary>Changes what becomes of a handle in new processes (<c>handleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/handleapi/nf-handleapi-sethandleinformation"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetHandleInformation(nint hObject, uint dwMask, uint dwFlags);
}
