using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about drives.</content>
public static unsafe partial class Kernel32
{
    /// <summary>What kind of drive a root is on (<c>fileapi.h</c>); .NET has its numbers.</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getdrivetypew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial DriveType GetDriveTypeW(string lpRootPathName);

    /// <summary>The drives that there are, a bit for each letter (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getlogicaldrives"/>
    [LibraryImport("kernel32")]
    public static partial uint GetLogicalDrives();

    /// <summary>The name of a volume by its GUID; 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getvolumenameforvolumemountpointw"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial int GetVolumeNameForVolumeMountPointW(string lpszVolumeMountPoint, char* lpszVolumeName, uint cchBufferLength);

    /// <summary>The kernel's name of a drive; the characters written, 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-querydosdevicew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint QueryDosDeviceW(string lpDeviceName, char* lpTargetPath, uint ucchMax);
}
