using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Watching;

/// <summary>Constants for watching folders through a completion port (<c>winbase.h</c>, <c>ioapiset.h</c>).</summary>
public static class DirectoryChanges
{
    /// <summary><c>OPEN_EXISTING</c>.</summary>
    public const uint OPEN_EXISTING = 3;

    /// <summary><c>FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED</c>: a folder, asynchronously.</summary>
    public const uint FolderFlags = 0x42000000;

    /// <summary>Changes of names of files and folders.</summary>
    public const CompletionFilter Names = CompletionFilter.FILE_NOTIFY_CHANGE_FILE_NAME | CompletionFilter.FILE_NOTIFY_CHANGE_DIR_NAME;

    /// <summary>Changes that writing to a file makes.</summary>
    public const CompletionFilter Contents = CompletionFilter.FILE_NOTIFY_CHANGE_SIZE | CompletionFilter.FILE_NOTIFY_CHANGE_LAST_WRITE;

    /// <summary><c>INVALID_HANDLE_VALUE</c>.</summary>
    public const nint InvalidHandle = -1;
}

/// <summary>The fixed part of <c>FILE_NOTIFY_INFORMATION</c> (<c>winnt.h</c>); the name follows.</summary>
[StructLayout(LayoutKind.Sequential)]
public struct FileNotifyInformation
{
    /// <summary>The distance to the next record in bytes; 0 in the last one.</summary>
    public uint NextEntryOffset;

    /// <summary><c>FILE_ACTION_*</c>.</summary>
    public uint Action;

    /// <summary>The length of the name in bytes.</summary>
    public uint FileNameLength;
}
