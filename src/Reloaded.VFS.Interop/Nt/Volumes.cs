namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>DEVICE_TYPE</c>: the device of a file system (<c>wdm.h</c>, <c>devioctl.h</c>): the types that are used here.</summary>
public enum DeviceType : uint
{
    /// <summary>A CD.</summary>
    FILE_DEVICE_CD_ROM = 0x02,

    /// <summary>A file system of CDs.</summary>
    FILE_DEVICE_CD_ROM_FILE_SYSTEM = 0x03,

    /// <summary>A disk.</summary>
    FILE_DEVICE_DISK = 0x07,

    /// <summary>A file system of disks; Wine returns this for disks.</summary>
    FILE_DEVICE_DISK_FILE_SYSTEM = 0x08,

    /// <summary>A file system.</summary>
    FILE_DEVICE_FILE_SYSTEM = 0x09,

    /// <summary>A file system of a network.</summary>
    FILE_DEVICE_NETWORK_FILE_SYSTEM = 0x14,

    /// <summary>A virtual disk.</summary>
    FILE_DEVICE_VIRTUAL_DISK = 0x24,
}

/// <summary>The classes of volume information that are used here (<c>wdm.h</c>).</summary>
public enum FS_INFORMATION_CLASS : uint
{
    /// <summary><c>FILE_FS_VOLUME_INFORMATION</c>: serial number and label.</summary>
    FileFsVolumeInformation = 1,

    /// <summary><c>FILE_FS_SIZE_INFORMATION</c>: free and total space.</summary>
    FileFsSizeInformation = 3,

    /// <summary><c>FILE_FS_DEVICE_INFORMATION</c>: the type of device. Answered without asking the device.</summary>
    FileFsDeviceInformation = 4,

    /// <summary><c>FILE_FS_ATTRIBUTE_INFORMATION</c>: the file system's name and abilities.</summary>
    FileFsAttributeInformation = 5,

    /// <summary><c>FILE_FS_FULL_SIZE_INFORMATION</c>: free space of the user and of the volume.</summary>
    FileFsFullSizeInformation = 7,
}

/// <summary><c>FileSystemAttributes</c> of <c>FILE_FS_ATTRIBUTE_INFORMATION</c> (<c>ntifs.h</c>): those that are used here.</summary>
[Flags]
public enum FileSystemFlags : uint
{
    /// <summary>No flag.</summary>
    None = 0,

    /// <summary>Files may share clusters until one of them is written to.</summary>
    FILE_SUPPORTS_BLOCK_REFCOUNTING = 0x0800_0000,
}

/// <summary>The control codes of <see cref="NtFsControlFile"/> that are used here (<c>winioctl.h</c>).</summary>
public enum FsControlCode : uint
{
    /// <summary>Queries whether the volume is mounted; the status is the answer. Needs no access, has no buffers.</summary>
    FSCTL_IS_VOLUME_MOUNTED = 0x0009_0028,

    /// <summary>Makes a file sparse. Has no buffers.</summary>
    FSCTL_SET_SPARSE = 0x0009_00C4,

    /// <summary><see cref="FSCTL_GET_INTEGRITY_INFORMATION_BUFFER"/>: gets the checksum settings of a file's content.</summary>
    FSCTL_GET_INTEGRITY_INFORMATION = 0x0009_027C,

    /// <summary><see cref="DUPLICATE_EXTENTS_DATA"/>: makes a range of a file share the clusters of another file.</summary>
    FSCTL_DUPLICATE_EXTENTS_TO_FILE = 0x0009_8344,

    /// <summary><see cref="FSCTL_SET_INTEGRITY_INFORMATION_BUFFER"/>: sets the checksum settings of a file's content.</summary>
    FSCTL_SET_INTEGRITY_INFORMATION = 0x0009_C280,
}

/// <summary>
/// <c>DUPLICATE_EXTENTS_DATA</c> (winioctl.h): the input of <see cref="FsControlCode.FSCTL_DUPLICATE_EXTENTS_TO_FILE"/>. Offsets and length
/// are multiples of the volume's cluster.
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winioctl/ns-winioctl-duplicate_extents_data"/>
[StructLayout(LayoutKind.Sequential)]
public struct DUPLICATE_EXTENTS_DATA
{
    /// <summary>The source file, on the same volume as the destination.</summary>
    public nint FileHandle;

    /// <summary>The offset of the range in the source, in bytes.</summary>
    public long SourceFileOffset;

    /// <summary>The offset of the range in the destination, in bytes.</summary>
    public long BackingFileOffset;

    /// <summary>The range's length in bytes, less than 4 GiB.</summary>
    public long ByteCount;
}

/// <summary>The result of <c>FileFsDeviceInformation</c> (<c>wdm.h</c>).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/wdm/ns-wdm-_file_fs_device_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_FS_DEVICE_INFORMATION
{
    /// <summary>The type of the device.</summary>
    public DeviceType DeviceType;

    /// <summary><c>FILE_REMOVABLE_MEDIA</c> and others.</summary>
    public uint Characteristics;
}

/// <summary><c>FILE_FS_SIZE_INFORMATION</c> (ntddk.h): the result of <c>FileFsSizeInformation</c>.</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntddk/ns-ntddk-_file_fs_size_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_FS_SIZE_INFORMATION
{
    /// <summary>The number of clusters of the volume.</summary>
    public long TotalAllocationUnits;

    /// <summary>The number of free clusters.</summary>
    public long AvailableAllocationUnits;

    /// <summary>The number of sectors per cluster.</summary>
    public uint SectorsPerAllocationUnit;

    /// <summary>The number of bytes per sector.</summary>
    public uint BytesPerSector;
}

/// <summary>
/// <c>FSCTL_GET_INTEGRITY_INFORMATION_BUFFER</c> (winioctl.h): the output of <see cref="FsControlCode.FSCTL_GET_INTEGRITY_INFORMATION"/>.
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winioctl/ns-winioctl-fsctl_get_integrity_information_buffer"/>
[StructLayout(LayoutKind.Sequential)]
public struct FSCTL_GET_INTEGRITY_INFORMATION_BUFFER
{
    /// <summary>The checksum algorithm; 0 for none.</summary>
    public ushort ChecksumAlgorithm;

    /// <summary>Reserved; 0.</summary>
    public ushort Reserved;

    /// <summary>1 if a wrong checksum isn't an error.</summary>
    public uint Flags;

    /// <summary>The number of bytes that one checksum covers.</summary>
    public uint ChecksumChunkSizeInBytes;

    /// <summary>The volume's cluster in bytes.</summary>
    public uint ClusterSizeInBytes;
}

/// <summary>
/// <c>FSCTL_SET_INTEGRITY_INFORMATION_BUFFER</c> (winioctl.h): the input of <see cref="FsControlCode.FSCTL_SET_INTEGRITY_INFORMATION"/>.
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winioctl/ns-winioctl-fsctl_set_integrity_information_buffer"/>
[StructLayout(LayoutKind.Sequential)]
public struct FSCTL_SET_INTEGRITY_INFORMATION_BUFFER
{
    /// <summary>The checksum algorithm; 0 for none.</summary>
    public ushort ChecksumAlgorithm;

    /// <summary>Reserved; 0.</summary>
    public ushort Reserved;

    /// <summary>1 if a wrong checksum isn't an error.</summary>
    public uint Flags;
}

/// <summary><c>NtFsControlFile</c>: sends a control code to a file system (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntfscontrolfile"/>
public readonly unsafe partial struct NtFsControlFile;

/// <summary><c>NtQueryVolumeInformationFile</c>: queries the volume of a file (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryvolumeinformationfile"/>
public readonly unsafe partial struct NtQueryVolumeInformationFile;
