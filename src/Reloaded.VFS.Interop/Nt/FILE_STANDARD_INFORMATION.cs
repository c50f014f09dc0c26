using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>FILE_STANDARD_INFORMATION</c> (wdm.h): what <c>FileStandardInformation</c> tells of a file.</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/wdm/ns-wdm-_file_standard_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_STANDARD_INFORMATION
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
}
