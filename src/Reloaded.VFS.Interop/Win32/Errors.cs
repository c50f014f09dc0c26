namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about the last error.</content>
public static partial class Kernel32
{
    /// <summary>Returns this thread's last error (<c>errhandlingapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/errhandlingapi/nf-errhandlingapi-getlasterror"/>
    [LibraryImport("kernel32")]
    public static partial uint GetLastError();

    /// <summary>Sets this thread's last error (<c>errhandlingapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/errhandlingapi/nf-errhandlingapi-setlasterror"/>
    [LibraryImport("kernel32")]
    public static partial void SetLastError(uint dwErrCode);
}

/// <summary>The errors of Windows' functions that are compared here (<c>winerror.h</c>).</summary>
public static class Win32Error
{
    /// <summary>The file doesn't exist.</summary>
    public const int ERROR_FILE_NOT_FOUND = 2;

    /// <summary>A folder of the path doesn't exist.</summary>
    public const int ERROR_PATH_NOT_FOUND = 3;

    /// <summary>Access is denied.</summary>
    public const int ERROR_ACCESS_DENIED = 5;

    /// <summary>An argument is invalid; for a process id: there is no such process.</summary>
    public const int ERROR_INVALID_PARAMETER = 87;

    /// <summary>The name has a form that no file can have.</summary>
    public const int ERROR_INVALID_NAME = 123;

    /// <summary>A module lacks a function of that name.</summary>
    public const int ERROR_PROC_NOT_FOUND = 127;

    /// <summary>The file isn't a program for this system.</summary>
    public const int ERROR_BAD_EXE_FORMAT = 193;

    /// <summary>The path is too long.</summary>
    public const int ERROR_FILENAME_EXCED_RANGE = 206;

    /// <summary>The current directory isn't a valid folder.</summary>
    public const int ERROR_DIRECTORY = 267;

    /// <summary>The program requests to run as administrator.</summary>
    public const int ERROR_ELEVATION_REQUIRED = 740;

    /// <summary>An internal error of the system.</summary>
    public const int ERROR_INTERNAL_ERROR = 1359;

    /// <summary>The time-out has elapsed.</summary>
    public const int ERROR_TIMEOUT = 1460;
}

/// <content>Kernel32: functions about code pages.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Returns the code page of this process (<c>winnls.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winnls/nf-winnls-getacp"/>
    [LibraryImport("kernel32")]
    public static partial uint GetACP();

    /// <summary>Converts text to a code page. Returns the number of bytes, 0 on failure (<c>stringapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/stringapiset/nf-stringapiset-widechartomultibyte"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int WideCharToMultiByte(
        uint codePage, uint flags, char* text, int length, byte* bytes, int size, byte* instead, int* lost);
}
