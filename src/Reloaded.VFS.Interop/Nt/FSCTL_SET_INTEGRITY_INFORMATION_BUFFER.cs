using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// <c>FSCTL_SET_INTEGRITY_INFORMATION_BUFFER</c> (winioctl.h): what <see cref="FsControlCode.FSCTL_SET_INTEGRITY_INFORMATION"/> takes.
/// </summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winioctl/ns-winioctl-fsctl_set_integrity_information_buffer"/>
[StructLayout(LayoutKind.Sequential)]
public struct FSCTL_SET_INTEGRITY_INFORMATION_BUFFER
{
    /// <summary>How the sums are made; 0 for none.</summary>
    public ushort ChecksumAlgorithm;

    /// <summary>0.</summary>
    public ushort Reserved;

    /// <summary>1 where a wrong sum isn't an error.</summary>
    public uint Flags;
}
