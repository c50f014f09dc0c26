using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>Functions of kernel32, in a file for each family of them: here files and handles.</summary>
public static unsafe partial class Kernel32
{
    /// <summary>
    /// Cancels a call on a handle, or all of them (null), whichever thread has begun it; 0 where there is none (<c>ioapiset.h</c>).
    /// </summary>
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

    /// <summary>Copies a handle into another process (<c>handleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/handleapi/nf-handleapi-duplicatehandle"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int DuplicateHandle(
        nint hSourceProcessHandle, nint hSourceHandle, nint hTargetProcessHandle, nint* lpTargetHandle, AccessMask dwDesiredAccess,
        int bInheritHandle, DuplicateOptions dwOptions);

    /// <summary>Tells what a handle leads to; 0 on failure (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getfileinformationbyhandle"/>
    [LibraryImport("kernel32")]
    public static partial int GetFileInformationByHandle(nint hFile, BY_HANDLE_FILE_INFORMATION* lpFileInformation);

    /// <summary>
    /// Writes the path of an open file or folder with every link on the way followed, in the form of <c>\\?\</c>. Returns its length; where
    /// the buffer is too small the length that it needs; 0 on failure (<c>fileapi.h</c>). Wine follows Linux' links, too.
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-getfinalpathnamebyhandlew"/>
    [LibraryImport("kernel32")]
    public static partial uint GetFinalPathNameByHandleW(nint hFile, char* lpszFilePath, uint cchFilePath, uint dwFlags);

    /// <summary>
    /// Locks bytes of a file, which needn't be there, for a handle alone; 0 at once where any of them is locked already
    /// (<c>fileapi.h</c>). The system gives them back with the handle.
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-lockfile"/>
    [LibraryImport("kernel32")]
    public static partial int LockFile(
        nint hFile, uint dwFileOffsetLow, uint dwFileOffsetHigh, uint nNumberOfBytesToLockLow, uint nNumberOfBytesToLockHigh);

    /// <summary>
    /// Asks for the next changes of a folder; buffer and structure belong to the system until the packet arrives. 0 on failure
    /// (<c>winbase.h</c>).
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-readdirectorychangesw"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int ReadDirectoryChangesW(
        nint hDirectory, void* lpBuffer, uint nBufferLength, int bWatchSubtree, CompletionFilter dwNotifyFilter, uint* lpBytesReturned,
        NativeOverlapped* lpOverlapped, void* lpCompletionRoutine);

    /// <summary>New processes inherit the handle.</summary>
    public const uint HANDLE_FLAG_INHERIT = 1;

    /// <summary>Changes what becomes of a handle in new processes (<c>handleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/handleapi/nf-handleapi-sethandleinformation"/>
    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetHandleInformation(nint hObject, uint dwMask, uint dwFlags);

    /// <summary>Gives bytes back that <see cref="LockFile"/> has locked, all at once; 0 where they weren't (<c>fileapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-unlockfile"/>
    [LibraryImport("kernel32")]
    public static partial int UnlockFile(
        nint hFile, uint dwFileOffsetLow, uint dwFileOffsetHigh, uint nNumberOfBytesToUnlockLow, uint nNumberOfBytesToUnlockHigh);
}

/// <summary><c>BY_HANDLE_FILE_INFORMATION</c> (<c>fileapi.h</c>): what tells a file or folder from any other.</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/ns-fileapi-by_handle_file_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct BY_HANDLE_FILE_INFORMATION
{
    /// <summary>The attributes.</summary>
    public uint FileAttributes;

    /// <summary>The lower half of the time at which it was created.</summary>
    public uint CreationTimeLow;

    /// <summary>The upper half of the time at which it was created.</summary>
    public uint CreationTimeHigh;

    /// <summary>The lower half of the time at which it was last read.</summary>
    public uint LastAccessTimeLow;

    /// <summary>The upper half of the time at which it was last read.</summary>
    public uint LastAccessTimeHigh;

    /// <summary>The lower half of the time at which it was last written to.</summary>
    public uint LastWriteTimeLow;

    /// <summary>The upper half of the time at which it was last written to.</summary>
    public uint LastWriteTimeHigh;

    /// <summary>The serial number of the volume. Under Wine that of the drive, which several volumes of Linux may share.</summary>
    public uint VolumeSerialNumber;

    /// <summary>The upper half of the size.</summary>
    public uint FileSizeHigh;

    /// <summary>The lower half of the size.</summary>
    public uint FileSizeLow;

    /// <summary>How many names it has.</summary>
    public uint NumberOfLinks;

    /// <summary>The upper half of the number on the volume.</summary>
    public uint FileIndexHigh;

    /// <summary>The lower half of the number on the volume.</summary>
    public uint FileIndexLow;
}
