using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>QueryDosDeviceW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>The kernel's name of a drive; the characters written, 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-querydosdevicew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint QueryDosDeviceW(string lpDeviceName, char* lpTargetPath, uint ucchMax);
}
