using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>DUPLICATE_EXTENTS_DATA</c> (winioctl.h): what <see cref="FsControlCode.FSCTL_DUPLICATE_EXTENTS_TO_FILE"/> takes. Offsets and the
/// length are multiples of the volume's cluster.
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winioctl/ns-winioctl-duplicate_extents_data"/>
[StructLayout(LayoutKind.Sequential)]
public struct DUPLICATE_EXTENTS_DATA
{
    /// <summary>The file that is copied, on the volume of the one that the call is made on.</summary>
    public nint FileHandle;

    /// <summary>Where the range begins in the file that is copied, in bytes.</summary>
    public long SourceFileOffset;

    /// <summary>Where the range begins in the copy, in bytes.</summary>
    public long TargetFileOffset;

    /// <summary>The range's length in bytes, less than 4 GiB.</summary>
    public long ByteCount;
}
