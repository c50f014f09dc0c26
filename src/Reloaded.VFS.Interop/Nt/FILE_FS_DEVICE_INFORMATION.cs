using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>What <c>FileFsDeviceInformation</c> tells of a volume (<c>wdm.h</c>).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/wdm/ns-wdm-_file_fs_device_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_FS_DEVICE_INFORMATION
{
    /// <summary>What it lies on.</summary>
    public DeviceType DeviceType;

    /// <summary><c>FILE_REMOVABLE_MEDIA</c> and others.</summary>
    public uint Characteristics;
}
