using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <summary><c>BY_HANDLE_FILE_INFORMATION</c> (<c>fileapi.h</c>): what tells a file or folder from any other.</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/fileapi/ns-fileapi-by_handle_file_information"/>
[StructLayout(LayoutKind.Sequential)]
public struct BY_HANDLE_FILE_INFORMATION
{
    /// <summary>The attributes.</summary>
    public uint FileAttributes;

    /// <summary>The lower half of the time at which it was created.</summary>
    public uint CreationTimeLow;

    /// <summary>The upper half of the time at which it was created.</summary>
    public uint CreationTimeHigh;

    /// <summary>The lower half of the time at which it was last read.</summary>
    public uint LastAccessTimeLow;

    /// <summary>The upper half of the time at which it was last read.</summary>
    public uint LastAccessTimeHigh;

    /// <summary>The lower half of the time at which it was last written to.</summary>
    public uint LastWriteTimeLow;

    /// <summary>The upper half of the time at which it was last written to.</summary>
    public uint LastWriteTimeHigh;

    /// <summary>The serial number of the volume. Under Wine that of the drive, which several volumes of Linux may share.</summary>
    public uint VolumeSerialNumber;

    /// <summary>The upper half of the size.</summary>
    public uint FileSizeHigh;

    /// <summary>The lower half of the size.</summary>
    public uint FileSizeLow;

    /// <summary>How many names it has.</summary>
    public uint NumberOfLinks;

    /// <summary>The upper half of the number on the volume.</summary>
    public uint FileIndexHigh;

    /// <summary>The lower half of the number on the volume.</summary>
    public uint FileIndexLow;
}
