using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>Functions of kernel32, in a file for each family: here files and handles.</summary>
public static unsafe partial class Kernel32
{
    /// <summary>Cancels a call on a handle, or all calls (null), whichever thread made them; 0 for none (<c>ioapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/fileio/cancelioex-func"/>
    [LibraryImport("kernel32")]
    public static partial int CancelIoEx(nint hFile, NativeOverlapped* lpOverlapped);

    /// <summary>Closes a handle; 0 on failure (<c>handleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/handleapi/nf-handleapi-closehandle"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int CloseHandle(nint hObject);

    /// <summary>Opens a file or folder; -1 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-createfilew"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint CreateFileW(
        string lpFileName, AccessMask dwDesiredAccess, ShareAccess dwShareMode, void* lpSecurityAttributes, uint dwCreationDisposition,
        uint dwFlagsAndAttributes, nint hTemplateFile);

    /// <summary>Gives a file one more name on its volume; 0 on failure (<c>winbase.h</c>). Nothing may have the new name yet.</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-createhardlinkw"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial int CreateHardLinkW(string lpFileName, string lpExistingFileName, void* lpSecurityAttributes);

    /// <summary>Copies a handle into another process (<c>handleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/handleapi/nf-handleapi-duplicatehandle"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int DuplicateHandle(
        nint hSourceProcessHandle, nint hSourceHandle, nint hTargetProcessHandle, nint* lpTargetHandle, AccessMask dwDesiredAccess,
        int bInheritHandle, DuplicateOptions dwOptions);

    /// <summary>Gets the identity and attributes of a handle's file; 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getfileinformationbyhandle"/>
    [LibraryImport("kernel32")]
    public static partial int GetFileInformationByHandle(nint hFile, BY_HANDLE_FILE_INFORMATION* lpFileInformation);

    /// <summary>
    /// Gets the path of an open file or folder with all links followed, with the prefix <c>\\?\</c>. Wine follows Linux links, too.
    /// </summary>
    /// <remarks>Returns the length, the required length if the buffer is too small, or 0 on failure (<c>fileapi.h</c>).</remarks>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getfinalpathnamebyhandlew"/>
    [LibraryImport("kernel32")]
    public static partial uint GetFinalPathNameByHandleW(nint hFile, char* lpszFilePath, uint cchFilePath, uint dwFlags);

    /// <summary>
    /// Locks bytes of a file, which need not exist, for a handle alone; 0 at once if any of them is locked already (<c>fileapi.h</c>). The
    /// system unlocks them when the handle is closed.
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-lockfile"/>
    [LibraryImport("kernel32")]
    public static partial int LockFile(
        nint hFile, uint dwFileOffsetLow, uint dwFileOffsetHigh, uint nNumberOfBytesToLockLow, uint nNumberOfBytesToLockHigh);

    /// <summary>
    /// Requests the next changes of a folder; 0 on failure (<c>winbase.h</c>). Buffer and structure belong to the system until the packet
    /// arrives.
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-readdirectorychangesw"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int ReadDirectoryChangesW(
        nint hDirectory, void* lpBuffer, uint nBufferLength, int bWatchSubtree, CompletionFilter dwNotifyFilter, uint* lpBytesReturned,
        NativeOverlapped* lpOverlapped, void* lpCompletionRoutine);

    /// <summary>New processes inherit the handle.</summary>
    public const uint HANDLE_FLAG_INHERIT = 1;

    /// <summary>Returns whether new processes inherit a handle, and other flags of it (<c>handleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/handleapi/nf-handleapi-gethandleinformation"/>
    [LibraryImport("kernel32")]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetHandleInformation(nint hObject, uint* lpdwFlags);

    /// <summary>Sets whether new processes inherit a handle (<c>handleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/handleapi/nf-handleapi-sethandleinformation"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetHandleInformation(nint hObject, uint dwMask, uint dwFlags);

    /// <summary>Unlocks exactly the bytes of one <see cref="LockFile"/>; 0 if they weren't locked (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-unlockfile"/>
    [LibraryImport("kernel32")]
    public static partial int UnlockFile(
        nint hFile, uint dwFileOffsetLow, uint dwFileOffsetHigh, uint nNumberOfBytesToUnlockLow, uint nNumberOfBytesToUnlockHigh);
}

/// <summary><c>BY_HANDLE_FILE_INFORMATION</c> (<c>fileapi.h</c>): the identity and attributes of a file or folder.</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/ns-fileapi-by_handle_file_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct BY_HANDLE_FILE_INFORMATION
{
    /// <summary>The attributes.</summary>
    public uint FileAttributes;

    /// <summary>The halves of the creation time.</summary>
    public uint CreationTimeLow, CreationTimeHigh;

    /// <summary>The halves of the time of the last read.</summary>
    public uint LastAccessTimeLow, LastAccessTimeHigh;

    /// <summary>The halves of the time of the last write.</summary>
    public uint LastWriteTimeLow, LastWriteTimeHigh;

    /// <summary>The serial number of the volume. Under Wine that of the drive, which several Linux volumes may share.</summary>
    public uint VolumeSerialNumber;

    /// <summary>The halves of the size in bytes.</summary>
    public uint FileSizeHigh, FileSizeLow;

    /// <summary>The number of names.</summary>
    public uint NumberOfLinks;

    /// <summary>The halves of the number on the volume.</summary>
    public uint FileIndexHigh, FileIndexLow;
}
