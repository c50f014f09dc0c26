using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// Finds out where a handle leads that was opened past the hooks (before the hooks, inherited, by a call outside every target).
/// Asked once for a handle; the answer stays in the handle table until the handle is closed.
/// </summary>
internal static unsafe class HandlePaths
{
    /// <summary>The handle's entry; resolves it where it is unknown.</summary>
    public static HandleEntry Resolve(nint handle, MergedView view)
    {
        HandleEntry entry = view.Handles.Get(handle);
        if (entry.Kind != HandleKind.Unknown)
            return entry;
        Ask(handle, view);
        return view.Handles.Get(handle);
    }

    /// <summary>
    /// Finds out what a handle leads to that came from another process, or was opened by an id
    /// (<see cref="HandleTable.SetUnresolved"/>); does nothing about any other. A call that comes here would itself wait for whoever is
    /// busy with the handle's file object: the question waits for no other call.
    /// </summary>
    public static void Settle(nint handle, MergedView view)
    {
        if (view.Handles.IsUnresolved(handle))
            ResolveUnresolved(handle, view);
    }

    /// <summary>
    /// Resolves a handle of which nothing is known where it leads to a known folder, a part of one in a mod, or a mod's file; leaves any
    /// other as it is. For handles that were there before the hooks, and the few that come to be past them:
    /// it may look at every folder that mods have.
    /// </summary>
    /// <param name="handle">The handle.</param>
    /// <param name="view">Whose folders are looked for.</param>
    /// <param name="isLeft">Whether nobody waits for the answer any more: then nothing is noted. Null for a caller who waits.</param>
    /// <returns>How the system judged the handle: <c>STATUS_INVALID_HANDLE</c> where there is none.</returns>
    public static NtStatus Find(nint handle, MergedView view, Func<bool>? isLeft = null)
    {
        if (!IsDisk(handle, out NtStatus status) || view.Handles.Get(handle).Kind != HandleKind.Unknown)
            return status;
        string real = RealNames.Of(handle);
        int known = FolderBehind(real, view);
        if (isLeft?.Invoke() == true)
            return status;
        if (known >= 0)
            view.Handles.SetFound(handle, known);
        else if (real.Length > 0)
        {
            if (RealPlaces.TryFindPartOf(view, real, out int folder))
                view.Handles.SetFound(handle, folder);
            else if (RealPlaces.TryFindFolderOf(view, real, out int parent))
                view.Handles.SetFile(handle, parent);
        }

        return status;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ResolveUnresolved(nint handle, MergedView view)
    {
        try
        {
            bool isDisk = Find(handle, view).IsSuccess();
            if (isDisk && IsAskedAgain(handle))
                view.Handles.ForgetUnresolved(handle);
            else
                view.Handles.SetUnrelated(handle); // unless it was found
        }
        catch (OutOfMemoryException)
        {
            // The next call asks again.
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Ask(nint handle, MergedView view)
    {
        if (view.Handles.IsUnresolved(handle))
        {
            ResolveUnresolved(handle, view);
            return;
        }

        // A pipe's name can block for ever when its other end is busy.
        bool isDisk = IsDisk(handle, out _);
        string real = isDisk ? RealNames.Of(handle) : "";
        int known = FolderBehind(real, view);
        if (known < 0 && isDisk && GateTable.Native.Gate->Keeps != 0)
            known = OwnFolderBehind(handle, real, view);
        if (known >= 0)
            view.Handles.SetFound(handle, known);
        else if (!isDisk || !IsAskedAgain(handle))
            view.Handles.SetUnrelated(handle);
    }

    /// <summary>
    /// Whether a handle stays one of which nothing is known: of names that are relative to unrelated ones the gate lets none in. Relative
    /// to a file's handle are that file, opened once more, and its streams, which may have to be written elsewhere or recorded.
    /// </summary>
    private static bool IsAskedAgain(nint handle) =>
        GateTable.Native.Gate->Keeps != 0 && !RealFiles.IsFolder(handle);

    /// <summary>
    /// The known folder that a disk file's handle leads to, by the handle's name; -1 for none. The system tells the name as it was opened,
    /// so that other spellings count; a handle that is open leads to what it leads to, whatever has been deleted since.
    /// </summary>
    private static int FolderBehind(string real, MergedView view)
    {
        if (real.Length == 0)
            return -1;
        SeenEntry seen = SeenPath.Of(view, real, SeenOptions.Aliases | SeenOptions.ShortNames);
        return seen.Kind == LookupKind.Folder ? seen.PathId : -1;
    }

    /// <summary>
    /// The folder of the game's own in a target that a handle leads to; -1 for none. No mod has it, but where what the game changes goes
    /// elsewhere, or is recorded, a name that is relative to it has to be known.
    /// </summary>
    private static int OwnFolderBehind(nint handle, string real, MergedView view)
    {
        if (real.Length == 0 || !RealFiles.IsFolder(handle))
            return -1;
        string path = SeenPath.Of(view, real, SeenOptions.Aliases | SeenOptions.ShortNames).Path;
        return TargetPaths.Contain(view, view.Files.Snapshot, path) ? view.Files.GetOrAddPathId(path) : -1;
    }

    /// <summary>Whether a handle leads to something on a disk: any other may keep who asks for its name waiting.</summary>
    /// <param name="handle">The handle.</param>
    /// <param name="result">How the system judged the handle.</param>
    internal static bool IsDisk(nint handle, out NtStatus result)
    {
        IO_STATUS_BLOCK status;
        FILE_FS_DEVICE_INFORMATION device;
        result = NtQueryVolumeInformationFile.Exported.Invoke(handle, &status, &device, (uint)sizeof(FILE_FS_DEVICE_INFORMATION),
            FS_INFORMATION_CLASS.FileFsDeviceInformation);
        return result.IsSuccess()
            && device.DeviceType is DeviceType.FILE_DEVICE_CD_ROM or DeviceType.FILE_DEVICE_CD_ROM_FILE_SYSTEM
            or DeviceType.FILE_DEVICE_DISK or DeviceType.FILE_DEVICE_DISK_FILE_SYSTEM or DeviceType.FILE_DEVICE_FILE_SYSTEM
            or DeviceType.FILE_DEVICE_NETWORK_FILE_SYSTEM or DeviceType.FILE_DEVICE_VIRTUAL_DISK;
    }
}
