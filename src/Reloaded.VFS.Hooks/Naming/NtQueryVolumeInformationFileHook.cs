using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Naming;

/// <summary>
/// <c>NtQueryVolumeInformationFile</c> (<c>ntifs.h</c>): of a mod's file or folder on another volume the game's volume, in those classes
/// that tell volumes apart. What a device can do (its type, its sectors) stays what it really is.
/// </summary>
internal static unsafe class NtQueryVolumeInformationFileHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtQueryVolumeInformationFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint fileHandle, void* ioStatusBlock, void* fsInformation, uint length,
        FS_INFORMATION_CLASS fsInformationClass)
    {
        using HandlerScope scope = HandlerScope.Enter();
        try
        {
            if (VirtualVolume.MayDiffer(fileHandle))
            {
                using VirtualName? name = VirtualName.OfHandle(fileHandle);
                if (name is not null)
                    return Original(name.Ancestor, ioStatusBlock, fsInformation, length, fsInformationClass);
            }
        }
        catch (Exception e)
        {
            // Out of memory, or a fault of the VFS: the real volume is better than none.
            HandlerFaults.Note("the game got the real volume of a file", e);
        }

        return Original(fileHandle, ioStatusBlock, fsInformation, length, fsInformationClass);
    }

    private static NtStatus Original(nint fileHandle, void* ioStatusBlock, void* fsInformation, uint length,
        FS_INFORMATION_CLASS fsInformationClass) =>
        new NtQueryVolumeInformationFile(GateTable.Original(GateIndex.NtQueryVolumeInformationFile)).Invoke(
            fileHandle, ioStatusBlock, fsInformation, length, fsInformationClass);
}
