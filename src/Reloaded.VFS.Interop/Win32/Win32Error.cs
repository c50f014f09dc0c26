namespace Reloaded.VFS.Interop.Win32;

/// <summary>Errors of Windows' functions that are compared here (<c>winerror.h</c>).</summary>
public static class Win32Error
{
    /// <summary>The file isn't there.</summary>
    public const int ERROR_FILE_NOT_FOUND = 2;

    /// <summary>It isn't allowed.</summary>
    public const int ERROR_ACCESS_DENIED = 5;

    /// <summary>An argument makes no sense; of a process's id: there is no such process.</summary>
    public const int ERROR_INVALID_PARAMETER = 87;

    /// <summary>A module has no function of that name.</summary>
    public const int ERROR_PROC_NOT_FOUND = 127;

    /// <summary>The file isn't a program for this system.</summary>
    public const int ERROR_BAD_EXE_FORMAT = 193;

    /// <summary>The program asks to run as administrator.</summary>
    public const int ERROR_ELEVATION_REQUIRED = 740;

    /// <summary>Something went wrong inside the system.</summary>
    public const int ERROR_INTERNAL_ERROR = 1359;
}
