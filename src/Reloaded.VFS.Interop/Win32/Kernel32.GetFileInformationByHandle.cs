using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetFileInformationByHandle</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Tells what a handle leads to; 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getfileinformationbyhandle"/>
    [LibraryImport("kernel32")]
    public static partial int GetFileInformationByHandle(nint hFile, BY_HANDLE_FILE_INFORMATION* lpFileInformation);
}
