using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Interop.Watching;

/// <summary>
/// A folder whose changes the system reports to a completion port. The buffer belongs to the system until the last packet has arrived.
/// </summary>
/// <remarks>
/// After opening, used only by the port's thread, except for <see cref="Close"/> and <see cref="IsClosed"/>, which are thread-safe.
/// </remarks>
/// <param name="id">The completion key of the packets.</param>
/// <param name="bufferBytes">The size of the buffer for changes between two packets.</param>
/// <param name="tree">True to watch everything below the folder, too.</param>
/// <param name="filter">The changes to report.</param>
public unsafe class DirectoryWatch(nuint id, uint bufferBytes, bool tree, CompletionFilter filter)
{
    private byte* _block;
    private nint _handle = DirectoryChanges.InvalidHandle;

    /// <summary>Gets the completion key of the packets, never reused.</summary>
    public nuint Id { get; } = id;

    /// <summary>Gets a value indicating whether everything below the folder is watched, too.</summary>
    public bool IsTree { get; } = tree;

    /// <summary>Gets a value indicating whether the watch is closed. Until the last packet the system may write to the buffer.</summary>
    public bool IsClosed => _handle == DirectoryChanges.InvalidHandle;

    private NativeOverlapped* Overlapped => (NativeOverlapped*)_block;
    private byte* Buffer => _block + sizeof(NativeOverlapped);

    /// <summary>Opens the folder and requests its changes. Returns false if the folder doesn't exist or can't be watched.</summary>
    /// <remarks>
    /// Windows requires the right to list the folder, so no program can open the folder without sharing that; Wine requires no right.
    /// </remarks>
    /// <param name="path">The path, with the prefix <c>\\?\</c>.</param>
    /// <param name="port">The port that gets the packets.</param>
    public bool TryOpen(string path, nint port) =>
        (NtFunctions.IsWine && TryOpen(path, port, AccessMask.FILE_READ_ATTRIBUTES))
            || TryOpen(path, port, AccessMask.FILE_LIST_DIRECTORY);

    private bool TryOpen(string path, nint port, AccessMask access)
    {
        _handle = Kernel32.CreateFileW(path, access, ShareAccess.All, null, DirectoryChanges.OPEN_EXISTING,
            DirectoryChanges.FolderFlags, 0);
        if (IsClosed)
            return false;
        if (Kernel32.CreateIoCompletionPort(_handle, port, Id, 0) != 0)
        {
            // Uninitialised, because pages that are never written to take no memory.
            _block = (byte*)NativeMemory.Alloc((nuint)sizeof(NativeOverlapped) + bufferBytes);
            if (TryRead())
                return true;
            Free();
        }

        Close();
        return false;
    }

    /// <summary>Requests the next changes. Returns false if the folder has disappeared.</summary>
    public bool TryRead()
    {
        *Overlapped = default;
        return Kernel32.ReadDirectoryChangesW(_handle, Buffer, bufferBytes, IsTree ? 1 : 0, filter, null, Overlapped, null) != 0;
    }

    /// <summary>Passes on a packet's changes: the name, with backslashes if the tree is watched, and <c>FILE_ACTION_*</c>.</summary>
    public void Parse(uint bytes, Action<string, uint> action)
    {
        ArgumentNullException.ThrowIfNull(action);
        byte* end = Buffer + bytes;
        for (byte* at = Buffer; at + sizeof(FileNotifyInformation) <= end;)
        {
            var record = (FileNotifyInformation*)at;
            char* text = (char*)(record + 1);
            if ((byte*)text + record->FileNameLength > end)
                break;
            action(new string(text, 0, (int)(record->FileNameLength / sizeof(char))), record->Action);
            if (record->NextEntryOffset == 0)
                break;
            at += record->NextEntryOffset;
        }
    }

    /// <summary>Closes the folder. The last packet is still to come.</summary>
    /// <remarks>
    /// The pending call is cancelled first: if the thread that made a call is just ending, Wine's server (8.0) frees the call twice when
    /// its handle is closed, and every program of the prefix ends with the server. A cancelled call completes once.
    /// </remarks>
    public void Close()
    {
        if (Interlocked.Exchange(ref _handle, DirectoryChanges.InvalidHandle) is not (var handle and not DirectoryChanges.InvalidHandle))
            return;
        Kernel32.CancelIoEx(handle, null);
        Kernel32.CloseHandle(handle);
    }

    /// <summary>Frees the buffer. Call after the last packet.</summary>
    public void Free()
    {
        NativeMemory.Free(_block);
        _block = null;
    }
}

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

/// <summary>A change in a folder, with the present state of the file (<c>winnt.h</c>, Windows 10 1709 and later).</summary>
/// <remarks>Records are aligned to 8 bytes; every field has the same offset in 64 and 32 bit.</remarks>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_NOTIFY_EXTENDED_INFORMATION
{
    /// <summary>The offset of <see cref="FileName"/>.</summary>
    public const int NameOffset = 84;

    /// <summary>The distance to the next record in bytes; 0 in the last one.</summary>
    public uint NextEntryOffset;

    /// <summary><c>FILE_ACTION_*</c>.</summary>
    public uint Action;

    /// <summary>The creation time: 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>The time of the last write of the content: 100 ns since 1601, UTC.</summary>
    public long LastModificationTime;

    /// <summary>The time of the last change of anything, attributes included: 100 ns since 1601, UTC.</summary>
    public long LastChangeTime;

    /// <summary>The time of the last read: 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The allocated size on the volume in bytes.</summary>
    public long AllocatedLength;

    /// <summary>The size in bytes.</summary>
    public long FileSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>A reparse point's tag; otherwise the size of the extended attributes in bytes.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume.</summary>
    public long FileId;

    /// <summary>The id of the parent folder.</summary>
    public long ParentFileId;

    /// <summary>The length of <see cref="FileName"/> in bytes.</summary>
    public uint FileNameLength;

    /// <summary>The path's first character; the others follow.</summary>
    public char FileName;
}
