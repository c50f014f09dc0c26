using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about drives.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Returns the type of the drive of a root (<c>fileapi.h</c>), with the same numbers as in .NET.</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getdrivetypew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial DriveType GetDriveTypeW(string lpRootPathName);

    /// <summary>Returns the existing drives, one bit for each letter (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getlogicaldrives"/>
    [LibraryImport("kernel32")]
    public static partial uint GetLogicalDrives();

    /// <summary>Gets the GUID name of a volume; 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getvolumenameforvolumemountpointw"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial int GetVolumeNameForVolumeMountPointW(string lpszVolumeMountPoint, char* lpszVolumeName, uint cchBufferLength);

    /// <summary>Gets the kernel's name of a drive. Returns the number of characters written, 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-querydosdevicew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint QueryDosDeviceW(string lpDeviceName, char* lpTargetPath, uint ucchMax);
}
