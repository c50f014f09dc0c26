using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Kernel32;

namespace Reloaded.VFS.Hooks.Notifications;

/// <summary>
/// A real folder that the system tells the changes of. Its packets come to the notifier's thread, which alone uses it once it is open; the buffer
/// is the system's until the last packet has come.
/// </summary>
internal sealed unsafe class SourceWatch(nuint id, VirtualWatch owner, uint filter, bool tree)
{
    private const uint BufferBytes = 16 * 1024;

    private byte* _block;
    private nint _handle = DirectoryChanges.InvalidHandle;

    /// <summary>The key of its packets, never given out again.</summary>
    public nuint Id { get; } = id;

    /// <summary>Whom its changes are for.</summary>
    public VirtualWatch Owner { get; } = owner;

    /// <summary>The canonical path that what it tells of is relative to.</summary>
    public required string VirtualFolder { get; init; }

    /// <summary>The real folder, in the form of <c>\\?\</c>.</summary>
    public required string Path { get; init; }

    /// <summary>The layer of a mod's folder; 0 for the game's own.</summary>
    public int Layer { get; init; }

    /// <summary>Whether nothing is asked of it any more.</summary>
    public bool IsClosed => _handle == DirectoryChanges.InvalidHandle;

    private NativeOverlapped* Overlapped => (NativeOverlapped*)_block;

    private byte* Buffer => _block + sizeof(NativeOverlapped);

    /// <summary>Opens the folder and asks for its changes. False where it isn't there or can't be watched.</summary>
    /// <param name="port">Gets the packets.</param>
    public bool TryOpen(nint port)
    {
        _handle = DirectoryChanges.CreateFileW(Path, DirectoryChanges.FILE_LIST_DIRECTORY, DirectoryChanges.FILE_SHARE_ALL, null, DirectoryChanges.OPEN_EXISTING, DirectoryChanges.FolderFlags, 0);
        if (IsClosed)
            return false;
        if (DirectoryChanges.CreateIoCompletionPort(_handle, port, Id, 0) != 0)
        {
            _block = (byte*)NativeMemory.AllocZeroed((nuint)sizeof(NativeOverlapped) + BufferBytes);
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
        return DirectoryChanges.ReadDirectoryChangesW(_handle, Buffer, BufferBytes, tree ? 1 : 0, filter, null, Overlapped, null) != 0;
    }

    /// <summary>The changes of a packet.</summary>
    public List<Change> Parse(uint bytes)
    {
        var changes = new List<Change>();
        byte* end = Buffer + bytes;
        for (byte* at = Buffer; at + sizeof(FileNotifyInformation) <= end;)
        {
            var record = (FileNotifyInformation*)at;
            char* text = (char*)(record + 1);
            if ((byte*)text + record->FileNameLength > end)
                break;
            changes.Add(new Change((ChangeAction)record->Action, new string(text, 0, (int)(record->FileNameLength / sizeof(char)))));
            if (record->NextEntryOffset == 0)
                break;
            at += record->NextEntryOffset;
        }

        return changes;
    }

    /// <summary>Closes the folder; the last packet is still to come.</summary>
    public void Close()
    {
        if (Interlocked.Exchange(ref _handle, DirectoryChanges.InvalidHandle) is var handle and not DirectoryChanges.InvalidHandle)
            DirectoryChanges.CloseHandle(handle);
    }

    /// <summary>Frees the buffer, after the last packet.</summary>
    public void Free()
    {
        NativeMemory.Free(_block);
        _block = null;
    }
}
