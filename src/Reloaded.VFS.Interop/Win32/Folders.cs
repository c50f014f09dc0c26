namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about paths, folders and drives.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Makes a path absolute. Returns the length in characters (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getfullpathnamew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint GetFullPathNameW(string lpFileName, uint nBufferLength, char* lpBuffer, char** lpFilePart);

    /// <summary>Gets the 8.3 form of a path. Returns the length in characters, 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getshortpathnamew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint GetShortPathNameW(string path, char* buffer, uint size);

    /// <summary>Finds a file as CreateProcess does. Returns its path's length in characters, 0 for none (<c>processenv.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processenv/nf-processenv-searchpathw"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint SearchPathW(
        string? lpPath, string lpFileName, string? lpExtension, uint nBufferLength, char* lpBuffer, char** lpFilePart);

    /// <summary>Changes the working folder; zero on failure (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-setcurrentdirectory"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial int SetCurrentDirectoryW(string lpPathName);

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

/// <summary>The 8.3 spelling of a path, as TEMP often has it.</summary>
public static unsafe class ShortPath
{
    /// <summary>Returns the spelling, or the path itself if there is none.</summary>
    public static string Of(string path)
    {
        char[] buffer = new char[32768];
        fixed (char* p = buffer)
        {
            uint length = Kernel32.GetShortPathNameW(path, p, (uint)buffer.Length);
            return length == 0 || length >= buffer.Length ? path : new string(p, 0, (int)length);
        }
    }
}

/// <summary>Functions of shell32. The DLL is loaded from the system's folder at the first call.</summary>
public static partial class Shell32
{
    /// <summary>The folder need not exist.</summary>
    public const uint KF_FLAG_DONT_VERIFY = 0x4000;

    /// <summary>Gets the path of a known folder (<c>shlobj_core.h</c>). Free the text with <see cref="Marshal.FreeCoTaskMem"/>.</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/shlobj_core/nf-shlobj_core-shgetknownfolderpath"/>
    [LibraryImport("shell32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static unsafe partial int SHGetKnownFolderPath(Guid* rfid, uint dwFlags, nint hToken, char** ppszPath);
}

/// <summary>Windows' own folders, from kernel32 where possible: .NET asks the shell, whose DLLs take long to load.</summary>
public static class SystemFolders
{
    /// <summary>Gets the folder of Windows, usually <c>C:\Windows</c>.</summary>
    public static string Windows => Path.GetDirectoryName(Environment.SystemDirectory)!;

    /// <summary>
    /// Returns a known folder of this process's user, whether or not it exists; null if the system doesn't know it. Loads the shell's DLLs,
    /// as there is no other way.
    /// </summary>
    /// <param name="id">The folder's id (<c>KnownFolders.h</c>).</param>
    public static unsafe string? FindKnown(Guid id)
    {
        char* path = null;
        int result = Shell32.SHGetKnownFolderPath(&id, Shell32.KF_FLAG_DONT_VERIFY, 0, &path);
        string? found = result < 0 || path is null ? null : new string(path);
        Marshal.FreeCoTaskMem((nint)path);
        return found;
    }
}
