using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetVolumeNameForVolumeMountPointW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>The name of a volume by its GUID; 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getvolumenameforvolumemountpointw"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial int GetVolumeNameForVolumeMountPointW(string lpszVolumeMountPoint, char* lpszVolumeName, uint cchBufferLength);
}
