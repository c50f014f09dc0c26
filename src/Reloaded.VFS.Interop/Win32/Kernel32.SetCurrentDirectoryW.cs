using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>SetCurrentDirectoryW</c>.</content>
public static partial class Kernel32
{
    /// <summary>Goes to another working folder; zero where that can't be (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-setcurrentdirectory"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial int SetCurrentDirectoryW(string lpPathName);
}
