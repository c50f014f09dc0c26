using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>FILE_ID_INFORMATION</c> (ntifs.h): what <c>FileIdInformation</c> tells of a file, whatever path leads to it.</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/ns-ntifs-_file_id_information"/>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct FILE_ID_INFORMATION
{
    /// <summary>The serial number of the volume; Wine tells none.</summary>
    public ulong VolumeSerialNumber;

    /// <summary>The lower half of the id of the file on the volume.</summary>
    public ulong FileIdLow;

    /// <summary>Its upper half.</summary>
    public ulong FileIdHigh;

    /// <summary>Asks ntdll's own function, hooked or not, about the file of a handle. False where the system refuses to tell.</summary>
    /// <param name="file">The handle; any access will do.</param>
    /// <param name="information">What the system tells.</param>
    public static bool TryGet(nint file, out FILE_ID_INFORMATION information)
    {
        IO_STATUS_BLOCK result;
        fixed (FILE_ID_INFORMATION* room = &information)
            return NtQueryInformationFile.Exported.Invoke(file, &result, room, (uint)sizeof(FILE_ID_INFORMATION),
                FILE_INFORMATION_CLASS.FileIdInformation).IsSuccess();
    }
}
