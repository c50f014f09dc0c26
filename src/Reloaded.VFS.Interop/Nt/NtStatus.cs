namespace Reloaded.VFS.Interop.Nt;

/// <summary>The NTSTATUS values that are compared here (<c>ntstatus.h</c>).</summary>
public static class NtStatus
{
    /// <summary>It worked.</summary>
    public const int STATUS_SUCCESS = 0;

    /// <summary>What was waited for didn't come in time.</summary>
    public const int STATUS_TIMEOUT = 0x102;

    /// <summary>It goes on; the result comes later.</summary>
    public const int STATUS_PENDING = 0x103;

    /// <summary>The handle was closed whose changes a call waited for.</summary>
    public const int STATUS_NOTIFY_CLEANUP = 0x10B;

    /// <summary>There were changes; which ones isn't known.</summary>
    public const int STATUS_NOTIFY_ENUM_DIR = 0x10C;

    /// <summary>The handle was closed that a call was about.</summary>
    public const int STATUS_HANDLES_CLOSED = unchecked((int)0x8000000A);

    /// <summary>The call was cancelled.</summary>
    public const int STATUS_CANCELLED = unchecked((int)0xC0000120);

    /// <summary>An APC has run while the thread waited.</summary>
    public const int STATUS_USER_APC = 0xC0;

    /// <summary>Another thread has alerted this one.</summary>
    public const int STATUS_ALERTED = 0x101;

    /// <summary>The folder is being deleted.</summary>
    public const int STATUS_DELETE_PENDING = unchecked((int)0xC0000056);

    /// <summary>The buffer holds part of the data.</summary>
    public const int STATUS_BUFFER_OVERFLOW = unchecked((int)0x80000005);

    /// <summary>The listing is at its end.</summary>
    public const int STATUS_NO_MORE_FILES = unchecked((int)0x80000006);

    /// <summary>The information class isn't one.</summary>
    public const int STATUS_INVALID_INFO_CLASS = unchecked((int)0xC0000003);

    /// <summary>The buffer is below the class's fixed size.</summary>
    public const int STATUS_INFO_LENGTH_MISMATCH = unchecked((int)0xC0000004);

    /// <summary>A pointer leads nowhere.</summary>
    public const int STATUS_ACCESS_VIOLATION = unchecked((int)0xC0000005);

    /// <summary>The handle is none.</summary>
    public const int STATUS_INVALID_HANDLE = unchecked((int)0xC0000008);

    /// <summary>An argument, or two together, make no sense.</summary>
    public const int STATUS_INVALID_PARAMETER = unchecked((int)0xC000000D);

    /// <summary>No file matches the pattern.</summary>
    public const int STATUS_NO_SUCH_FILE = unchecked((int)0xC000000F);

    /// <summary>It isn't allowed.</summary>
    public const int STATUS_ACCESS_DENIED = unchecked((int)0xC0000022);

    /// <summary>The buffer is too small for anything.</summary>
    public const int STATUS_BUFFER_TOO_SMALL = unchecked((int)0xC0000023);

    /// <summary>The name isn't there.</summary>
    public const int STATUS_OBJECT_NAME_NOT_FOUND = unchecked((int)0xC0000034);

    /// <summary>The name is there already.</summary>
    public const int STATUS_OBJECT_NAME_COLLISION = unchecked((int)0xC0000035);

    /// <summary>A folder on the way isn't there.</summary>
    public const int STATUS_OBJECT_PATH_NOT_FOUND = unchecked((int)0xC000003A);

    /// <summary>A file can't be moved or linked to another volume.</summary>
    public const int STATUS_NOT_SAME_DEVICE = unchecked((int)0xC00000D4);

    /// <summary>The folder has something in it.</summary>
    public const int STATUS_DIRECTORY_NOT_EMPTY = unchecked((int)0xC0000101);

    /// <summary>No name that anything could have; also a file's name with a backslash behind it.</summary>
    public const int STATUS_OBJECT_NAME_INVALID = unchecked((int)0xC0000033);

    /// <summary>A folder is wanted and a file is there.</summary>
    public const int STATUS_NOT_A_DIRECTORY = unchecked((int)0xC0000103);

    /// <summary><c>NT_SUCCESS</c>: success and information.</summary>
    public static bool IsSuccess(int status) => status >= 0;
}
