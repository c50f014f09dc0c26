using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetDriveTypeW</c>.</content>
public static partial class Kernel32
{
    /// <summary>What kind of drive a root is on (<c>fileapi.h</c>); .NET has its numbers.</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getdrivetypew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial DriveType GetDriveTypeW(string lpRootPathName);
}
