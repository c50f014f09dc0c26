using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Watching;

/// <summary>Watching folders with a completion port (<c>winbase.h</c>, <c>ioapiset.h</c>).</summary>
public static unsafe partial class DirectoryChanges
{
    /// <summary><c>FILE_LIST_DIRECTORY</c>.</summary>
    public const uint FILE_LIST_DIRECTORY = 1;

    /// <summary><c>FILE_READ_ATTRIBUTES</c>: no access that a share mode could refuse.</summary>
    public const uint FILE_READ_ATTRIBUTES = 0x80;

    /// <summary>Read, write and delete: nobody is kept from anything.</summary>
    public const uint FILE_SHARE_ALL = 7;

    /// <summary><c>OPEN_EXISTING</c>.</summary>
    public const uint OPEN_EXISTING = 3;

    /// <summary><c>FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED</c>: a folder, asynchronously.</summary>
    public const uint FolderFlags = 0x42000000;

    /// <summary><c>FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME</c>.</summary>
    public const uint Names = 3;

    /// <summary><c>FILE_NOTIFY_CHANGE_SIZE | FILE_NOTIFY_CHANGE_LAST_WRITE</c>.</summary>
    public const uint Contents = 0x18;

    /// <summary><c>ERROR_NOTIFY_ENUM_DIR</c>: changes were lost.</summary>
    public const int ERROR_NOTIFY_ENUM_DIR = 1022;

    /// <summary>What no handle is.</summary>
    public const nint InvalidHandle = -1;

    /// <summary>Opens a file or folder; <see cref="InvalidHandle"/> on failure.</summary>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint CreateFileW(string lpFileName, uint dwDesiredAccess, uint dwShareMode, void* lpSecurityAttributes, uint dwCreationDisposition, uint dwFlagsAndAttributes, nint hTemplateFile);

    /// <summary>Closes a handle; 0 on failure.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int CloseHandle(nint hObject);

    /// <summary>Cancels a call on a handle, or all of them (null), whichever thread has begun it; 0 where there is none.</summary>
    [LibraryImport("kernel32")]
    public static partial int CancelIoEx(nint hFile, NativeOverlapped* lpOverlapped);

    /// <summary>Makes a port (<see cref="InvalidHandle"/>, 0), or connects a handle to one; zero on failure.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint CreateIoCompletionPort(nint fileHandle, nint existingCompletionPort, nuint completionKey, uint numberOfConcurrentThreads);

    /// <summary>Takes what has arrived at a port, waiting if nothing has; 0 when the time is over.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int GetQueuedCompletionStatusEx(nint completionPort, OverlappedEntry* lpCompletionPortEntries, uint ulCount, uint* ulNumEntriesRemoved, uint dwMilliseconds, int fAlertable);

    /// <summary>Sends a packet to a port; 0 on failure.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int PostQueuedCompletionStatus(nint completionPort, uint dwNumberOfBytesTransferred, nuint dwCompletionKey, void* lpOverlapped);

    /// <summary>Asks for the next changes of a folder; buffer and structure belong to the system until the packet arrives. 0 on failure.</summary>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int ReadDirectoryChangesW(nint hDirectory, void* lpBuffer, uint nBufferLength, int bWatchSubtree, uint dwNotifyFilter, uint* lpBytesReturned, NativeOverlapped* lpOverlapped, void* lpCompletionRoutine);
}

/// <summary><c>OVERLAPPED_ENTRY</c>: one packet of a completion port.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct OverlappedEntry
{
    /// <summary>The handle's key.</summary>
    public nuint CompletionKey;

    /// <summary>The call that it is about.</summary>
    public NativeOverlapped* Overlapped;

    /// <summary>The NTSTATUS.</summary>
    public nuint Internal;

    /// <summary>Bytes.</summary>
    public uint NumberOfBytesTransferred;
}

/// <summary>The fixed part of <c>FILE_NOTIFY_INFORMATION</c> (<c>winnt.h</c>); the name follows it.</summary>
[StructLayout(LayoutKind.Sequential)]
public struct FileNotifyInformation
{
    /// <summary>Bytes from this record to the next; 0 in the last one.</summary>
    public uint NextEntryOffset;

    /// <summary><c>FILE_ACTION_*</c>.</summary>
    public uint Action;

    /// <summary>Bytes in the name.</summary>
    public uint FileNameLength;
}
