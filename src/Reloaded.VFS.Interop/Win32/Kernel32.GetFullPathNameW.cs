using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetFullPathNameW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Makes a path absolute; its characters (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getfullpathnamew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint GetFullPathNameW(string lpFileName, uint nBufferLength, char* lpBuffer, char** lpFilePart);
}
