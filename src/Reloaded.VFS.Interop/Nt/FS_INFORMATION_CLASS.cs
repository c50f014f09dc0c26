namespace Reloaded.VFS.Interop.Nt;

/// <summary>What is asked of a file's volume: the classes that are used here (<c>wdm.h</c>).</summary>
public enum FS_INFORMATION_CLASS : uint
{
    /// <summary><c>FILE_FS_VOLUME_INFORMATION</c>: serial number and label.</summary>
    FileFsVolumeInformation = 1,

    /// <summary><c>FILE_FS_SIZE_INFORMATION</c>: free and total space.</summary>
    FileFsSizeInformation = 3,

    /// <summary><c>FILE_FS_DEVICE_INFORMATION</c>: what kind of device it is. Answered without a question to the device.</summary>
    FileFsDeviceInformation = 4,

    /// <summary><c>FILE_FS_ATTRIBUTE_INFORMATION</c>: the file system's name and abilities.</summary>
    FileFsAttributeInformation = 5,

    /// <summary><c>FILE_FS_FULL_SIZE_INFORMATION</c>: free space of the user and of the volume.</summary>
    FileFsFullSizeInformation = 7,
}
