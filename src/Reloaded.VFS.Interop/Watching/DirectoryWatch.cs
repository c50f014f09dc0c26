using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Interop.Watching;

/// <summary>
/// One folder that the system tells the changes of at a completion port: a handle, and a buffer that is the system's until the last packet
/// has come. Opened, and then used by the port's thread only; <see cref="Close"/> and <see cref="IsClosed"/> are safe from any thread.
/// </summary>
/// <param name="id">The key of its packets.</param>
/// <param name="bufferBytes">Bytes of changes that are kept between two packets.</param>
/// <param name="tree">Whether what is below the folder counts.</param>
/// <param name="filter">Which changes count.</param>
public unsafe class DirectoryWatch(nuint id, uint bufferBytes, bool tree, CompletionFilter filter)
{
    private byte* _block;
    private nint _handle = DirectoryChanges.InvalidHandle;

    /// <summary>The key of its packets, never given out again.</summary>
    public nuint Id { get; } = id;

    /// <summary>Whether nothing is asked of it any more; the buffer is the system's until its last packet has come.</summary>
    public bool IsClosed => _handle == DirectoryChanges.InvalidHandle;

    private NativeOverlapped* Overlapped => (NativeOverlapped*)_block;

    private byte* Buffer => _block + sizeof(NativeOverlapped);

    /// <summary>
    /// Opens the folder and asks for its changes. False where it isn't there or can't be watched, for whatever reason. Windows wants the
    /// right to list the folder, so that no program can open it without sharing that; Wine asks for none.
    /// </summary>
    /// <param name="path">In the form of <c>\\?\</c>.</param>
    /// <param name="port">Gets the packets.</param>
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
            _block = (byte*)NativeMemory.AllocZeroed((nuint)sizeof(NativeOverlapped) + bufferBytes);
            if (TryRead())
                return true;
            Free();
        }

        Close();
        return false;
    }

    /// <summary>Asks for the next changes. False where the folder is gone.</summary>
    public bool TryRead()
    {
        *Overlapped = default;
        return Kernel32.ReadDirectoryChangesW(_handle, Buffer, bufferBytes, tree ? 1 : 0, filter, null, Overlapped, null) != 0;
    }

    /// <summary>
    /// Hands a packet's changes on: the name, which may have backslashes where a tree is watched, and <c>FILE_ACTION_*</c>.
    /// </summary>
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

    /// <summary>
    /// Closes the folder; the last packet is still to come. What is asked is cancelled first: where the thread that asked is just ending,
    /// Wine's server (8.0) frees a call twice that ends with its handle, and every program of the prefix ends with the server.
    /// A cancelled call ends once.
    /// </summary>
    public void Close()
    {
        if (Interlocked.Exchange(ref _handle, DirectoryChanges.InvalidHandle) is not (var handle and not DirectoryChanges.InvalidHandle))
            return;
        Kernel32.CancelIoEx(handle, null);
        Kernel32.CloseHandle(handle);
    }

    /// <summary>Frees the buffer, after the last packet.</summary>
    public void Free()
    {
        NativeMemory.Free(_block);
        _block = null;
    }
}

/// <summary>Watching folders with a completion port (<c>winbase.h</c>, <c>ioapiset.h</c>).</summary>
public static class DirectoryChanges
{
    /// <summary><c>OPEN_EXISTING</c>.</summary>
    public const uint OPEN_EXISTING = 3;

    /// <summary><c>FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED</c>: a folder, asynchronously.</summary>
    public const uint FolderFlags = 0x42000000;

    /// <summary>Names of files and folders.</summary>
    public const CompletionFilter Names = CompletionFilter.FILE_NOTIFY_CHANGE_FILE_NAME | CompletionFilter.FILE_NOTIFY_CHANGE_DIR_NAME;

    /// <summary>What writing into a file changes.</summary>
    public const CompletionFilter Contents = CompletionFilter.FILE_NOTIFY_CHANGE_SIZE | CompletionFilter.FILE_NOTIFY_CHANGE_LAST_WRITE;

    /// <summary>What no handle is.</summary>
    public const nint InvalidHandle = -1;
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

/// <summary>
/// A change in a folder with what the file is now (<c>winnt.h</c>, Windows 10 1709 and later). Records are aligned to 8 bytes; every field
/// has the same offset in 64 and 32 bit.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 8, CharSet = CharSet.Unicode)]
public struct FILE_NOTIFY_EXTENDED_INFORMATION
{
    /// <summary>Where <see cref="FileName"/> lies.</summary>
    public const int NameOffset = 84;

    /// <summary>Bytes from this record to the next; 0 in the last one.</summary>
    public uint NextEntryOffset;

    /// <summary><c>FILE_ACTION_*</c>.</summary>
    public uint Action;

    /// <summary>When it was created: 100 ns since 1601, UTC.</summary>
    public long CreationTime;

    /// <summary>When its content was last written: 100 ns since 1601, UTC.</summary>
    public long LastModificationTime;

    /// <summary>When anything of it, attributes included, last changed: 100 ns since 1601, UTC.</summary>
    public long LastChangeTime;

    /// <summary>When it was last read: 100 ns since 1601, UTC.</summary>
    public long LastAccessTime;

    /// <summary>The bytes that it takes on the volume.</summary>
    public long AllocatedLength;

    /// <summary>The size in bytes.</summary>
    public long FileSize;

    /// <summary><c>FILE_ATTRIBUTE_*</c>.</summary>
    public uint FileAttributes;

    /// <summary>A reparse point's tag; else the bytes of the extended attributes.</summary>
    public uint ReparsePointTag;

    /// <summary>The file's id on its volume.</summary>
    public long FileId;

    /// <summary>The id of the folder that it is in.</summary>
    public long ParentFileId;

    /// <summary>Bytes in <see cref="FileName"/>.</summary>
    public uint FileNameLength;

    /// <summary>The path's first character; the others follow.</summary>
    public char FileName;
}
