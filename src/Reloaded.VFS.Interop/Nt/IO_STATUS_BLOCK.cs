using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>How a call on a file ended (<c>wdm.h</c>). 16 bytes on 64 bit, 8 on 32 bit.</summary>
[StructLayout(LayoutKind.Sequential)]
public struct IO_STATUS_BLOCK
{
    /// <summary>The NTSTATUS; shares its place with a pointer, so that it takes a pointer's size.</summary>
    public nint Status;

    /// <summary>Bytes moved, or what the call says it is.</summary>
    public nuint Information;
}
