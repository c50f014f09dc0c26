using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Paths;
using Reloaded.VFS.Interop.NtDll;
using Reloaded.VFS.Snapshots;

namespace Reloaded.VFS.Hooks.Handles;

/// <summary>
/// Finds out where a handle leads that somebody opened out of our sight (before the hooks, inherited, by a call outside every target).
/// Asked once for a handle; the answer stays in the handle table until the handle is closed.
/// </summary>
internal static unsafe class RootDirectories
{
    private const uint ObjectNameInformation = 1;
    private const uint FileFsDeviceInformation = 4;
    private const int BufferBytes = 2048;
    private const int LargestBytes = 128 * 1024; // the longest name and its header

    /// <summary>The handle's entry; resolves it where it is unknown.</summary>
    public static HandleEntry Resolve(nint handle, VirtualFileSystem files)
    {
        HandleEntry entry = HandleTable.Get(handle);
        if (entry.Kind != HandleKind.Unknown)
            return entry;
        Ask(handle, files);
        return HandleTable.Get(handle);
    }

    /// <summary>
    /// Writes the canonical path of a disk file's handle; its characters, 0 where it has none, or one that doesn't fit.
    /// </summary>
    public static int GetName(nint handle, Span<char> canonical)
    {
        // Rare enough for the heap: with the caller's names on it, the stack would hold more than its 4 KB.
        uint bytes = BufferBytes, needed = 0;
        byte* buffer = (byte*)NativeMemory.Alloc(bytes);
        int status = NtFunctions.NtQueryObject(handle, ObjectNameInformation, buffer, bytes, &needed);
        if (!NtStatus.IsSuccess(status) && needed > bytes && needed < LargestBytes)
        {
            buffer = (byte*)NativeMemory.Realloc(buffer, bytes = needed);
            status = NtFunctions.NtQueryObject(handle, ObjectNameInformation, buffer, bytes, &needed);
        }

        int length = 0;
        if (NtStatus.IsSuccess(status))
        {
            var name = (UNICODE_STRING*)buffer;
            length = DeviceNames.ToCanonical(new ReadOnlySpan<char>(name->Buffer, name->Length / sizeof(char)), canonical);
        }

        NativeMemory.Free(buffer);
        return length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Ask(nint handle, VirtualFileSystem files)
    {
        char* canonical = (char*)NativeMemory.Alloc(PathBuffers.StackCapacity, sizeof(char));
        // A pipe's name can block for ever when its other end is busy.
        int length = IsDisk(handle) ? GetName(handle, new Span<char>(canonical, PathBuffers.StackCapacity)) : 0;
        Snapshot snapshot = files.Current;
        LookupResult found = length > 0 ? snapshot.Lookup(new ReadOnlySpan<char>(canonical, length)) : default;
        if (length > 0 && found.Kind == LookupKind.Outside && PathAliases.TryFind(new ReadOnlySpan<char>(canonical, length), out int aliasLength, out string own))
            found = snapshot.Lookup(string.Concat(own, new ReadOnlySpan<char>(canonical + aliasLength, length - aliasLength)));
        if (found.Kind == LookupKind.Folder)
            HandleTable.SetFound(handle, found.PathId);
        else
            HandleTable.SetNotOurs(handle);
        GC.KeepAlive(snapshot);
        NativeMemory.Free(canonical);
    }

    private static bool IsDisk(nint handle)
    {
        IO_STATUS_BLOCK status;
        ulong device; // DeviceType, Characteristics
        int result = NtFunctions.NtQueryVolumeInformationFile(handle, &status, &device, sizeof(ulong), FileFsDeviceInformation);
        const uint FILE_DEVICE_CD_ROM = 2, FILE_DEVICE_CD_ROM_FILE_SYSTEM = 3, FILE_DEVICE_DISK = 7, FILE_DEVICE_DISK_FILE_SYSTEM = 8 /* Wine's */,
            FILE_DEVICE_FILE_SYSTEM = 9, FILE_DEVICE_NETWORK_FILE_SYSTEM = 0x14, FILE_DEVICE_VIRTUAL_DISK = 0x24;
        return NtStatus.IsSuccess(result) && (uint)device is FILE_DEVICE_CD_ROM or FILE_DEVICE_CD_ROM_FILE_SYSTEM or FILE_DEVICE_DISK or FILE_DEVICE_DISK_FILE_SYSTEM
            or FILE_DEVICE_FILE_SYSTEM or FILE_DEVICE_NETWORK_FILE_SYSTEM or FILE_DEVICE_VIRTUAL_DISK;
    }
}
