using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>QueryFullProcessImageNameW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>The file of a process's program (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-queryfullprocessimagenamew"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryFullProcessImageNameW(nint hProcess, uint dwFlags, char* lpExeName, ref uint lpdwSize);
}
