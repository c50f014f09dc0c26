using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// Finds out where a handle leads that somebody opened out of our sight (before the hooks, inherited, by a call outside every target).
/// Asked once for a handle; the answer stays in the handle table until the handle is closed.
/// </summary>
internal static unsafe class HandlePaths
{
    private const uint FileFsDeviceInformation = 4;

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
    /// Finds out what a handle leads to that came from another process, or was opened by an id (<see cref="HandleTable.SetUnseen"/>); does nothing about any other.
    /// A call that comes here would itself wait for whoever is busy with the handle's file object: the question waits for nobody else.
    /// </summary>
    public static void Settle(nint handle, VirtualFileSystem files)
    {
        if (HandleTable.IsUnseen(handle))
            AskUnseen(handle, files);
    }

    /// <summary>
    /// Resolves a handle of which nothing is known where it leads to a folder of ours, a part of one in a mod, or a mod's file; leaves any other as it
    /// is. For handles that were there before us, and the few that come to be out of our sight: it may look at every folder that mods have.
    /// </summary>
    /// <param name="handle">The handle.</param>
    /// <param name="files">Whose folders are looked for.</param>
    /// <param name="search">Who asks, and may be left behind before there is an answer; then nothing is noted.</param>
    /// <returns>How the system judged the handle: <c>STATUS_INVALID_HANDLE</c> where there is none.</returns>
    public static int Find(nint handle, VirtualFileSystem files, HandleSearch? search = null)
    {
        if (!IsDisk(handle, out int status) || HandleTable.Get(handle).Kind != HandleKind.Unknown)
            return status;
        LookupResult found = LookUp(handle, files);
        if (search is { IsLeft: true })
            return status;
        if (found.Kind == LookupKind.Folder)
            HandleTable.SetFound(handle, found.PathId);
        else if (RealNames.Of(handle) is { Length: > 0 } real)
        {
            if (RealPlaces.TryFindPartOf(real, out int folder))
                HandleTable.SetFound(handle, folder);
            else if (RealPlaces.TryFindFolderOf(real, out int parent))
                HandleTable.SetFile(handle, parent);
        }

        return status;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AskUnseen(nint handle, VirtualFileSystem files)
    {
        try
        {
            Find(handle, files);
            HandleTable.SetNotOurs(handle); // unless it was found
        }
        catch (OutOfMemoryException)
        {
            // The next call asks again.
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Ask(nint handle, VirtualFileSystem files)
    {
        if (HandleTable.IsUnseen(handle))
        {
            AskUnseen(handle, files);
            return;
        }

        // A pipe's name can block for ever when its other end is busy.
        LookupResult found = IsDisk(handle, out _) ? LookUp(handle, files) : default;
        if (found.Kind == LookupKind.Folder)
            HandleTable.SetFound(handle, found.PathId);
        else
            HandleTable.SetNotOurs(handle);
    }

    /// <summary>What the name of a disk file's handle is to us; only kind and id are good for use.</summary>
    private static LookupResult LookUp(nint handle, VirtualFileSystem files)
    {
        char* canonical = (char*)NativeMemory.Alloc(PathBuffers.StackCapacity, sizeof(char));
        int length = RealNames.GetName(handle, new Span<char>(canonical, PathBuffers.StackCapacity));
        Snapshot snapshot = files.Current;
        LookupResult found = length > 0 ? snapshot.Lookup(new ReadOnlySpan<char>(canonical, length)) : default;
        if (length > 0 && found.Kind == LookupKind.Outside && PathAliases.TryFind(new ReadOnlySpan<char>(canonical, length), out int aliasLength, out string own))
            found = snapshot.Lookup(string.Concat(own, new ReadOnlySpan<char>(canonical + aliasLength, length - aliasLength)));
        GC.KeepAlive(snapshot);
        NativeMemory.Free(canonical);
        return found;
    }

    private static bool IsDisk(nint handle, out int result)
    {
        IO_STATUS_BLOCK status;
        ulong device; // DeviceType, Characteristics
        result = NtQueryVolumeInformationFile.Exported.Invoke(handle, &status, &device, sizeof(ulong), FileFsDeviceInformation);
        const uint FILE_DEVICE_CD_ROM = 2, FILE_DEVICE_CD_ROM_FILE_SYSTEM = 3, FILE_DEVICE_DISK = 7, FILE_DEVICE_DISK_FILE_SYSTEM = 8 /* Wine's */,
            FILE_DEVICE_FILE_SYSTEM = 9, FILE_DEVICE_NETWORK_FILE_SYSTEM = 0x14, FILE_DEVICE_VIRTUAL_DISK = 0x24;
        return NtStatus.IsSuccess(result) && (uint)device is FILE_DEVICE_CD_ROM or FILE_DEVICE_CD_ROM_FILE_SYSTEM or FILE_DEVICE_DISK or FILE_DEVICE_DISK_FILE_SYSTEM
            or FILE_DEVICE_FILE_SYSTEM or FILE_DEVICE_NETWORK_FILE_SYSTEM or FILE_DEVICE_VIRTUAL_DISK;
    }
}
