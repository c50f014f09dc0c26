namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>DEVICE_TYPE</c>: what a file system lies on (<c>wdm.h</c>, <c>devioctl.h</c>): the types that are used here.</summary>
public enum DeviceType : uint
{
    /// <summary>A CD.</summary>
    FILE_DEVICE_CD_ROM = 0x02,

    /// <summary>A file system of CDs.</summary>
    FILE_DEVICE_CD_ROM_FILE_SYSTEM = 0x03,

    /// <summary>A disk.</summary>
    FILE_DEVICE_DISK = 0x07,

    /// <summary>A file system of disks; Wine says so of them.</summary>
    FILE_DEVICE_DISK_FILE_SYSTEM = 0x08,

    /// <summary>A file system.</summary>
    FILE_DEVICE_FILE_SYSTEM = 0x09,

    /// <summary>A file system of a network.</summary>
    FILE_DEVICE_NETWORK_FILE_SYSTEM = 0x14,

    /// <summary>A virtual disk.</summary>
    FILE_DEVICE_VIRTUAL_DISK = 0x24,
}
