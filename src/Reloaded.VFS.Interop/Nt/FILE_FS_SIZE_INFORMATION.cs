using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>FILE_FS_SIZE_INFORMATION</c> (ntddk.h): what <c>FileFsSizeInformation</c> tells of a volume.</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntddk/ns-ntddk-_file_fs_size_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_FS_SIZE_INFORMATION
{
    /// <summary>The clusters of the volume.</summary>
    public long TotalAllocationUnits;

    /// <summary>The clusters that are free.</summary>
    public long AvailableAllocationUnits;

    /// <summary>The sectors of a cluster.</summary>
    public uint SectorsPerAllocationUnit;

    /// <summary>The bytes of a sector.</summary>
    public uint BytesPerSector;
}
