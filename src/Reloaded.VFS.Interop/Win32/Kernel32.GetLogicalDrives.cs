using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetLogicalDrives</c>.</content>
public static partial class Kernel32
{
    /// <summary>The drives that there are, a bit for each letter (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getlogicaldrives"/>
    [LibraryImport("kernel32")]
    public static partial uint GetLogicalDrives();
}
