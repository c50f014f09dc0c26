using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about paths and folders.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Makes a path absolute; its characters (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getfullpathnamew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint GetFullPathNameW(string lpFileName, uint nBufferLength, char* lpBuffer, char** lpFilePart);

    /// <summary>The 8.3 form of a path; its characters, 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getshortpathnamew"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint GetShortPathNameW(string path, char* buffer, uint size);

    /// <summary>Finds a file as CreateProcess does; the characters of its path, 0 where there is none (<c>processenv.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processenv/nf-processenv-searchpathw"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint SearchPathW(
        string? lpPath, string lpFileName, string? lpExtension, uint nBufferLength, char* lpBuffer, char** lpFilePart);

    /// <summary>Goes to another working folder; zero where that can't be (<c>winbase.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-setcurrentdirectory"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial int SetCurrentDirectoryW(string lpPathName);
}

/// <summary>Functions of shell32. The DLL is loaded when the first of them is called, from the system's folder.</summary>
public static partial class Shell32
{
    /// <summary>The folder need not be there.</summary>
    public const uint KF_FLAG_DONT_VERIFY = 0x4000;

    /// <summary>Where a known folder lies (<c>shlobj_core.h</c>). The text is freed with <see cref="Marshal.FreeCoTaskMem"/>.</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/shlobj_core/nf-shlobj_core-shgetknownfolderpath"/>
    [LibraryImport("shell32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static unsafe partial int SHGetKnownFolderPath(Guid* rfid, uint dwFlags, nint hToken, char** ppszPath);
}

/// <summary>
/// Windows' own folders. .NET asks the shell for them, whose DLLs take long to load: what kernel32 knows is asked of that.
/// </summary>
public static class SystemFolders
{
    /// <summary>The folder of Windows, <c>C:\Windows</c> as a rule.</summary>
    public static string Windows => Path.GetDirectoryName(Environment.SystemDirectory)!;

    /// <summary>
    /// A known folder of this process's user, whether it is there or not; null where the system doesn't know it. Loads the shell's DLLs:
    /// there is no other way to ask.
    /// </summary>
    /// <param name="id">The folder's number (<c>KnownFolders.h</c>).</param>
    public static unsafe string? FindKnown(Guid id)
    {
        char* path = null;
        int result = Shell32.SHGetKnownFolderPath(&id, Shell32.KF_FLAG_DONT_VERIFY, 0, &path);
        string? found = result < 0 || path is null ? null : new string(path);
        Marshal.FreeCoTaskMem((nint)path);
        return found;
    }
}
