using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>FILE_STANDARD_INFORMATION</c> (wdm.h): what <c>FileStandardInformation</c> tells of a file.</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/wdm/ns-wdm-_file_standard_information"/>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct FILE_STANDARD_INFORMATION
{
    /// <summary>The bytes that the file takes on the volume.</summary>
    public long AllocationSize;

    /// <summary>Where the file ends, in bytes.</summary>
    public long EndOfFile;

    /// <summary>How many names the file has.</summary>
    public uint NumberOfLinks;

    /// <summary>Not 0 where the file is deleted with its last handle.</summary>
    public byte DeletePending;

    /// <summary>Not 0 for a folder.</summary>
    public byte Directory;

    /// <summary>Asks ntdll's own function, hooked or not, about the file of a handle. False where the system refuses to tell.</summary>
    /// <param name="file">The handle; any access will do.</param>
    /// <param name="information">What the system tells.</param>
    public static bool TryGet(nint file, out FILE_STANDARD_INFORMATION information)
    {
        IO_STATUS_BLOCK result;
        fixed (FILE_STANDARD_INFORMATION* room = &information)
            return NtQueryInformationFile.Exported.Invoke(file, &result, room, (uint)sizeof(FILE_STANDARD_INFORMATION),
                FILE_INFORMATION_CLASS.FileStandardInformation).IsSuccess();
    }
}
