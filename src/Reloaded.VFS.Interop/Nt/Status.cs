using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// A <c>NTSTATUS</c>. Those that are compared here have a name (<c>ntstatus.h</c>); the system returns many others.
/// </summary>
public enum NtStatus
{
    /// <summary>The call worked.</summary>
    STATUS_SUCCESS = 0,

    /// <summary>What was waited for didn't come in time.</summary>
    STATUS_TIMEOUT = 0x102,

    /// <summary>The call goes on; the result comes later.</summary>
    STATUS_PENDING = 0x103,

    /// <summary>The handle was closed whose changes a call waited for.</summary>
    STATUS_NOTIFY_CLEANUP = 0x10B,

    /// <summary>There were changes; which ones isn't known.</summary>
    STATUS_NOTIFY_ENUM_DIR = 0x10C,

    /// <summary>The handle was closed that a call was about.</summary>
    STATUS_HANDLES_CLOSED = unchecked((int)0x8000000A),

    /// <summary>The call was cancelled.</summary>
    STATUS_CANCELLED = unchecked((int)0xC0000120),

    /// <summary>An APC has run while the thread waited.</summary>
    STATUS_USER_APC = 0xC0,

    /// <summary>Another thread has alerted this one.</summary>
    STATUS_ALERTED = 0x101,

    /// <summary>A page can't have that protection.</summary>
    STATUS_INVALID_PAGE_PROTECTION = unchecked((int)0xC0000045),

    /// <summary>The call may succeed later.</summary>
    STATUS_RETRY = unchecked((int)0xC000022D),

    /// <summary>The folder is being deleted.</summary>
    STATUS_DELETE_PENDING = unchecked((int)0xC0000056),

    /// <summary>The buffer holds part of the data.</summary>
    STATUS_BUFFER_OVERFLOW = unchecked((int)0x80000005),

    /// <summary>The listing is at its end.</summary>
    STATUS_NO_MORE_FILES = unchecked((int)0x80000006),

    /// <summary>The system, or the file system, hasn't got that call.</summary>
    STATUS_NOT_IMPLEMENTED = unchecked((int)0xC0000002),

    /// <summary>The information class isn't one.</summary>
    STATUS_INVALID_INFO_CLASS = unchecked((int)0xC0000003),

    /// <summary>The buffer is below the class's fixed size.</summary>
    STATUS_INFO_LENGTH_MISMATCH = unchecked((int)0xC0000004),

    /// <summary>A pointer leads nowhere.</summary>
    STATUS_ACCESS_VIOLATION = unchecked((int)0xC0000005),

    /// <summary>The handle is none.</summary>
    STATUS_INVALID_HANDLE = unchecked((int)0xC0000008),

    /// <summary>An argument, or two together, make no sense.</summary>
    STATUS_INVALID_PARAMETER = unchecked((int)0xC000000D),

    /// <summary>No file matches the pattern.</summary>
    STATUS_NO_SUCH_FILE = unchecked((int)0xC000000F),

    /// <summary>The memory isn't there, or isn't what it was taken for.</summary>
    STATUS_CONFLICTING_ADDRESSES = unchecked((int)0xC0000018),

    /// <summary>The access isn't allowed.</summary>
    STATUS_ACCESS_DENIED = unchecked((int)0xC0000022),

    /// <summary>The handle is one of another kind of object.</summary>
    STATUS_OBJECT_TYPE_MISMATCH = unchecked((int)0xC0000024),

    /// <summary>The buffer is too small for anything.</summary>
    STATUS_BUFFER_TOO_SMALL = unchecked((int)0xC0000023),

    /// <summary>The name isn't there.</summary>
    STATUS_OBJECT_NAME_NOT_FOUND = unchecked((int)0xC0000034),

    /// <summary>The name is there already.</summary>
    STATUS_OBJECT_NAME_COLLISION = unchecked((int)0xC0000035),

    /// <summary>A folder on the way isn't there.</summary>
    STATUS_OBJECT_PATH_NOT_FOUND = unchecked((int)0xC000003A),

    /// <summary>A file can't be moved or linked to another volume.</summary>
    STATUS_NOT_SAME_DEVICE = unchecked((int)0xC00000D4),

    /// <summary>The file system doesn't do that.</summary>
    STATUS_NOT_SUPPORTED = unchecked((int)0xC00000BB),

    /// <summary>The device doesn't do that.</summary>
    STATUS_INVALID_DEVICE_REQUEST = unchecked((int)0xC0000010),

    /// <summary>The folder has something in it.</summary>
    STATUS_DIRECTORY_NOT_EMPTY = unchecked((int)0xC0000101),

    /// <summary>No name that anything could have; also a file's name with a backslash behind it.</summary>
    STATUS_OBJECT_NAME_INVALID = unchecked((int)0xC0000033),

    /// <summary>A folder is wanted and a file is there.</summary>
    STATUS_NOT_A_DIRECTORY = unchecked((int)0xC0000103),

    /// <summary>The call failed, for a reason that has no status of its own.</summary>
    STATUS_UNSUCCESSFUL = unchecked((int)0xC0000001),

    /// <summary>Another handle is open that doesn't share what is asked for.</summary>
    STATUS_SHARING_VIOLATION = unchecked((int)0xC0000043),

    /// <summary>The volume is full.</summary>
    STATUS_DISK_FULL = unchecked((int)0xC000007F),

    /// <summary>No memory is left, or no room in a table.</summary>
    STATUS_INSUFFICIENT_RESOURCES = unchecked((int)0xC000009A),

    /// <summary>A file is wanted and a folder is there.</summary>
    STATUS_FILE_IS_A_DIRECTORY = unchecked((int)0xC00000BA),

    /// <summary>A DLL that a program needs isn't there.</summary>
    STATUS_DLL_NOT_FOUND = unchecked((int)0xC0000135),

    /// <summary>A DLL hasn't got a function that a program needs.</summary>
    STATUS_ENTRYPOINT_NOT_FOUND = unchecked((int)0xC0000139),

    /// <summary>The file is read-only, or is in use as a program.</summary>
    STATUS_CANNOT_DELETE = unchecked((int)0xC0000121),
}

/// <summary>What kind of result a status is: its two highest bits say so.</summary>
public static class NtStatusKinds
{
    /// <summary><c>NT_SUCCESS</c>: success and information.</summary>
    public static bool IsSuccess(this NtStatus status) => status >= 0;

    /// <summary><c>NT_ERROR</c>: neither success nor information nor a warning.</summary>
    public static bool IsError(this NtStatus status) => (uint)status >= 0xC000_0000;
}

/// <summary><c>RtlNtStatusToDosError</c>: the error code of Win32 for a status (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-rtlntstatustodoserror"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct RtlNtStatusToDosError(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static RtlNtStatusToDosError Exported => new(SystemExports.RtlNtStatusToDosError);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint Invoke(NtStatus status) =>
        ((delegate* unmanaged<NtStatus, uint>)address)(status);
}
