using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetShortPathNameW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>The 8.3 form of a path; its characters, 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getshortpathnamew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint GetShortPathNameW(string path, char* buffer, uint size);
}
