using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetFinalPathNameByHandleW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>
    /// Writes the path of an open file or folder with every link on the way followed, in the form of <c>\\?\</c>. Returns its length; where
    /// the buffer is too small the length that it needs; 0 on failure (<c>fileapi.h</c>). Wine follows Linux' links, too.
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getfinalpathnamebyhandlew"/>
    [LibraryImport("kernel32")]
    public static partial uint GetFinalPathNameByHandleW(nint hFile, char* lpszFilePath, uint cchFilePath, uint dwFlags);
}
