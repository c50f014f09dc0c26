namespace Reloaded.VFS.Interop.Nt;

/// <summary>An <c>NTSTATUS</c>. Values that are compared here have a name (<c>ntstatus.h</c>); the system returns many others.</summary>
public enum NtStatus
{
    /// <summary>The call succeeded.</summary>
    STATUS_SUCCESS = 0,

    /// <summary>The timeout of a wait has elapsed.</summary>
    STATUS_TIMEOUT = 0x102,

    /// <summary>The call is in progress; the result comes later.</summary>
    STATUS_PENDING = 0x103,

    /// <summary>The handle whose changes a call waited for was closed.</summary>
    STATUS_NOTIFY_CLEANUP = 0x10B,

    /// <summary>There were changes; which ones is unknown.</summary>
    STATUS_NOTIFY_ENUM_DIR = 0x10C,

    /// <summary>The handle of a call was closed.</summary>
    STATUS_HANDLES_CLOSED = unchecked((int)0x8000000A),

    /// <summary>The call was cancelled.</summary>
    STATUS_CANCELLED = unchecked((int)0xC0000120),

    /// <summary>An APC ran while the thread waited.</summary>
    STATUS_USER_APC = 0xC0,

    /// <summary>Another thread alerted this one.</summary>
    STATUS_ALERTED = 0x101,

    /// <summary>A page can't have the protection.</summary>
    STATUS_INVALID_PAGE_PROTECTION = unchecked((int)0xC0000045),

    /// <summary>The call may succeed later.</summary>
    STATUS_RETRY = unchecked((int)0xC000022D),

    /// <summary>The folder is being deleted.</summary>
    STATUS_DELETE_PENDING = unchecked((int)0xC0000056),

    /// <summary>The buffer contains only part of the data.</summary>
    STATUS_BUFFER_OVERFLOW = unchecked((int)0x80000005),

    /// <summary>The listing is at its end.</summary>
    STATUS_NO_MORE_FILES = unchecked((int)0x80000006),

    /// <summary>The system, or the file system, doesn't implement the call.</summary>
    STATUS_NOT_IMPLEMENTED = unchecked((int)0xC0000002),

    /// <summary>The information class is unknown.</summary>
    STATUS_INVALID_INFO_CLASS = unchecked((int)0xC0000003),

    /// <summary>The buffer is smaller than the class's fixed size.</summary>
    STATUS_INFO_LENGTH_MISMATCH = unchecked((int)0xC0000004),

    /// <summary>A pointer is invalid.</summary>
    STATUS_ACCESS_VIOLATION = unchecked((int)0xC0000005),

    /// <summary>The handle is invalid.</summary>
    STATUS_INVALID_HANDLE = unchecked((int)0xC0000008),

    /// <summary>An argument, or a combination of arguments, is invalid.</summary>
    STATUS_INVALID_PARAMETER = unchecked((int)0xC000000D),

    /// <summary>No file matches the pattern.</summary>
    STATUS_NO_SUCH_FILE = unchecked((int)0xC000000F),

    /// <summary>The memory doesn't exist or has unexpected contents.</summary>
    STATUS_CONFLICTING_ADDRESSES = unchecked((int)0xC0000018),

    /// <summary>Access is denied.</summary>
    STATUS_ACCESS_DENIED = unchecked((int)0xC0000022),

    /// <summary>The buffer is too small for anything.</summary>
    STATUS_BUFFER_TOO_SMALL = unchecked((int)0xC0000023),

    /// <summary>The name doesn't exist.</summary>
    STATUS_OBJECT_NAME_NOT_FOUND = unchecked((int)0xC0000034),

    /// <summary>The name exists already.</summary>
    STATUS_OBJECT_NAME_COLLISION = unchecked((int)0xC0000035),

    /// <summary>A folder of the path doesn't exist.</summary>
    STATUS_OBJECT_PATH_NOT_FOUND = unchecked((int)0xC000003A),

    /// <summary>A file can't be moved or linked to another volume.</summary>
    STATUS_NOT_SAME_DEVICE = unchecked((int)0xC00000D4),

    /// <summary>The file system doesn't support the request.</summary>
    STATUS_NOT_SUPPORTED = unchecked((int)0xC00000BB),

    /// <summary>The device doesn't support the request.</summary>
    STATUS_INVALID_DEVICE_REQUEST = unchecked((int)0xC0000010),

    /// <summary>The folder isn't empty.</summary>
    STATUS_DIRECTORY_NOT_EMPTY = unchecked((int)0xC0000101),

    /// <summary>The name is invalid; also a file's name with a trailing backslash.</summary>
    STATUS_OBJECT_NAME_INVALID = unchecked((int)0xC0000033),

    /// <summary>A folder was requested, but the object is a file.</summary>
    STATUS_NOT_A_DIRECTORY = unchecked((int)0xC0000103),

    /// <summary>The call failed for a reason without a status of its own.</summary>
    STATUS_UNSUCCESSFUL = unchecked((int)0xC0000001),

    /// <summary>Another handle is open that doesn't share the requested access.</summary>
    STATUS_SHARING_VIOLATION = unchecked((int)0xC0000043),

    /// <summary>The volume is full.</summary>
    STATUS_DISK_FULL = unchecked((int)0xC000007F),

    /// <summary>Memory, or room in a table, is exhausted.</summary>
    STATUS_INSUFFICIENT_RESOURCES = unchecked((int)0xC000009A),

    /// <summary>A DLL that a program needs is missing.</summary>
    STATUS_DLL_NOT_FOUND = unchecked((int)0xC0000135),

    /// <summary>A DLL lacks a function that a program needs.</summary>
    STATUS_ENTRYPOINT_NOT_FOUND = unchecked((int)0xC0000139),

    /// <summary>The file is read-only, or in use as a program.</summary>
    STATUS_CANNOT_DELETE = unchecked((int)0xC0000121),
}

/// <summary>The kinds of status, given by the two highest bits.</summary>
public static class NtStatusKinds
{
    /// <summary>Determines whether a status is a success or informational (<c>NT_SUCCESS</c>).</summary>
    public static bool IsSuccess(this NtStatus status) => status >= 0;

    /// <summary>Determines whether a status is an error: no success, information or warning (<c>NT_ERROR</c>).</summary>
    public static bool IsError(this NtStatus status) => (uint)status >= 0xC000_0000;
}

/// <summary><c>RtlNtStatusToDosError</c>: returns the Win32 error code of a status (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-rtlntstatustodoserror"/>
public readonly unsafe partial struct RtlNtStatusToDosError;
