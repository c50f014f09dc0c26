using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Kernel32;
using Reloaded.VFS.Live;

namespace Reloaded.VFS.Loader.Live;

/// <summary>
/// One folder that the system tells the changes of: a handle, and a buffer that the system fills. Used by the watcher's thread only.
/// </summary>
internal sealed unsafe class FolderWatch(nuint id, LiveRoot? root, string[] names, uint bufferSize, bool subtree, uint filter)
{
    private byte* _block;
    private nint _handle = DirectoryChanges.InvalidHandle;

    /// <summary>The key of its packets, never given out again.</summary>
    public nuint Id { get; } = id;

    /// <summary>What it belongs to; null for the mods folder.</summary>
    public LiveRoot? Root { get; } = root;

    /// <summary>The names that lead to it in the root.</summary>
    public string[] Names { get; } = names;

    /// <summary>Whether it is closed; the buffer is the system's until its last packet has come.</summary>
    public bool IsClosed => _handle == DirectoryChanges.InvalidHandle;

    private NativeOverlapped* Overlapped => (NativeOverlapped*)_block;

    private byte* Buffer => _block + sizeof(NativeOverlapped);

    /// <summary>Opens the folder and asks for its changes. False where it can't be watched, for whatever reason.</summary>
    public bool TryOpen(string path, nint port)
    {
        _handle = DirectoryChanges.CreateFileW(ToLong(path), DirectoryChanges.FILE_LIST_DIRECTORY, DirectoryChanges.FILE_SHARE_ALL, null, DirectoryChanges.OPEN_EXISTING, DirectoryChanges.FolderFlags, 0);
        if (IsClosed)
            return false;
        if (DirectoryChanges.CreateIoCompletionPort(_handle, port, Id, 0) != 0)
        {
            _block = (byte*)NativeMemory.AllocZeroed((nuint)sizeof(NativeOverlapped) + bufferSize);
            if (TryRead())
                return true;
            NativeMemory.Free(_block);
            _block = null;
        }

        DirectoryChanges.CloseHandle(_handle);
        _handle = DirectoryChanges.InvalidHandle;
        return false;
    }

    /// <summary>Asks for the next changes. False where the folder is gone.</summary>
    public bool TryRead()
    {
        *Overlapped = default;
        return DirectoryChanges.ReadDirectoryChangesW(_handle, Buffer, bufferSize, subtree ? 1 : 0, filter, null, Overlapped, null) != 0;
    }

    /// <summary>Hands the names in the buffer to <paramref name="action"/>: the name may have backslashes where a tree is watched.</summary>
    public void Parse(uint bytes, Action<string, ChangeKind> action)
    {
        byte* end = Buffer + bytes;
        for (byte* at = Buffer; at + sizeof(FileNotifyInformation) <= end;)
        {
            var record = (FileNotifyInformation*)at;
            char* text = (char*)(record + 1);
            if ((byte*)text + record->FileNameLength > end)
                break;
            action(new string(text, 0, (int)(record->FileNameLength / sizeof(char))), (ChangeKind)record->Action);
            if (record->NextEntryOffset == 0)
                break;
            at += record->NextEntryOffset;
        }
    }

    /// <summary>Closes the handle; the last packet is still to come.</summary>
    public void Close()
    {
        if (IsClosed)
            return;
        DirectoryChanges.CloseHandle(_handle);
        _handle = DirectoryChanges.InvalidHandle;
    }

    /// <summary>Frees the buffer, after the last packet.</summary>
    public void Free()
    {
        NativeMemory.Free(_block);
        _block = null;
    }

    /// <summary>Paths beyond 260 characters need the prefix.</summary>
    private static string ToLong(string path) =>
        path.StartsWith(@"\\?\", StringComparison.Ordinal) ? path : path.StartsWith(@"\\", StringComparison.Ordinal) ? @"\\?\UNC\" + path[2..] : @"\\?\" + path;
}
